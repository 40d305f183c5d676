import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { can } from '../../domain/access/can.ts';
import { judgeFileChange, mayAnswerPhotos, mayReadFile } from '../../domain/access/file-edits.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import { isRejected } from '../../domain/files/file-states.ts';
import { isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { EXPENSE_DOCUMENT } from '../../domain/sections/attachments.ts';
import { isPhoto } from '../../domain/text/file-types.ts';
import type { KindLookup } from '../kinds/queries.ts';
import type { ProjectFile } from '../project-record/detail/contract.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { FileVersion, ListedFile, listFiles } from './contract.ts';
import { type Reader, thumbnailLinks } from './links/queries.ts';

/** Id of the file that a version `x` belongs to. */
export const fileOf = sql<string>`coalesce(x.original_id, x.id)`;

const versionPairs = sql`'version', x.version, 'state', x.state, 'reason', x.reason, 'name', x.name, 'size', x.size,
  'contentType', x.content_type, 'sha256', encode(x.sha256, 'hex'), 'uploadedAt', ${iso(sql`x.uploaded_at`)},
  'uploadedBy', (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = x.uploaded_by)`;
const filePairs = sql`'id', ${fileOf}, 'documentType', x.document_type, ${versionPairs}`;
const scanPairs = sql`'scan', x.scan, 'scanDetail', x.scan_detail`;

/** What is no paper of an expense: those are seen by who reads what was spent, beside it. */
export const isPublicPaper = sql`x.document_type <> ${sql.lit(EXPENSE_DOCUMENT)}`;

/** Those of the project `p`, oldest first, as a JSON column. */
export const filesColumn = sql`coalesce((select json_agg(json_build_object(${filePairs}) order by x.uploaded_at, x.id)
  from files x where x.project_id = p.id and x.current and ${isPublicPaper}), '[]')`;

/** The version that counts of the file that the versions `which` belong to. */
export async function readFile(
  db: Database | Transaction,
  which: RawBuilder<unknown>,
): Promise<ProjectFile | undefined> {
  const { rows } = await sql<{ file: ProjectFile }>`
    select json_build_object(${filePairs}) as file from files x
    where x.current and ${fileOf} = (select ${fileOf} from files x where ${which})`.execute(db);
  return rows[0]?.file;
}

interface ListedColumns {
  file: ProjectFile & Pick<ListedFile, 'scan' | 'scanDetail' | 'versionId'>;
  ownerId: string;
  photo: ListedFile['photo'];
  hasThumbnail: boolean;
  versions: FileVersion[];
}

const listed = (projectId: string) => sql<ListedColumns>`
  select json_build_object(${filePairs}, ${scanPairs}, 'versionId', x.id) as file,
    (select o.uploaded_by from files o where o.id = ${fileOf}) as "ownerId",
    (select json_build_object('people', a.people, 'consent', a.consent, 'note', a.note, 'answeredBy', u.name,
      'answeredAt', ${iso(sql`a.answered_at`)})
      from photo_answers a join users u on u.id = a.answered_by where a.file_id = x.id) as photo,
    exists (select from file_renditions r where r.file_id = x.id and r.kind = 'thumbnail') as "hasThumbnail",
    coalesce(v.versions, '[]') as versions
  from files x left join (
    select ${fileOf} as file_id,
      json_agg(json_build_object('id', x.id, ${versionPairs}, ${scanPairs}) order by x.version desc) as versions
    from files x where x.project_id = ${projectId} and not x.current group by 1) v on v.file_id = ${fileOf}
  where x.project_id = ${projectId} and x.current order by x.uploaded_at, x.id`;

/** For who reads all of the project; in one round trip besides the project itself. */
export async function projectFiles(
  db: Database,
  reader: Reader,
  { kinds, ...address }: ProjectAddress & { kinds: KindLookup },
): Promise<OutputOf<typeof listFiles>> {
  const { actor, session } = reader;
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project));
  if (!mayReadPrivate(actor, subject)) throw notFound();
  const [{ rows }, { link, expiresAt }] = await Promise.all([
    listed(project.id).execute(db),
    thumbnailLinks(db, session),
  ]);
  const mayUpload = can(actor, 'upload', subject).allowed;
  const readable = rows.filter(({ file }) => mayReadFile(actor, subject, file.documentType));
  const files = readable.map(({ file, ownerId, photo, hasThumbnail, versions }) => {
    const mayChange = judgeFileChange(actor, subject, { documentType: file.documentType, ownerId }).allowed;
    return {
      ...file,
      photo,
      versions,
      thumbnail: hasThumbnail ? link(file.versionId) : null,
      mayReplace: mayChange,
      // What cannot be used is in nobody's way.
      mayRemove: mayChange || (mayUpload && isRejected(file)),
      mayOpenOriginal: isPhoto(file.contentType) && (isAdmin(actor) || file.uploadedBy.id === actor.id),
    };
  });
  return { files, mayAnswerPhotos: mayAnswerPhotos(actor, subject), expiresAt };
}
