import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import { lit } from '../../../db/states.ts';
import { judgeReportDecision, judgeReportEdit } from '../../../domain/access/reports.ts';
import type { SubStep } from '../../../domain/kinds/statuses.ts';
import { addWorkingDays } from '../../../domain/kit/calendar.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import type { Verdict } from '../../../domain/kit/verdict.ts';
import { observableParts, refusedPhoto, textGaps } from '../../../domain/reports/gaps.ts';
import { REPORT_PART_SLUGS } from '../../../domain/reports/parts.ts';
import { isReturnedReport, isSubmittedReport } from '../../../domain/reports/report-states.ts';
import { RULES } from '../../../domain/text/rule-messages.ts';
import { REPORT_CORRECTION_DAYS } from '../../../domain/workflow/due.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import type { HeldProject, KnownProject } from '../../project-record/held/queries.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import { renewDue } from '../../workflow/due/commands.ts';
import { outdated } from '../commands.ts';
import type { decideReport as decideContract, submitReport as submitContract } from '../contract.ts';
import { readFacts } from '../facts/queries.ts';
import { announceDecided, announcePassedOn, announceSent } from '../notices/commands.ts';
import { holdReports, type LockedReport, lockReport, plannedOf, requireReport } from '../queries.ts';
import { readDirectors } from './queries.ts';

type Address = KnownProject & { readonly report: string };
type Written = OutputOf<typeof submitContract>;

/** A progress report, standing still until the end; the final one goes its way as steps of its project. */
async function holdProgress(run: Command, { report, ...address }: Address) {
  const held = await holdReports(run, address);
  const number = requireReport(held, report);
  if (number === null)
    throw new AppError('rule', 'El informe final se envía y se decide con los pasos del proyecto.');
  return { held, number, found: await lockReport(run.tx, held.project, number) };
}

const requireNoErrors = (errors: FieldError[]): void => {
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
};

/** Until when whoever reviews a report now decides it. */
async function reviewDue({ tx, now }: Command, { kind }: HeldProject, subStep: SubStep): Promise<Date> {
  const { directorDays, officeDays } = kind.finalReport;
  return addWorkingDays(now, subStep === 'office' ? officeDays : directorDays, await readHolidays(tx));
}

/** What keeps a report from being sent. */
function sendingErrors(number: number, found: LockedReport | undefined): FieldError[] {
  const written = REPORT_PART_SLUGS.filter(part => (found?.texts[part] ?? '').trim() !== '');
  const texts = textGaps(number, written).map(({ path, message }) => ({ path, message }));
  const answers = (found?.observations ?? []).flatMap(({ answer }, n): FieldError[] =>
    answer.trim() === '' ? [{ path: `answers.${n}.answer`, message: 'Responde esta observación.' }] : [],
  );
  const photos = (found?.refusedPhotos ?? []).map(name => ({ path: 'photos', message: refusedPhoto(name) }));
  return [...texts, ...answers, ...photos];
}

/** The answer to the same request was lost. */
const isSentAlready = (found: LockedReport, actorId: string, version: number): boolean =>
  isSubmittedReport(found) && found.submittedById === actorId && found.version === version + 1;

const refusalOf = (verdict: Verdict) =>
  verdict.allowed ? null : forbidden('enviar este informe', verdict.reason);

type Sending = Address & { readonly given: BodyOf<typeof submitContract> };

