import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { standsInFor } from '../../../domain/access/can.ts';
import type { ProjectSubject } from '../../../domain/access/subject.ts';
import { lateEndorsement } from '../../../domain/calls/admissibility.ts';
import { awardNote, moneyAfter, type ProjectMoney } from '../../../domain/calls/award-money.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import type { Status, SubStep } from '../../../domain/kinds/statuses.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import type { Allowed } from '../../../domain/kit/verdict.ts';
import type { Letter } from '../../../domain/notices/letters.ts';
import { BY_ITSELF_NOTES } from '../../../domain/workflow/automatic.ts';
import type { Destination, Transition } from '../../../domain/workflow/transitions.ts';
import type { Telling } from '../../../server/notices/announce.ts';
import { sectionsAsRead } from '../../project-record/columns/queries.ts';
import { type HistoryRow, writeEntries } from '../../project-record/history/commands.ts';
import { budgetLines, type StoredProject } from '../../project-record/subject/queries.ts';
import type { Run, Workflow } from '../effects.ts';
import { writeHolders } from '../holders/commands.ts';
import { announceSteps, keepLetters } from '../notices/commands.ts';
import type { takeAction } from '../transitions/contract.ts';
import { nextTurn, type Turn } from '../transitions/queries.ts';

export type Given = BodyOf<typeof takeAction>;

/** A step that passed every check, ready to be written. */
export interface Accepted {
  readonly project: StoredProject;
  readonly kind: KindDefinition;
  readonly subject: ProjectSubject;
  readonly row: Transition;
  readonly verdict: Allowed;
  readonly given: Given;
  readonly batch: string | null;
  readonly telling: Telling;
  readonly receivedAt: Date;
}

/** What undo puts back. */
export interface Before {
  readonly status: Status;
  readonly subStep: SubStep | null;
  readonly returnedFrom: Status | null;
  readonly statusSince: string;
  readonly dueAt: string | null;
  readonly officeTurn: boolean;
  readonly submittedAt: string | null;
  readonly holders: Turn['holders'];
  /** Not in entries of before there was any. */
  readonly money?: ProjectMoney;
}

/** An accepted step with where it leads. */
interface Move {
  readonly accepted: Accepted;
  readonly to: Destination;
  readonly turn: Turn;
  readonly money: ProjectMoney;
}

/**
 * Writes steps of different projects with all that follows from them: each kind of row by one statement, however many
 * steps there are. The caller holds the projects' rows.
 */
export async function writeSteps(
  run: Run,
  steps: readonly Accepted[],
  workflow: Workflow,
): Promise<readonly Move[]> {
  const moves: Move[] = [];
  for (const accepted of steps) moves.push(await aim(run, accepted));
  const ids = await recordSteps(
    run,
    moves.map(({ accepted, to, turn, money }) => {
      const note = [turn.note, awardNote(accepted.project, money)].filter(Boolean).join(' ');
      return { accepted, to: to.status, note };
    }),
  );
  await writeStandings(run, moves);
  await writeSnapshots(
    run,
    moves.flatMap(({ accepted: { row, project } }, n) =>
      SNAPSHOTS.includes(row.action) ? [{ historyId: ids[n], projectId: project.id }] : [],
    ),
  );
  for (const [n, { accepted }] of moves.entries()) await writeObservations(run, accepted, ids[n] ?? 0);
  const letters = await writeLetters(run, moves, ids, workflow);
  await announceSteps(
    run,
    moves.map(({ accepted: { project, row, verdict, ...told }, to, turn }, n) => ({
      ...{ project, ...told, action: row.action, to, turn, historyId: ids[n] ?? 0 },
      onBehalf: verdict.onBehalf === true,
      award: awardNote(project, moves[n]?.money ?? project),
      letter: letters.get(project.id),
    })),
  );
  for (const [n, { accepted, to }] of moves.entries()) {
    const { project, kind, row, given, receivedAt } = accepted;
    const { reason = '' } = given;
    const taken = { project, kind, action: row.action, reason, to: to.status, receivedAt, workflow };
    for (const { after } of workflow.effects) await after?.(run, { ...taken, historyId: ids[n] ?? 0 });
  }
  return moves;
}

async function aim(run: Run, accepted: Accepted): Promise<Move> {
  const { project, row, subject, given } = accepted;
  const { to, turn } = await nextTurn(run.tx, accepted, subject, run.actor?.id ?? null);
  const step = { action: row.action, to: to.status, given, budget: budgetLines(project) };
  return { accepted, to, turn, money: moneyAfter(project, step) };
}

interface Recorded {
  readonly accepted: Accepted;
  readonly to: Status;
  readonly note: string | null;
}

/** Answers the ids of the history's rows, in their order. */
export async function recordSteps(run: Run, steps: readonly Recorded[]): Promise<number[]> {
  const ids = await writeEntries(
    run,
    steps.map(step => entryOf(run, step)),
  );
  for (const { accepted, to } of steps) {
    const { project, row, verdict } = accepted;
    const lastResort = verdict.lastResort === true && { lastResort: [false, true] as const };
    run.record({
      action: `project.${row.action}`,
      objectType: 'project',
      objectId: project.id,
      changes: { status: [project.status, to], ...lastResort },
    });
  }
  return ids;
}

