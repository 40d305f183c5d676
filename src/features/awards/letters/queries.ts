import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { ActFacts } from '../../../domain/calls/act.ts';
import { appealUntil } from '../../../domain/calls/appeals.ts';
import { awaitsResult, type Call, waitlistEnd } from '../../../domain/calls/calls.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import { endOfDay, type Holidays } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import {
  lettersRefusal,
  OUTCOME_INFO,
  type ResultFacts,
  resultLetterOf,
} from '../../../domain/notices/letters/result-letters.ts';
import { addressLetter, type Letter } from '../../../domain/notices/letters.ts';
import type { MailText } from '../../../domain/notices/mail-texts.ts';
import { isOutcome, OUTCOMES, type Outcome } from '../../../domain/notices/outcomes.ts';
import { BY_ITSELF_NOTES } from '../../../domain/workflow/automatic.ts';
import type { Env } from '../../../server/env.ts';
import { readCallBar } from '../../../server/part-taking/queries.ts';
import { type ProjectAddress, readProject } from '../../project-record/subject/queries.ts';
import type { Run, ToldStep } from '../../workflow/effects.ts';
import { isOwn } from '../appeals/queries.ts';
import type { getProjectLetters } from '../contract.ts';
import { requireCall } from '../queries.ts';
import type { CallLetter, getCallLetters } from './contract.ts';

type Reader = Database | Transaction;

/** The letters of a call in the order of the screen, the original words where it has none of its own. */
async function listLetters(db: Reader, callId: string): Promise<CallLetter[]> {
  const { rows } = await sql<CallLetter>`
    select l.outcome, l.subject, l.body, l.updated_at as "updatedAt", u.name as "updatedBy"
    from call_letters l left join users u on u.id = l.updated_by where l.call_id = ${callId}`.execute(db);
  return OUTCOMES.map(
    outcome =>
      rows.find(row => row.outcome === outcome) ?? {
        ...{ outcome, updatedAt: null, updatedBy: null },
        ...OUTCOME_INFO[outcome].original,
      },
  );
}

export async function findLetter(db: Reader, callId: string, outcome: Outcome): Promise<CallLetter> {
  const { original } = OUTCOME_INFO[outcome];
  const all = await listLetters(db, callId);
  return all.find(l => l.outcome === outcome) ?? { outcome, ...original, updatedAt: null, updatedBy: null };
}

