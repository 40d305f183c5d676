import { sql } from 'kysely';
import { readHolidays } from '../../db/holidays.ts';
import { among, lit } from '../../db/states.ts';
import {
  judgeCorrection,
  judgeDecision,
  judgeMeasurementChange,
  measurementHolders,
} from '../../domain/access/measurements.ts';
import { recordedDayError } from '../../domain/execution/activities.ts';
import {
  isSubmitted,
  MEASUREMENT_DAYS,
  OPEN_MEASUREMENTS,
} from '../../domain/execution/measurement-states.ts';
import {
  type Evidence,
  figureErrors,
  figuresOf,
  type MeasurementFields,
} from '../../domain/execution/measurements.ts';
import { addWorkingDays, localDay } from '../../domain/kit/calendar.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden, notFound } from '../../domain/kit/problem.ts';
import { EXPENSE_DOCUMENT } from '../../domain/sections/attachments.ts';
import type { Indicator } from '../../domain/sections/indicators.ts';
import { inputErrors } from '../../domain/workflow/demands.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import {
  type HeldProject,
  holdProject,
  type KnownProject,
  openRecording,
  readEarliest,
} from '../project-record/held/queries.ts';
import { requireId } from '../project-record/subject/queries.ts';
import { headsOf } from '../workflow/transitions/queries.ts';
import type {
  decideMeasurements as decideContract,
  recordMeasurement as recordContract,
  saveMeasurement as saveContract,
} from './contract.ts';
import { announceDecided, announceSubmitted, withdrawCalls } from './notices/commands.ts';
import { indicatorOf, type LockedMeasurement, lockMeasurements } from './queries.ts';
import { readWriters } from './waiting/queries.ts';

const judgedOf = ({ state, authorId, updatedById }: LockedMeasurement) => ({ state, authorId, updatedById });

/** A measurement of this project, held until the end; 404 without. */
async function requireMeasurement(
  { tx }: Command,
  { project }: HeldProject,
  id: string,
): Promise<LockedMeasurement> {
  const found = (await lockMeasurements(tx, [requireId(id)])).get(id);
  if (found?.projectId !== project.id) throw notFound();
  return found;
}

/** Somebody changed or decided it since it was looked at. */
function outdated({ version, state, by }: LockedMeasurement): AppError {
  const what = isSubmitted({ state }) ? 'cambió' : 'ya decidió o cambió';
  return new AppError('conflict', `${by} ${what} esta medición. Revisa cómo quedó antes de seguir.`, {
    extra: { version, state, updatedBy: by },
  });
}

/** All that is wrong with what was given, beyond its shape. */
async function fieldErrors(
  { tx, now }: Command,
  { project }: HeldProject,
  indicator: Indicator,
  given: MeasurementFields,
): Promise<FieldError[]> {
  const today = localDay(now);
  const dayError = recordedDayError(given.day, await readEarliest(tx, project), today);
  const versions = given.evidence.flatMap(e => e.versionId ?? []);
  const { rows } = await sql<{ id: string }>`
    select id from files where project_id = ${project.id} and id = any(${versions}::uuid[])
      and state <> ${lit.file('rejected')} and document_type <> ${EXPENSE_DOCUMENT}`.execute(tx);
  const known = new Set(rows.map(row => row.id));
  return [
    ...(dayError === null ? [] : [{ path: 'day', message: dayError }]),
    ...figureErrors(indicator, given),
    ...given.evidence.flatMap(({ versionId, seenOn }, n): FieldError[] => {
      if (versionId !== null && !known.has(versionId))
        return [
          {
            path: `evidence.${n}.versionId`,
            message: 'Ese archivo no está en el proyecto: súbelo de nuevo.',
          },
        ];
      return seenOn !== null && seenOn > today
        ? [{ path: `evidence.${n}.seenOn`, message: 'La fecha no puede ser posterior a hoy.' }]
        : [];
    }),
  ];
}

async function requireSound(run: Command, held: HeldProject, indicator: Indicator, given: MeasurementFields) {
  const errors = await fieldErrors(run, held, indicator, given);
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
}

async function writeEvidence({ tx }: Command, id: string, evidence: readonly Evidence[]): Promise<void> {
  await tx.deleteFrom('measurement_evidence').where('measurement_id', '=', id).execute();
  if (evidence.length === 0) return;
  await tx
    .insertInto('measurement_evidence')
    .values(
      evidence.map(({ versionId, url, seenOn }, position) => ({
        ...{ measurement_id: id, position },
        ...(versionId === null ? { url, seen_on: seenOn } : { version_id: versionId }),
      })),
    )
    .execute();
}