export const submitReport = command(
  'active',
  async (run: Command, { given, ...address }: Sending): Promise<Written> => {
    const { actor, now } = run;
    const { held, number, found } = await holdProgress(run, address);
    // One that was begun before the dates moved is still read and decided, but not sent any more.
    if (!plannedOf(held).some(planned => planned.number === number)) throw notFound();
    const verdict = judgeReportEdit(actor, held.subject, { state: found?.state ?? 'draft' });
    const refused = refusalOf(verdict);
    // Who changed it since is told to those whose it is alone.
    if (refused && !verdict.allowed && verdict.hidden) throw refused;
    if (found?.submittedAt && isSentAlready(found, actor.id, given.version))
      return { version: found.version, savedAt: new Date(found.submittedAt).toISOString() };
    if (found && found.version !== given.version) throw outdated(found);
    if (refused) throw refused;
    requireNoErrors(sendingErrors(number, found));
    if (!found) throw notFound();
    const subStep = found.subStep ?? 'director';
    const due = await reviewDue(run, held, subStep);
    const makers = await writeSent(run, held, found, { number, subStep, due });
    await renewDue(run, held, { number, state: 'submitted', dueAt: due.toISOString() });
    const holders = subStep === 'director' ? await readDirectors(run.tx, held, makers) : null;
    await announceSent(run, held, found, { number, holders, makers, due, isAgain: isReturnedReport(found) });
    run.record({
      ...{ action: 'report.submit', objectType: 'project', objectId: held.project.id },
      changes: { report: [null, number] },
    });
    return { version: found.version + 1, savedAt: now.toISOString() };
  },
);

interface Sent {
  readonly number: number;
  readonly subStep: SubStep;
  readonly due: Date;
}

/** Keeps what was recorded as it is now. Who sends a report has a part in it; answers everybody who has. */
async function writeSent(
  { tx, actor, now }: Command,
  held: HeldProject,
  { id, version }: LockedReport,
  { number, subStep, due }: Sent,
): Promise<readonly string[]> {
  const { facts } = await readFacts(tx, held.project, number, now);
  const { maker_ids: makers } = await tx
    .updateTable('reports')
    .set({
      ...{ state: 'submitted', sub_step: subStep, facts: JSON.stringify(facts), due_at: due },
      ...{ submitted_by: actor.id, submitted_at: now, decided_by: null, decided_at: null },
      ...{ updated_by: actor.id, updated_at: now, version: version + 1 },
    })
    .where('id', '=', id)
    .returning('maker_ids')
    .executeTakeFirstOrThrow();
  return makers;
}

type Decision = BodyOf<typeof decideContract>;

/** Whether the person decides the report where it waits; else why not, or who was faster. */
async function requireDecidable(
  { tx, actor }: Command,
  held: HeldProject,
  found: LockedReport,
  { version }: Decision,
): Promise<{ readonly isLastResort: boolean }> {
  const { makerIds, freeIds } = found;
  const directors = await readDirectors(tx, held, makerIds);
  const judge = (subStep: SubStep | null) =>
    judgeReportDecision(actor, held.subject, {
      ...{ makerIds, freeIds },
      holders: subStep === 'director' ? directors : null,
    });
  const isEverTheirs = (['director', 'office'] as const).map(judge).some(v => v.allowed || !v.hidden);
  const isStale = found.version !== version || !isSubmittedReport(found);
  // It may have gone on to the office, or ended, by another head of the unit: that is no refusal.
  if (isStale && isEverTheirs) throw outdated(found);
  const verdict = judge(found.subStep);
  if (!verdict.allowed) throw forbidden('decidir este informe', verdict.reason);
  return { isLastResort: verdict.lastResort === true };
}

const LAST_RESORT_LENGTH = 10;

/** All that is wrong with a decision, beyond its shape. */
function decisionErrors(
  number: number,
  { accept, observations, comment }: Decision,
  isLastResort: boolean,
): FieldError[] {
  const parts = observableParts(number).map(p => p.value);
  const errors = observations.flatMap(({ part }, n): FieldError[] =>
    parts.includes(part)
      ? []
      : [{ path: `observations.${n}.part`, message: 'Este informe no pide esa parte.' }],
  );
  if (accept && observations.length > 0)
    errors.push({ path: 'observations', message: 'Para observar el informe, devuélvelo.' });
  if (!accept && observations.length === 0) errors.push({ path: 'observations', message: RULES.minItems(1) });
  if (isLastResort && comment.length < LAST_RESORT_LENGTH)
    errors.push({ path: 'comment', message: RULES.minLength(LAST_RESORT_LENGTH) });
  return errors;
}

