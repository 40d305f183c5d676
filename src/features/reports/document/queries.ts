import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { PrintedDocument, PrintedPhoto } from '../../../domain/kinds/print/print.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import {
  type DoneBy,
  type ReportedProject,
  reportDocument,
  type WholeReport,
} from '../../../domain/reports/document.ts';
import { openPhotoPreparer, PhotoError, type PhotoPreparer } from '../../../server/files/photos.ts';
import { type FileStore, StoreError } from '../../../server/files/store.ts';
import { readPrintable } from '../../attachments/links/queries.ts';
import type { KnownProject } from '../../project-record/held/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import type { Report } from '../contract.ts';
import { readReport } from '../detail/queries.ts';

/** Acceptances of a progress report, from the record of what was done: the report itself names who decided it last. */
const progressAccepted = (project: string, number: number) => sql`
  select x.id, x.at, x.actor_id, x.changes #>> '{subStep,0}' = ${lit.subStep('director')} as "isDirector"
  from audit x where x.object_type = 'project' and x.object_id = ${project}
    and x.action = 'report.accept' and x.changes #>> '{report,1}' = ${String(number)}`;

/** Those of the final one, which is accepted as a step of the project. */
const finalAccepted = (project: string) => sql`
  select h.id, h.at, h.actor_id, h.to_status <> ${lit.status('closed')} as "isDirector"
  from project_history h where h.project_id = ${project}::uuid and h.undone_at is null
    and h.action = ${lit.action('accept_final_report')}`;

interface FirstPage {
  readonly project: ReportedProject;
  readonly accepted: WholeReport['accepted'];
}

interface Accepted extends DoneBy {
  readonly isDirector: boolean;
}

/** What stands around a report on paper, of one that the reader may read: its project, and who accepted it. */
export async function readFirstPage(db: Database, id: string, number: number | null): Promise<FirstPage> {
  const accepted = number === null ? finalAccepted(id) : progressAccepted(id, number);
  const { rows } = await sql<{ project: ReportedProject; accepted: readonly Accepted[] }>`
    select json_build_object('code', p.code, 'title', p.title, 'lead', l.name, 'school', s.name, 'call', k.name,
        'startDate', p.start_date, 'endDate', p.end_date) as project,
      (select coalesce(json_agg(json_build_object('name', u.name, 'at', ${iso(sql`a.at`)},
          'isDirector', a."isDirector") order by a.id), '[]')
        from (${accepted}) a join users u on u.id = a.actor_id) as accepted
    from projects p join users l on l.id = p.lead_id left join schools s on s.id = p.school_id
      left join calls k on k.id = p.call_id
    where p.id = ${id}::uuid`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const lastOf = (isDirector: boolean): DoneBy | null =>
    found.accepted.findLast(a => a.isDirector === isDirector) ?? null;
  return { project: found.project, accepted: { director: lastOf(true), office: lastOf(false) } };
}

interface Making {
  readonly db: Database;
  readonly files: FileStore;
  /** Nobody waits for it any more. */
  readonly gone: AbortSignal;
}

/** A report that the reader has read, ready for paper. */
export async function layOutReport(
  { db, files, gone }: Making,
  { project, accepted }: FirstPage,
  report: Report,
  heading: Parameters<typeof reportDocument>[2],
): Promise<PrintedDocument> {
  const { submittedBy, submittedAt } = report;
  const sent = submittedAt === null ? null : { name: submittedBy?.name ?? '', at: submittedAt };
  const photos = await readReportPhotos({ db, files }, report, gone);
  return reportDocument({ ...report, photos, sent, accepted }, project, heading);
}

/** A report of a project at its address, ready for paper; throws where this person may not read it. */
export async function layOutReportAt(
  making: Making,
  actor: Actor,
  at: KnownProject & { readonly report: string },
  heading: Omit<Parameters<typeof reportDocument>[2], 'reader'>,
): Promise<PrintedDocument> {
  // Links of its photos are made for a session and shown nowhere.
  const reader = { actor, session: { id: '' } };
  const report = await readReport(making.db, reader, at, heading.now);
  const first = await readFirstPage(making.db, at.id, report.number);
  return layOutReport(making, first, report, { ...heading, reader: actor.name });
}

/** Photos under way at once: while one is scaled, the next is on its way from the store. */
const LANES = 3;

type Shown = Omit<PrintedPhoto, 'name'>;

/** Null for what is damaged or lost; a store that does not answer ends the document. */
async function scalePhoto(files: FileStore, photos: PhotoPreparer, key: string): Promise<Buffer | null> {
  try {
    return await photos.scale(await files.read(key));
  } catch (error) {
    if (error instanceof PhotoError) return null;
    if (!(error instanceof StoreError) || (await files.stat(key))) throw error;
    return null;
  }
}

/** Photos of a report in their order, small enough for paper; without an image where one may not be shown. */
async function readReportPhotos(
  { db, files }: { readonly db: Database; readonly files: FileStore },
  { photos: given }: Pick<Report, 'photos'>,
  gone: AbortSignal,
): Promise<Shown[]> {
  if (given.length === 0) return [];
  const keys = await readPrintable(
    db,
    given.map(p => p.versionId),
  );
  const shown: Shown[] = given.map(({ caption, name }) => ({ caption: caption || name, image: null }));
  const left = given.flatMap(({ versionId }, n) => {
    const key = keys.get(versionId);
    return key === undefined ? [] : [{ n, key }];
  });
  const preparer = openPhotoPreparer();
  const lane = async () => {
    for (let next = left.shift(); next && !gone.aborted; next = left.shift()) {
      const photo = shown[next.n];
      if (photo) shown[next.n] = { ...photo, image: await scalePhoto(files, preparer, next.key) };
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } finally {
    await preparer.close();
  }
  return shown;
}