const dueFrom = async ({ tx, now }: Command): Promise<Date> =>
  addWorkingDays(now, MEASUREMENT_DAYS, await readHolidays(tx));

/** What is stored of a measurement that is sent, now or once more. */
const columnsOf = async (run: Command, indicator: Indicator, given: MeasurementFields) => ({
  ...{ day: given.day, note: given.note, ...figuresOf(indicator, given) },
  ...{ state: 'submitted' as const, submitted_at: run.now, due_at: await dueFrom(run) },
  ...{ decided_by: null, decided_at: null, updated_at: run.now, updated_by: run.actor.id },
});

/** What the audit keeps: figures, no words. */
const auditOf = (
  indicatorId: string,
  { day, value, numerator, denominator, evidence }: MeasurementFields,
) => ({
  ...{ indicator: indicatorId, day, value, numerator, denominator },
  evidence: evidence.length,
});

/** The accepted measurement whose place another is to take; what is corrected by somebody already is not twice. */
async function requireCorrected(run: Command, held: HeldProject, replacesId: string, indicatorId: string) {
  const replaced = await requireMeasurement(run, held, replacesId);
  const verdict = judgeCorrection(run.actor, held.subject, judgedOf(replaced));
  if (!verdict.allowed) throw forbidden('corregir esta medición', verdict.reason);
  if (replaced.indicatorId !== indicatorId) throw notFound();
  const { rows } = await sql<{ by: string }>`
    select u.name as by from measurements m join users u on u.id = m.author_id where m.replaces_id = ${replacesId}
      and m.state in ${among(OPEN_MEASUREMENTS)}`.execute(run.tx);
  const [other] = rows;
  if (other)
    throw new AppError(
      'conflict',
      `${other.by} ya envió una corrección de esta medición: espera la decisión.`,
    );
  return replaced;
}

type New = KnownProject & { readonly given: BodyOf<typeof recordContract> };

export const recordMeasurement = command('active', async (run: Command, { given, ...address }: New) => {
  const { tx, actor, now, record } = run;
  const held = await openRecording(run, address);
  const { id, indicatorId, replacesId, ...fields } = given;
  const before = (await lockMeasurements(tx, [id])).get(id);
  if (before && (before.projectId !== held.project.id || before.authorId !== actor.id))
    throw new AppError('conflict', 'Esta medición ya existe: recarga la página e inténtalo de nuevo.');
  // Sent again after a lost answer.
  if (before) return { id, version: before.version };
  const indicator = indicatorOf(held.project, indicatorId);
  if (!indicator) throw notFound();
  const replaced = replacesId === null ? null : await requireCorrected(run, held, replacesId, indicatorId);
  await requireSound(run, held, indicator, fields);
  const waiting = await readWriters(tx, held.project.id);
  const columns = await columnsOf(run, indicator, fields);
  await tx
    .insertInto('measurements')
    .values({
      ...columns,
      ...{ id, project_id: held.project.id, indicator_id: indicatorId, author_id: actor.id },
      ...{ replaces_id: replacesId, recorded_at: replaced?.recordedAt ?? now },
    })
    .execute();
  await writeEvidence(run, id, fields.evidence);
  await announceSubmitted(run, held, { authorId: actor.id, due: columns.due_at }, waiting);
  record({
    ...{ action: 'measurement.submit', objectType: 'project', objectId: held.project.id },
    changes: changesBetween({}, { measurement: id, replaces: replacesId, ...auditOf(indicatorId, fields) }),
  });
  return { id, version: 1 };
});

type Address = KnownProject & { readonly measurement: string };

/** A measurement that does not count yet, which the person may change. */
async function openMeasurement(run: Command, { measurement, ...address }: Address) {
  const held = await holdProject(run, address);
  const found = await requireMeasurement(run, held, measurement);
  const verdict = judgeMeasurementChange(run.actor, held.subject, judgedOf(found));
  return { held, found, verdict };
}

