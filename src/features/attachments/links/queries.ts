import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { recentSetting } from '../../../db/settings.ts';
import { mayReadPrivate } from '../../../domain/access/visibility.ts';
import { RESOLVED } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { opensInBrowser } from '../../../domain/text/file-types.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  requireId,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import { reviewing } from '../../project-record/visibility/queries.ts';
import type { linkFile } from '../contract.ts';

/** How long a link opens a file, in seconds: what the browser shows asks for parts of it again while it is looked at. */
const LINK_SECONDS = { download: 60, preview: 600 } as const;

interface Link {
  readonly file: string;
  readonly session: string;
  /** Seconds since 1970. */
  readonly until: number;
}

const sign = (secret: string, { file, session, until }: Link): Buffer =>
  createHmac('sha256', secret).update(`${file}.${session}.${until}`).digest();

/** Who asks, and in which session. */
export interface Reader {
  readonly actor: Actor;
  readonly session: { readonly id: string };
}

export async function fileLink(
  db: Database,
  reader: Reader,
  { file: id, kinds, ...address }: ProjectAddress & { file: string; kinds: KindLookup },
): Promise<OutputOf<typeof linkFile>> {
  const project = await readProject(db, reader.actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project));
  const file = project.files.find(f => f.id === id);
  if (!mayReadPrivate(reader.actor, subject) || !file) throw notFound();
  return linkTo(db, reader.session, file);
}

/** A link for this session, whose person may see the file. */
export async function linkTo(
  db: Database,
  session: Reader['session'],
  file: { id: string; contentType: string },
): Promise<OutputOf<typeof linkFile>> {
  const seconds = opensInBrowser(file.contentType) ? LINK_SECONDS.preview : LINK_SECONDS.download;
  const until = Math.floor(Date.now() / 1000) + seconds;
  const link = { file: file.id, session: session.id, until };
  const signature = sign(await recentSetting(db, 'fileLinkSecret'), link).toString('base64url');
  return {
    url: `/files/${file.id}?session=${session.id}&until=${until}&signature=${signature}`,
    expiresAt: new Date(until * 1000).toISOString(),
  };
}

/** Throws 403 unless this server signed the link and it lasts still. Says nothing of its session. */
export async function checkLink(
  db: Database,
  { signature, ...link }: Link & { signature: string },
): Promise<void> {
  const right = sign(await recentSetting(db, 'fileLinkSecret'), link);
  const given = Buffer.from(signature, 'base64url');
  const matches = given.length === right.length && timingSafeEqual(given, right);
  if (!matches || link.until * 1000 < Date.now()) throw linkExpired();
}

const linkExpired = () =>
  new AppError('forbidden', 'El enlace ya venció. Ábrelo de nuevo desde el proyecto.');

export interface OpenedFile {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly key: string;
}

/** The file behind a checked link, while its session lives and the person's account is enabled. */
export async function readLinkedFile(
  db: Database,
  link: Pick<Link, 'file' | 'session'>,
): Promise<OpenedFile> {
  const reader = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', join => join.onRef('u.id', '=', 's.user_id').on('u.state', '=', 'active'))
    .select('u.id')
    .where('s.session_id', '=', link.session)
    .where('s.expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  if (!reader) throw linkExpired();
  const file = await db
    .selectFrom('files as f')
    .innerJoin('projects as p', 'p.id', 'f.project_id')
    .select(['f.name', 'f.size', 'f.content_type as contentType', 'f.storage_key as key', 'p.code'])
    .select(
      sql<boolean>`exists (select from reviews r where r.project_id = p.id and r.user_id = ${reader.id} and r.blind
      and r.${reviewing} and p.status <> all(${[...RESOLVED]}))`.as('blind'),
    )
    .where('f.id', '=', requireId(link.file))
    .executeTakeFirst();
  if (!file) throw notFound();
  const { blind, code, ...opened } = file;
  // People sign the names of their files too.
  return blind ? { ...opened, name: `${code}${extensionOf(opened.name)}` } : opened;
}
const extensionOf = (name: string) => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
