import { sql } from 'kysely';
import { judgeReportEdit } from '../../domain/access/reports.ts';
import { isRejected } from '../../domain/files/file-states.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden } from '../../domain/kit/problem.ts';
import { askedParts } from '../../domain/reports/gaps.ts';
import { reportAddress } from '../../domain/reports/names.ts';
import { REPORT_PART_SLUGS, type ReportTexts } from '../../domain/reports/parts.ts';
import { correctionErrors } from '../../domain/reports/people.ts';
import { isReturnedReport, type ReportState } from '../../domain/reports/report-states.ts';
import { EXPENSE_DOCUMENT } from '../../domain/sections/attachments.ts';
import { isPhoto } from '../../domain/text/file-types.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import type { HeldProject, KnownProject } from '../project-record/held/queries.ts';
import type { ReportFields, saveReport as saveContract } from './contract.ts';
import { holdReports, type LockedReport, lockReport, requireReport, stateOf } from './queries.ts';

/** Somebody wrote, sent or decided it since it was looked at. */
export function outdated(found: Pick<LockedReport, 'version' | 'by'> | undefined): AppError {
  if (!found) return new AppError('conflict', 'Este informe cambió: recarga la página e inténtalo de nuevo.');
  const { version, by } = found;
  return new AppError(
    'conflict',
    `${by} cambió, envió o decidió este informe. Revisa cómo quedó antes de seguir.`,
    {
      extra: { version, updatedBy: by },
    },
  );
}

/** What somebody meant to be empty is not written. */
const withoutEmpty = (texts: ReportTexts): ReportTexts =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));

/** Parts whose text changes. */
const changedParts = (before: ReportTexts, after: ReportTexts) =>
  REPORT_PART_SLUGS.filter(part => (before[part] ?? '') !== (after[part] ?? ''));

const isSameRecord = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(key => a[key] === b[key]);

/** These very values are stored already. */
function isStored(found: LockedReport, given: ReportFields): boolean {
  const { photos, observations } = found;
  return (
    changedParts(found.texts, given.texts).length === 0 &&
    isSameRecord(found.people, given.people) &&
    found.peopleReason === given.peopleReason &&
    photos.length === given.photos.length &&
    photos.every((photo, n) => isSameRecord(photo, given.photos[n] ?? {})) &&
    given.answers.every(({ id, answer }) => observations.find(o => o.id === id)?.answer === answer)
  );
}

/** A text that a progress report does not ask for is nowhere to be read. */
const textErrors = (number: number | null, texts: ReportTexts): FieldError[] =>
  REPORT_PART_SLUGS.filter(part => texts[part] && !askedParts(number).some(p => p.value === part)).map(
    part => ({ path: `texts.${part}`, message: 'Este texto va en el informe final.' }),
  );

/** Only what was observed in a progress report that came back is answered here. */
function answerErrors(
  found: LockedReport | undefined,
  state: ReportState,
  { answers }: ReportFields,
): FieldError[] {
  const isOpen = found !== undefined && found.number !== null && isReturnedReport({ state });
  const observed = isOpen ? found.observations.map(o => o.id) : [];
  const ids = answers.map(a => a.id);
  return ids.flatMap((id, n): FieldError[] => {
    if (!observed.includes(id))
      return [{ path: `answers.${n}.answer`, message: 'Esta observación no está entre las del informe.' }];
    return ids.indexOf(id) < n
      ? [{ path: `answers.${n}.answer`, message: 'Ya la respondes más arriba.' }]
      : [];
  });
}

/** Photos of this project that everybody who reads its reports may see; what is shown already may have been rejected since. */
async function photoErrors(
  { tx }: Command,
  { project }: HeldProject,
  found: LockedReport | undefined,
  { photos }: ReportFields,
): Promise<FieldError[]> {
  const ids = photos.map(p => p.versionId);
  // Held until the end: none of them is removed between being looked at and being shown.
  const { rows } = await sql<{ id: string; name: string; state: 'rejected'; contentType: string }>`
    select id, name, state, content_type as "contentType" from files
    where project_id = ${project.id} and id = any(${ids}::uuid[]) and document_type <> ${EXPENSE_DOCUMENT}
    order by id for key share`.execute(tx);
  const known = new Map(rows.filter(row => isPhoto(row.contentType)).map(row => [row.id, row]));
  const shown = found?.photos.map(p => p.versionId) ?? [];
  return ids.flatMap((id, n): FieldError[] => {
    const path = `photos.${n}.versionId`;
    const photo = known.get(id);
    if (!photo) return [{ path, message: 'Esa foto no está en el proyecto: elige otra.' }];
    const isRefused = isRejected(photo) && !shown.includes(id);
    return isRefused ? [{ path, message: `La revisión rechazó «${photo.name}»: elige otra.` }] : [];
  });
}