export const saveMeasurement = command(
  'active',
  async (run: Command, { given, ...address }: Address & { readonly given: BodyOf<typeof saveContract> }) => {
    const { held, found, verdict } = await openMeasurement(run, address);
    const { version, ...fields } = given;
    const refused = verdict.allowed ? null : forbidden('cambiar esta medición', verdict.reason);
    // Who changed it since is told to those whose it is alone.
    if (refused && !verdict.allowed && verdict.hidden) throw refused;
    if (found.version !== version) throw outdated(found);
    if (refused) throw refused;
    const indicator = indicatorOf(held.project, found.indicatorId);
    if (!indicator) throw notFound();
    await requireSound(run, held, indicator, fields);
    const waiting = await readWriters(run.tx, held.project.id);
    const columns = await columnsOf(run, indicator, fields);
    await run.tx
      .updateTable('measurements')
      .set({ ...columns, version: version + 1 })
      .where('id', '=', found.id)
      .execute();
    await writeEvidence(run, found.id, fields.evidence);
    await announceSubmitted(run, held, { authorId: found.authorId, due: columns.due_at }, waiting);
    run.record({
      ...{ action: 'measurement.submit', objectType: 'project', objectId: held.project.id },
      changes: changesBetween({}, { measurement: found.id, ...auditOf(found.indicatorId, fields) }),
    });
    return { id: found.id, version: version + 1 };
  },
);

export const removeMeasurement = command('active', async (run: Command, address: Address) => {
  const { held, found, verdict } = await openMeasurement(run, address);
  if (!verdict.allowed) throw forbidden('quitar esta medición', verdict.reason);
  await run.tx.deleteFrom('measurements').where('id', '=', found.id).execute();
  await withdrawCalls(run, held);
  run.record({
    ...{ action: 'measurement.remove', objectType: 'project', objectId: held.project.id },
    changes: { measurement: [found.id, null], indicator: [found.indicatorId, null] },
  });
  return {};
});

type Decision = BodyOf<typeof decideContract>;

/** The measurements as the reader saw them, each of which they may decide; whether it is the last possible one. */
async function requireDecidable(
  { tx, actor }: Command,
  { project, subject }: HeldProject,
  given: Decision,
): Promise<{ found: LockedMeasurement[]; isLastResort: boolean }> {
  const heads = await headsOf(tx, project.schoolId);
  const locked = await lockMeasurements(
    tx,
    given.measurements.map(m => m.id),
  );
  let isLastResort = false;
  const found = given.measurements.map(({ id, version }) => {
    const m = locked.get(id);
    if (m?.projectId !== project.id) throw notFound();
    const verdict = judgeDecision(
      actor,
      subject,
      judgedOf(m),
      measurementHolders(heads, subject, judgedOf(m)),
    );
    if (!verdict.allowed) throw forbidden('decidir esta medición', verdict.reason);
    if (m.version !== version || !isSubmitted(m)) throw outdated(m);
    isLastResort ||= verdict.lastResort === true;
    return m;
  });
  return { found, isLastResort };
}

/** What was sent counts; what it corrects gives its place to it. */
async function accept({ tx, actor, now }: Command, found: readonly LockedMeasurement[]): Promise<void> {
  const refused = [...new Set(found.flatMap(m => m.refused))];
  if (refused.length > 0)
    throw new AppError(
      'rule',
      `La revisión rechazó «${refused[0]}», que es evidencia: devuelve la medición.`,
    );
  const replaced = found.flatMap(m => m.replacesId ?? []);
  await sql`update measurements set state = ${lit.measurement('superseded')}, version = version + 1, updated_at = ${now}
    where id = any(${replaced}::uuid[])`.execute(tx);
  await sql`update measurements set state = ${lit.measurement('accepted')}, version = version + 1, updated_at = ${now},
      decided_by = ${actor.id}, decided_at = ${now}
    where id = any(${found.map(m => m.id)}::uuid[])`.execute(tx);
}

const sendBack = ({ tx, actor, now }: Command, found: readonly LockedMeasurement[], reason: string) =>
  sql`update measurements set state = ${lit.measurement('returned')}, version = version + 1, updated_at = ${now},
      decided_by = ${actor.id}, decided_at = ${now}, reason = ${reason}
    where id = any(${found.map(m => m.id)}::uuid[])`.execute(tx);

export const decideMeasurements = command(
  'active',
  async (run: Command, { given, ...address }: KnownProject & { readonly given: Decision }) => {
    const held = await holdProject(run, address);
    const { found, isLastResort } = await requireDecidable(run, held, given);
    const demand = isLastResort ? 'reason>=10' : 'reason>=1';
    const errors = inputErrors(given.accept && !isLastResort ? [] : [demand], { reason: given.reason });
    if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
    if (given.accept) await accept(run, found);
    else await sendBack(run, found, given.reason);
    await withdrawCalls(run, held);
    await announceDecided(run, held, found, { isAccepted: given.accept, reason: given.reason });
    run.record({
      action: given.accept ? 'measurement.accept' : 'measurement.return',
      ...{ objectType: 'project', objectId: held.project.id },
      changes: {
        measurements: [null, found.map(m => m.id)],
        ...(isLastResort && { lastResort: [false, true] as const }),
      },
    });
    return { decided: found.length };
  },
);