export async function callLetters(
  db: Database,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof getCallLetters>> {
  const { id: callId, name, year, state } = await requireCall(db, id);
  return {
    call: { name, year },
    letters: await listLetters(db, callId),
    refusal: lettersRefusal(state),
    barred: await readCallBar(db, actor, callId),
  };
}

/** Letters are for those whose proposal it is, and for the office. */
export const mayReadLetters = (actor: Actor, project: Parameters<typeof isOwn>[1]): boolean =>
  isOwn(actor, project) || isAdmin(actor);

/** What somebody who may see the project may read of its letters, as they were sent; undone results have none. */
export async function projectLetters(
  db: Reader,
  actor: Actor,
  env: Pick<Env, 'publicUrl' | 'productName'>,
  address: ProjectAddress,
): Promise<OutputOf<typeof getProjectLetters>> {
  const project = await readProject(db, actor, address);
  if (!mayReadLetters(actor, project)) return [];
  const { rows } = await sql<OutputOf<typeof getProjectLetters>[number]>`
    select l.outcome, l.subject, l.html, l.text, l.at
    from result_letters l join project_history h on h.id = l.history_id
    where l.project_id = ${project.id} and h.undone_at is null order by l.history_id desc`.execute(db);
  return rows.map(letter => ({ ...letter, ...addressLetter(letter, env) }));
}

/** A step of a call that its author is told in a letter. */
interface Told extends ToldStep {
  readonly action: Outcome;
  readonly call: Call;
}

const listTold = (steps: readonly ToldStep[]): Told[] =>
  steps.flatMap(step => {
    const { action, project } = step;
    return isOutcome(action) && project.call ? [{ ...step, action, call: project.call }] : [];
  });

/** The letters of these steps, by project: the same few questions however many they are. */
export async function resultLetters(
  run: Run,
  steps: readonly ToldStep[],
): Promise<ReadonlyMap<string, Letter>> {
  const told = listTold(steps);
  if (told.length === 0) return new Map();
  const textOf = await readTexts(run.tx, told);
  const authors = await readAuthors(run.tx, told);
  const ranked = await readRanked(run.tx, told);
  const holidays = await readHolidays(run.tx);
  return new Map(
    told.map(step => {
      const { id } = step.project;
      const around = { author: authors.get(id), ranked: ranked.get(id), holidays };
      return [id, resultLetterOf(factsOf(run, step, around), textOf(step))];
    }),
  );
}

const callsOf = (told: readonly Told[]) => [...new Set(told.map(step => step.call.id))];

async function readTexts(tx: Transaction, told: readonly Told[]): Promise<(step: Told) => MailText> {
  const { rows } = await sql<MailText & { call: string; outcome: Outcome }>`
    select call_id as call, outcome, subject, body from call_letters
    where call_id = any(${callsOf(told)}::uuid[])`.execute(tx);
  const own = new Map(rows.map(({ call, outcome, ...text }) => [`${call} ${outcome}`, text]));
  return ({ call, action }) => own.get(`${call.id} ${action}`) ?? OUTCOME_INFO[action].original;
}

interface Author {
  readonly id: string;
  readonly lead: string;
  /** A proposal is appealed once. */
  readonly appealed: boolean;
  /** What reviewers wrote for the author, in the order in which they are shown. */
  readonly comments: readonly string[];
}

async function readAuthors(tx: Transaction, told: readonly Told[]): Promise<Map<string, Author>> {
  const { rows } = await sql<Author>`
    select p.id, u.name as lead, exists (select from appeals a where a.project_id = p.id) as appealed,
      array(select author_comment from reviews
        where project_id = p.id and state = ${lit.review('confirmed')} and author_comment <> '' order by invited_at, id)
        as comments
    from projects p join users u on u.id = p.lead_id
    where p.id = any(${told.map(step => step.project.id)}::uuid[])`.execute(tx);
  return new Map(rows.map(row => [row.id, row]));
}

type ActRow = Pick<ActFacts['rows'][number], 'code' | 'rank' | 'score' | 'line' | 'result' | 'reason'>;

/** What the acts of its call say of a proposal. */
interface Ranked {
  /** Of the latest act that names it. */
  readonly row: ActRow;
  readonly cutoff: number | null;
  readonly appealsUntil: string | null;
  readonly place: ResultFacts['place'];
}

interface StoredAct {
  readonly call: string;
  readonly number: number;
  /** How many proposals it ranks. */
  readonly of: number;
  readonly lines: ActFacts['lines'];
  readonly appealsUntil: string | null;
  /** Those that are asked for. */
  readonly rows: readonly ActRow[];
}

async function readRanked(tx: Transaction, told: readonly Told[]): Promise<Map<string, Ranked>> {
  const scored = told.filter(step => step.action !== 'dismiss');
  if (scored.length === 0) return new Map();
  const { rows: acts } = await sql<StoredAct>`
    select a.call_id as call, a.number, jsonb_array_length(a.facts -> 'rows') as of, a.facts -> 'lines' as lines,
      a.facts ->> 'appealsUntil' as "appealsUntil", (
        select json_agg(json_build_object('code', r -> 'code', 'rank', r -> 'rank', 'score', r -> 'score',
          'line', r -> 'line', 'result', r -> 'result', 'reason', r -> 'reason'))
        from jsonb_array_elements(a.facts -> 'rows') r
        where r ->> 'code' = any(${scored.map(step => step.project.code)}::text[])) as rows
    from call_acts a where a.call_id = any(${callsOf(scored)}::uuid[]) order by a.number`.execute(tx);
  const ids = new Map(scored.map(({ call, project }) => [`${call.id} ${project.code}`, project.id]));
  const ranked = new Map<string, Ranked>();
  for (const act of acts)
    for (const row of act.rows ?? []) {
      const id = ids.get(`${act.call} ${row.code}`);
      if (id) ranked.set(id, rankedIn(act, row, ranked.get(id)));
    }
  return ranked;
}

/** The first act ranks all of the call, later ones what has changed: who is given another score has no place in it. */
function rankedIn(act: StoredAct, row: ActRow, before: Ranked | undefined): Ranked {
  const { number, of, lines, appealsUntil } = act;
  const kept = before && before.row.score === row.score ? before.place : null;
  return {
    row,
    cutoff: lines.find(l => l.name === row.line)?.cutoff ?? null,
    appealsUntil,
    place: number === 1 ? { rank: row.rank, of } : kept,
  };
}

interface Around {
  readonly author: Author | undefined;
  readonly ranked: Ranked | undefined;
  readonly holidays: Holidays;
}

/** Results that this step itself makes appealable; neither the waitlist nor its end is. */
const isAppealed = ({ action, project }: Told) =>
  action === 'dismiss' || (action === 'not_award' && project.status !== 'waitlisted');

function factsOf({ now, actor }: Run, step: Told, { author, ranked, holidays }: Around): ResultFacts {
  const { project, action, call, money } = step;
  const isScored = action !== 'dismiss';
  const line = call.lines.find(l => l.id === money.lineId);
  const mayAppeal = isAppealed(step) && call.appealDays > 0 && author?.appealed !== true;
  const said = step.reason || step.comment || (ranked?.row.result === action && ranked.row.reason);
  const until = awaitsResult(call.state) ? ranked?.appealsUntil : null;
  return {
    to: author?.lead ?? '',
    project,
    call,
    line: line?.name ?? null,
    score: ranked?.row.score ?? null,
    cutoff: ranked?.cutoff ?? null,
    minimum: isScored ? call.minimum : null,
    place: ranked?.place ?? null,
    asked: isScored ? money.amountAsked : null,
    awarded: action === 'award' ? money.amountAwarded : null,
    reason: said || (actor === null && BY_ITSELF_NOTES[action]) || null,
    comments: isScored ? (author?.comments ?? []) : [],
    appealUntil: mayAppeal ? appealUntil(now, call.appealDays, holidays) : null,
    provisionalUntil: until ? endOfDay(until) : null,
    waitlistUntil: waitlistEnd(call),
  };
}