function entryOf({ actor, now }: Run, { accepted, to, note }: Recorded): HistoryRow {
  const { project, row, verdict, given, batch } = accepted;
  const { status, subStep, returnedFrom, statusSince, dueAt, officeTurn, submittedAt } = project;
  const { lineId, amountAsked, amountAwarded, amountMoved } = project;
  const before: Omit<Before, 'holders'> = {
    ...{ status, subStep, returnedFrom, statusSince, dueAt, officeTurn, submittedAt },
    money: { lineId, amountAsked, amountAwarded, amountMoved },
  };
  const notes = [
    note,
    row.action === 'endorse' && lateEndorsement(project.call, now),
    verdict.lastResort === true && LAST_ADMIN,
    !actor && BY_ITSELF_NOTES[row.action],
  ];
  return {
    projectId: project.id,
    action: row.action,
    from: status,
    to,
    reason: given.reason || null,
    comment: given.comment || null,
    note: notes.filter(Boolean).join(' ') || null,
    onBehalfOf: verdict.onBehalf ? project.leadId : null,
    deputyOf: actor && row.who.includes('holder') ? standsInFor(actor, project) : null,
    before,
    batch,
  };
}
const LAST_ADMIN = 'Decidió la última persona posible de la oficina, pese a su conflicto de interés.';

/** Where a project stands, as its row keeps it; instants are dates. */
export interface Standing extends Destination {
  readonly id: string;
  readonly version: number;
  readonly statusSince: Date;
  readonly dueAt: Date | null;
  readonly officeTurn: boolean;
  readonly submittedAt: Date | null;
  /** Stays as it is without. */
  readonly money: ProjectMoney | undefined;
}

/** Who holds them is written besides. */
export const putStandings = ({ tx, actor, now }: Run, standings: readonly Standing[]) =>
  sql`
    update projects p set status = s.status, sub_step = s."subStep", returned_from = s."returnedFrom",
      status_since = s."statusSince", due_at = s."dueAt", office_turn = s."officeTurn", submitted_at = s."submittedAt",
      line_id = case when s.money is null then p.line_id else (s.money ->> 'lineId')::uuid end,
      amount_requested =
        case when s.money is null then p.amount_requested else (s.money ->> 'amountAsked')::bigint end,
      amount_awarded =
        case when s.money is null then p.amount_awarded else (s.money ->> 'amountAwarded')::bigint end,
      amount_moved = case when s.money is null then p.amount_moved else (s.money ->> 'amountMoved')::bigint end,
      version = s.version, updated_at = ${now}, updated_by = ${actor?.id ?? null}::uuid
    from json_to_recordset(${JSON.stringify(standings)}) s (id uuid, status text, "subStep" text, "returnedFrom" text,
      "statusSince" timestamptz, "dueAt" timestamptz, "officeTurn" boolean, "submittedAt" timestamptz, money jsonb,
      version int)
    where p.id = s.id`.execute(tx);

async function writeStandings(run: Run, moves: readonly Move[]): Promise<void> {
  await putStandings(
    run,
    moves.map(({ accepted: { project: p }, to, turn, money }) => {
      const submittedAt = p.submittedAt === null ? null : new Date(p.submittedAt);
      return {
        ...to,
        ...{ id: p.id, version: p.version + 1, statusSince: run.now, dueAt: turn.dueAt, money },
        ...{
          officeTurn: turn.office,
          submittedAt: to.status === 'draft' ? submittedAt : (submittedAt ?? run.now),
        },
      };
    }),
  );
  const held = moves.filter(({ accepted, turn }) =>
    [accepted.project.holderIds, turn.holders].some(holders => holders.length > 0),
  );
  await writeHolders(
    run.tx,
    held.map(({ accepted, turn }) => ({ projectId: accepted.project.id, holders: turn.holders })),
  );
}

/** What is sent is kept as it was: an endorser sees it, and a resubmission is compared with it. */
const SNAPSHOTS: readonly string[] = ['submit', 'submit_final_report'];

async function writeSnapshots(
  { tx }: { readonly tx: Transaction },
  sent: readonly { readonly historyId: number | undefined; readonly projectId: string }[],
): Promise<void> {
  for (const { historyId, projectId } of sent)
    await sql`
      insert into project_snapshots (history_id, project_id, sections)
      select ${historyId}, p.id, ${sectionsAsRead} from projects p where p.id = ${projectId}`.execute(tx);
}

async function writeObservations(
  { tx, actor, now }: Run,
  { project, row, given }: Accepted,
  historyId: number,
): Promise<void> {
  if (!actor || !given.observations || !row.requires.includes('observation>=1')) return;
  // What the office opened was for the correction before.
  await sql`update projects set opened_sections = '{}'
    where id = ${project.id} and opened_sections <> '{}'`.execute(tx);
  await tx
    .insertInto('observations')
    .values(
      given.observations.map((o, n) => ({
        ...o,
        project_id: project.id,
        history_id: historyId,
        author_id: actor.id,
        // A millisecond apart, so that they stay in the order they were written in.
        created_at: new Date(now.getTime() + n),
      })),
    )
    .execute();
}

/** The letters that these steps are told by, by project; kept with their steps. */
async function writeLetters(
  run: Run,
  moves: readonly Move[],
  ids: readonly number[],
  { effects }: Workflow,
): Promise<ReadonlyMap<string, Letter>> {
  const steps = moves.map(({ accepted: { project, row, given }, money }) => {
    const { reason = null, comment = null } = given;
    return { project, action: row.action, reason, comment, money };
  });
  const letters = new Map<string, Letter>();
  for (const effect of effects)
    for (const [id, letter] of (await effect.letters?.(run, steps)) ?? []) letters.set(id, letter);
  const kept = moves.flatMap(({ accepted: { project, row } }, n) => {
    const letter = letters.get(project.id);
    return letter ? [{ historyId: ids[n] ?? 0, projectId: project.id, outcome: row.action, ...letter }] : [];
  });
  if (kept.length > 0) await keepLetters(run, kept);
  return letters;
}