async function writePhotos({ tx }: Command, id: string, photos: ReportFields['photos']): Promise<void> {
  await tx.deleteFrom('report_photos').where('report_id', '=', id).execute();
  if (photos.length === 0) return;
  await tx
    .insertInto('report_photos')
    .values(
      photos.map(({ versionId, caption }, position) => ({
        ...{ report_id: id, position, caption },
        version_id: versionId,
      })),
    )
    .execute();
}

/** Stores what is written; answers its version. The project is held: nobody else begins the same report. */
async function write(
  { tx, actor, now }: Command,
  { project }: HeldProject,
  number: number | null,
  found: LockedReport | undefined,
  given: ReportFields,
): Promise<{ id: string; version: number }> {
  const answers = new Map(given.answers.map(a => [a.id, a.answer]));
  const observations = (found?.observations ?? []).map(o => ({
    ...o,
    answer: answers.get(o.id) ?? o.answer,
  }));
  const written = {
    texts: JSON.stringify(given.texts),
    people: JSON.stringify(given.people),
    observations: JSON.stringify(observations),
    ...{ people_reason: given.peopleReason, updated_by: actor.id, updated_at: now },
  };
  if (!found)
    return tx
      .insertInto('reports')
      .values({
        ...written,
        ...{ project_id: project.id, number, author_id: actor.id },
        state: number === null ? null : 'draft',
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
  return tx
    .updateTable('reports')
    .set({ ...written, version: found.version + 1 })
    .where('id', '=', found.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
}

/** What the audit keeps: which parts and figures, no words of them. */
const auditOf = (number: number | null, found: LockedReport | undefined, given: ReportFields) => ({
  report: [null, reportAddress(number)] as const,
  ...changesBetween(
    {
      ...{ texts: [], correctedPeople: found?.people ?? {}, peopleReason: found?.peopleReason ?? '' },
      photos: found?.photos.map(p => p.versionId) ?? [],
    },
    {
      texts: changedParts(found?.texts ?? {}, given.texts),
      ...{ correctedPeople: given.people, peopleReason: given.peopleReason },
      photos: given.photos.map(p => p.versionId),
    },
  ),
});

type Given = KnownProject & { readonly report: string; readonly given: BodyOf<typeof saveContract> };

export const saveReport = command(
  'active',
  async (
    run: Command,
    { given: sent, report, ...address }: Given,
  ): Promise<OutputOf<typeof saveContract>> => {
    const held = await holdReports(run, address);
    const { project, subject } = held;
    const number = requireReport(held, report);
    const found = await lockReport(run.tx, project, number);
    const state = stateOf(project, number, found);
    const verdict = judgeReportEdit(run.actor, subject, { state });
    const refused = verdict.allowed ? null : forbidden('escribir este informe', verdict.reason);
    // Who changed it since is told to those whose it is alone.
    if (refused && !verdict.allowed && verdict.hidden) throw refused;
    const { version, ...rest } = sent;
    const given = { ...rest, texts: withoutEmpty(rest.texts) };
    // Sent again after a lost answer, or nothing new.
    if (!refused && found && isStored(found, given) && found.version >= version)
      return { version: found.version, savedAt: found.updatedAt };
    if ((found?.version ?? 0) !== version) throw outdated(found);
    if (refused) throw refused;
    const errors = [
      ...textErrors(number, given.texts),
      ...correctionErrors(number, given),
      ...(await photoErrors(run, held, found, given)),
      ...answerErrors(found, state, given),
    ];
    if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
    const stored = await write(run, held, number, found, given);
    await writePhotos(run, stored.id, given.photos);
    run.record({
      ...{ action: 'report.save', objectType: 'project', objectId: project.id },
      changes: auditOf(number, found, given),
    });
    return { version: stored.version, savedAt: run.now.toISOString() };
  },
);
