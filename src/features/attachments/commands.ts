import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { can } from '../../domain/access/can.ts';
import {
  judgeFileChange,
  judgeUpload,
  mayAnswerPhotos,
  mayReadFile,
} from '../../domain/access/file-edits.ts';
import type { ProjectSubject } from '../../domain/access/subject.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import { type FileState, isRejected } from '../../domain/files/file-states.ts';
import type { PhotoAnswer } from '../../domain/files/photo-answers.ts';
import type { KindDefinition } from '../../domain/kinds/definition.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../domain/kit/problem.ts';
import { reportName } from '../../domain/reports/names.ts';
import { isPhoto } from '../../domain/text/file-types.ts';
import { formatDay } from '../../domain/text/format.ts';
import { type Command, type CommandContext, changesBetween, command } from '../../server/commands/command.ts';
import { type FileStore, leaveToClock } from '../../server/files/store.ts';
import type { KindLookup } from '../kinds/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  requireId,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { answerPhoto as answerContract } from './contract.ts';
import { fileOf } from './queries.ts';

export interface FileProject extends ProjectAddress {
  readonly kinds: KindLookup;
}
interface Edited {
  readonly project: StoredProject;
  readonly kind: KindDefinition;
  readonly subject: ProjectSubject;
}

async function readEdited({ tx, actor, now }: Command, address: FileProject): Promise<Edited> {
  const project = await readProject(tx, actor, address);
  const kind = definitionOf(address.kinds, project);
  return { project, kind, subject: subjectOf(project, kind, { now }) };
}

/** The project with its kind, when the person may send a file of this type. */
export async function requireSender(
  run: Command,
  address: FileProject,
  documentType: string,
): Promise<Edited> {
  const edited = await readEdited(run, address);
  const verdict = judgeUpload(run.actor, edited.subject, documentType);
  if (!verdict.allowed) throw forbidden('subir archivos', verdict.reason);
  return edited;
}

interface HeldFile {
  readonly id: string;
  readonly documentType: string;
  readonly ownerId: string;
}

/** Holds a file, by its id, until the end: what is counted of its versions stays so. Undefined where it is gone. */
export const lockFile = (tx: Transaction, projectId: string, id: string): Promise<HeldFile | undefined> =>
  tx
    .selectFrom('files')
    .select(['id', 'document_type as documentType', 'uploaded_by as ownerId'])
    .where('id', '=', requireId(id))
    .where('project_id', '=', projectId)
    .where('version', '=', 1)
    .forUpdate()
    .executeTakeFirst();

async function holdFile(tx: Transaction, projectId: string, id: string): Promise<HeldFile> {
  const held = await lockFile(tx, projectId, id);
  if (!held) throw notFound();
  return held;
}

/** A file of this project that the person may replace or remove. */
export async function requireFileChange(
  { tx, actor }: Command,
  { project, subject }: Edited,
  id: string,
): Promise<HeldFile> {
  const file = await holdFile(tx, project.id, id);
  const verdict = judgeFileChange(actor, subject, file);
  if (!verdict.allowed) throw forbidden('cambiar este archivo', verdict.reason);
  return file;
}

/** Makes a version the one that counts of its file. */
export async function countVersion(
  tx: Transaction,
  { id, file }: { id: string; file: string },
): Promise<void> {
  // One after the other: at no moment may two count.
  await sql`update files x set current = false where ${fileOf} = ${file} and current and id <> ${id}`.execute(
    tx,
  );
  await sql`update files set current = true where id = ${id}`.execute(tx);
}

/** The same once a version of a file that is held is ready: unless a later one is. */
export async function countReady(tx: Transaction, { id, file }: { id: string; file: string }): Promise<void> {
  const { rows } = await sql`
    select 1 from files x where ${fileOf} = ${file} and x.state = ${lit.file('ready')} and x.current
      and x.version > (select version from files where id = ${id})`.execute(tx);
  if (rows.length === 0) await countVersion(tx, { id, file });
}

interface Gone {
  readonly id: string;
  readonly sha256: Buffer;
  readonly keys: string[];
}