interface Outcome {
  readonly state: 'submitted' | 'accepted' | 'returned';
  readonly subStep: SubStep | null;
  /** Until when it is decided by the office, or sent again; null where it is settled. */
  readonly due: Date | null;
}

/** Where a decision leads: from the Director to the office, which settles it; back for some days. */
async function outcomeOf(
  run: Command,
  held: HeldProject,
  { subStep }: LockedReport,
  { accept }: Decision,
): Promise<Outcome> {
  if (!accept) {
    const due = addWorkingDays(run.now, REPORT_CORRECTION_DAYS, await readHolidays(run.tx));
    return { state: 'returned', subStep, due };
  }
  return subStep === 'director'
    ? { state: 'submitted', subStep: 'office', due: await reviewDue(run, held, 'office') }
    : { state: 'accepted', subStep: null, due: null };
}

/** Of one that was accepted what was observed before stays. Who decides does not become one of those who wrote it. */
const writeDecision = (
  { tx, actor, now }: Command,
  { id, version }: LockedReport,
  { state, subStep, due }: Outcome,
  { accept, observations, comment }: Decision,
) =>
  tx
    .updateTable('reports')
    .set({
      ...{ state, sub_step: subStep, due_at: due, comment },
      ...(!accept && {
        observations: JSON.stringify(observations.map(o => ({ id: randomUUID(), ...o, answer: '' }))),
      }),
      ...{ decided_by: actor.id, decided_at: now, version: version + 1 },
    })
    .where('id', '=', id)
    .execute();

export const decideReport = command(
  'active',
  async (
    run: Command,
    { given, ...address }: Address & { readonly given: Decision },
  ): Promise<OutputOf<typeof decideContract>> => {
    const { held, number, found } = await holdProgress(run, address);
    if (!found) throw notFound();
    const { isLastResort } = await requireDecidable(run, held, found, given);
    requireNoErrors(decisionErrors(number, given, isLastResort));
    const outcome = await outcomeOf(run, held, found, given);
    await writeDecision(run, found, outcome, given);
    const { state, due } = outcome;
    await renewDue(run, held, { number, state, dueAt: due?.toISOString() ?? null });
    await tellDecision(run, held, found, { number, outcome, given });
    run.record({
      action: given.accept ? 'report.accept' : 'report.return',
      ...{ objectType: 'project', objectId: held.project.id },
      changes: {
        report: [null, number],
        ...(given.accept && { subStep: [found.subStep, outcome.subStep] as const }),
        ...(!given.accept && { observations: [null, given.observations.length] as const }),
        ...(isLastResort && { lastResort: [false, true] as const }),
      },
    });
    return { version: found.version + 1, savedAt: run.now.toISOString() };
  },
);

interface Told {
  readonly number: number;
  readonly outcome: Outcome;
  readonly given: Decision;
}

function tellDecision(
  run: Command,
  held: HeldProject,
  found: LockedReport,
  { number, outcome: { state, due }, given }: Told,
): Promise<void> {
  const { accept, comment } = given;
  if (due && isSubmittedReport({ state }))
    return announcePassedOn(run, held, found, {
      ...{ number, holders: null, makers: found.makerIds, due, comment },
    });
  const observations = accept ? null : given.observations;
  return announceDecided(run, held, found, { number, observations, comment, due });
}

/** A report that came back, and that its project is due with, may be sent again until later. */
export const extendReturned = (
  { tx }: Pick<Command, 'tx'>,
  { id, dueAt }: Pick<StoredProject, 'id' | 'dueAt'>,
  due: Date,
) =>
  sql`update reports set due_at = ${due} where project_id = ${id} and state = ${lit.report('returned')}
    and due_at = ${dueAt}`.execute(tx);
