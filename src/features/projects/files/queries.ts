import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { recentSetting } from '../../../db/settings.ts';
import type { OutputOf } from '../../../domain/endpoint.ts';
import { type Actor, mayReadPrivate } from '../../../domain/permissions.ts';
import { AppError, notFound } from '../../../domain/problem.ts';
import { RESOLVED } from '../../../domain/workflow.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import { iso } from '../queries.ts';
import { definitionOf, knownId, type ProjectAddress, readProject, subjectOf } from '../subject/queries.ts';
import { reviewing } from '../visibility/queries.ts';
import type { linkFile, ProjectFile } from './contract.ts';

const fileJson = sql`json_build_object(
  'id', x.id, 'documentType', x.document_type, 'name', x.name, 'size', x.size, 'contentType', x.content_type,
  'sha256', encode(x.sha256, 'hex'), 'uploadedAt', ${iso(sql`x.uploaded_at`)},
  'uploadedBy', (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = x.uploaded_by))`;

/** All of the project `p`, oldest first, as a JSON column. */
export const filesColumn = sql`coalesce((
  select json_agg(${fileJson} order by x.uploaded_at, x.id) from files x where x.project_id = p.id), '[]')`;

export async function readFile(
  db: Database | Transaction,
  projectId: string,
  by: { sha256: Buffer; documentType: string },
): Promise<ProjectFile> {
  const { rows } = await sql<{ file: ProjectFile }>`
    select ${fileJson} as file from files x
    where x.project_id = ${projectId} and x.document_type = ${by.documentType} and x.sha256 = ${by.sha256}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row.file;
}

export interface StoredUpload {
  readonly id: string;
  readonly projectId: string;
  readonly documentType: string;
  readonly name: string;
  readonly size: number;
  readonly received: number;
}

/** An upload is its owner's alone. */
export async function readUpload(
  db: Database,
  actor: Actor,
  address: ProjectAddress & { upload: string },
): Promise<StoredUpload> {
  const row = await db
    .selectFrom('uploads as u')
    .innerJoin('projects as p', 'p.id', 'u.project_id')
    .select([
      'u.id',
      'u.project_id as projectId',
      'u.document_type as documentType',
      'u.name',
      'u.size',
      'u.received',
    ])
    .where('u.id', '=', knownId(address.upload))
    .where('u.user_id', '=', actor.id)
    .where('p.id', '=', knownId(address.id))
    .where('p.kind', '=', address.kind)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** How long a link to a file opens it, in seconds. */
const LINK_SECONDS = 60;

interface Link {
  readonly file: string;
  readonly user: string;
  /** Seconds since 1970. */
  readonly until: number;
}

const signed = (secret: string, { file, user, until }: Link): Buffer =>
  createHmac('sha256', secret).update(`${file}.${user}.${until}`).digest();

export async function fileLink(
  db: Database,
  actor: Actor,
  { file, kinds, ...address }: ProjectAddress & { file: string; kinds: KindLookup },
): Promise<OutputOf<typeof linkFile>> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project));
  if (!mayReadPrivate(actor, subject) || !project.files.some(f => f.id === file)) throw notFound();
  return linkTo(db, actor, file);
}

/** A link for this reader, who may see the file. */
export async function linkTo(db: Database, actor: Actor, file: string): Promise<OutputOf<typeof linkFile>> {
  const until = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  const secret = await recentSetting(db, 'fileLinkSecret');
  const signature = signed(secret, { file, user: actor.id, until }).toString('base64url');
  return {
    url: `/files/${file}?user=${actor.id}&until=${until}&signature=${signature}`,
    expiresAt: new Date(until * 1000).toISOString(),
  };
}

export interface OpenedFile {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly key: string;
}

/** The file behind a link that this server signed, while it lasts and its reader's account is enabled. */
export async function linkedFile(
  db: Database,
  { signature, ...link }: Link & { signature: string },
): Promise<OpenedFile> {
  const right = signed(await recentSetting(db, 'fileLinkSecret'), link);
  const given = Buffer.from(signature, 'base64url');
  const matches = given.length === right.length && timingSafeEqual(given, right);
  if (!matches || link.until * 1000 < Date.now())
    throw new AppError('forbidden', 'El enlace ya venció. Ábrelo de nuevo desde el proyecto.');
  const file = await db
    .selectFrom('files as f')
    .innerJoin('users as u', join => join.on('u.id', '=', link.user).on('u.state', '=', 'active'))
    .innerJoin('projects as p', 'p.id', 'f.project_id')
    .select(['f.name', 'f.size', 'f.content_type as contentType', 'f.storage_key as key', 'p.code'])
    .select(
      sql<boolean>`exists (select from reviews r where r.project_id = p.id and r.user_id = u.id and r.blind
      and r.${reviewing} and p.status <> all(${[...RESOLVED]}))`.as('blind'),
    )
    .where('f.id', '=', knownId(link.file))
    .executeTakeFirst();
  if (!file) throw notFound();
  const { blind, code, ...opened } = file;
  // People sign the names of their files too.
  return blind ? { ...opened, name: `${code}${extensionOf(opened.name)}` } : opened;
}
const extensionOf = (name: string) => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