/** The version that counts from now on: the newest that is ready, else the first. */
async function countNewest(tx: Transaction, file: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from files x where ${fileOf} = ${file}
    order by state = ${lit.file('ready')} desc, case when state = ${lit.file('ready')} then -version else version end
    limit 1`.execute(tx);
  if (rows[0]) await countVersion(tx, { id: rows[0].id, file });
}

type FileAddress = FileProject & { readonly file: string };

const remove = command('active', async (run: Command, input: FileAddress): Promise<string[]> => {
  const { tx, actor } = run;
  const edited = await readEdited(run, input);
  const { rows: found } = await sql<{ file: string; state: FileState; documentType: string }>`
    select ${fileOf} as file, state, document_type as "documentType" from files x
    where id = ${requireId(input.file)} and project_id = ${edited.project.id}`.execute(tx);
  const [version] = found;
  if (!version || !mayReadPrivate(actor, edited.subject)) throw notFound();
  if (!mayReadFile(actor, edited.subject, version.documentType)) throw notFound();
  const mayDismiss = isRejected(version) && can(actor, 'upload', edited.subject).allowed;
  const held = mayDismiss
    ? await holdFile(tx, edited.project.id, version.file)
    : await requireFileChange(run, edited, version.file);
  if (mayDismiss && version.file === input.file) await requireUnused(run, edited, held);
  await refuseProof(run, input.file);
  const { rows } = await sql<Gone>`
    select x.id, x.sha256, array_remove(array_agg(r.storage_key) || x.storage_key, null) as keys
    from files x left join file_renditions r on r.file_id = x.id
    where ${input.file} in (x.id, x.original_id) group by x.id`.execute(tx);
  await tx.deleteFrom('files').where('id', '=', input.file).execute();
  await countNewest(tx, version.file);
  run.record({
    action: 'file.delete',
    objectType: 'project',
    objectId: edited.project.id,
    changes: Object.fromEntries(rows.map(({ id, sha256 }) => [id, [sha256.toString('hex'), null] as const])),
  });
  return rows.flatMap(row => row.keys);
});

/** A file goes whole: when one of its other versions may be used, that is more than putting away what was rejected. */
async function requireUnused(run: Command, edited: Edited, { id }: HeldFile): Promise<void> {
  const { rows } =
    await sql`select 1 from files x where ${fileOf} = ${id} and state <> ${lit.file('rejected')}`.execute(
      run.tx,
    );
  if (rows.length > 0) await requireFileChange(run, edited, id);
}

/** What shows that a measurement is true, or money was spent or given back, and what a report shows stays as long. */
async function refuseProof({ tx }: Command, file: string): Promise<void> {
  // Waits for whoever refers to it at this moment.
  await sql`select from files where ${file} in (id, original_id) order by id for update`.execute(tx);
  const { rows } = await sql<{ name: string; version: number; detail: string; of: keyof typeof PROOF_OF }>`
    select x.name, x.version, used.detail, used.of from files x join (
      select e.version_id, m.day::text as detail, 'measurement' as of
        from measurement_evidence e join measurements m on m.id = e.measurement_id
      union all select p.version_id, v.issued_on::text, 'expense'
        from expense_papers p join expenses e on e.id = p.expense_id join vouchers v on v.id = e.voucher_id
      union all select r.version_id, r.day::text, 'refund' from refunds r
      union all select h.version_id, coalesce(r.number::text, ''), 'report'
        from report_photos h join reports r on r.id = h.report_id) used on used.version_id = x.id
    where ${file} in (x.id, x.original_id) order by used.detail limit 1`.execute(tx);
  const [used] = rows;
  if (used)
    throw new AppError(
      'rule',
      `«${used.name}» (versión ${used.version}) es ${PROOF_OF[used.of](used.detail)}: no se puede quitar.`,
    );
}
const PROOF_OF = {
  measurement: (day: string) => `evidencia de la medición del ${formatDay(day)} de un indicador`,
  expense: (day: string) => `respaldo del gasto del ${formatDay(day)}`,
  refund: (day: string) => `comprobante del reintegro del ${formatDay(day)}`,
  report: (number: string) => `parte del ${reportName(number === '' ? null : Number(number)).toLowerCase()}`,
} as const;

/** The rows go first: an object without a row is cleaned up, a row without an object would be a loss. */
export async function deleteFile(
  context: CommandContext,
  files: FileStore,
  input: FileAddress,
): Promise<Record<string, never>> {
  for (const key of await remove(context, input)) await files.delete(key).catch(leaveToClock);
  return {};
}

/** Of the version that counts: another one shows other people. */
export const answerPhoto = command(
  'active',
  async (run: Command, input: FileAddress & { answer: BodyOf<typeof answerContract> }) => {
    const { tx, actor } = run;
    const { project, subject } = await readEdited(run, input);
    if (!mayReadPrivate(actor, subject)) throw notFound();
    if (!mayAnswerPhotos(actor, subject))
      throw forbidden('responder por esta foto', 'Solo puede hacerlo el equipo o la oficina.');
    const { id } = await holdFile(tx, project.id, input.file);
    const { rows } = await sql<{ id: string; contentType: string; before: PhotoAnswer | null }>`
      select x.id, x.content_type as "contentType", (select json_build_object('people', a.people, 'consent', a.consent,
        'note', a.note) from photo_answers a where a.file_id = x.id) as before
      from files x where ${fileOf} = ${id} and x.current`.execute(tx);
    const [photo] = rows;
    if (!photo || !isPhoto(photo.contentType))
      throw new AppError('rule', 'Este archivo no es una foto: no hay nada que responder.');
    const { people, consent, note } = input.answer;
    await sql`
      insert into photo_answers (file_id, people, consent, note, answered_by)
      values (${photo.id}, ${people}, ${consent}, ${note}, ${actor.id})
      on conflict (file_id) do update set people = excluded.people, consent = excluded.consent, note = excluded.note,
        answered_by = excluded.answered_by, answered_at = now()`.execute(tx);
    run.record({
      action: 'file.photo',
      objectType: 'project',
      objectId: project.id,
      changes: changesBetween({ ...photo.before }, { people, consent, note }),
    });
    return {};
  },
);
