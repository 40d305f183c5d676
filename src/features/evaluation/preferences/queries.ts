import { type RawBuilder, sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import type { Database, Transaction } from '../../../db/pool.ts';
import { among } from '../../../db/states.ts';
import { conflictOf, type ProposalFacts, preferenceOf } from '../../../domain/calls/assigning/assignment.ts';
import { ROUND_DAYS, roundRefusal } from '../../../domain/calls/assigning/rounds.ts';
import type { Call } from '../../../domain/calls/calls.ts';
import { ASKED_ABOUT } from '../../../domain/calls/proposals.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import { addWorkingDays, localDay } from '../../../domain/kit/calendar.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { hider, type Secrets } from '../../../domain/masking/masker.ts';
import { partIds, readCallBar, readCallPeople } from '../../../server/part-taking/queries.ts';
import { callById } from '../../calls/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { blindRefusal, HEADED, type Reviewer, reviewersIn } from '../assigning/queries.ts';
import { SECRETS } from '../reviews/queries.ts';
import type { AskedProposal, OwnPreferences, OwnRound, Round } from './contract.ts';

type Reader = Database | Transaction;

/** Whether a call may ask this person now; it may ask them of nothing all the same. As home asks at every visit. */
export const hasRounds = (person: RawBuilder<string>) => sql<boolean>`(
  exists (select from preference_rounds where until > now())
  and exists (select from users where id = ${person} and 'Reviewer' = any(roles)))`;

type Person = Pick<Reviewer, 'id' | 'admin' | 'schoolId' | 'headedSchoolIds'>;
type Facts = Pick<
  ProposalFacts,
  'id' | 'schoolId' | 'leadId' | 'alternateId' | 'partIds' | 'takenIds' | 'preferences'
> & {
  readonly callId: string;
};

interface Scope {
  readonly callIds: readonly string[];
  /** Of one proposal alone, and with the reviews and answers of one person alone. */
  readonly projectId?: string | undefined;
  readonly personId?: string;
  /** Further columns of `p`. */
  readonly more?: RawBuilder<unknown>;
}

/** Proposals that reviewers are asked about, with what decides whom. */
async function readFacts<More = object>(db: Reader, { callIds, projectId, personId, more }: Scope) {
  const own = personId ? sql`and user_id = ${personId}` : sql``;
  const { rows } = await sql<Facts & More>`
    select p.id, p.call_id as "callId", p.school_id as "schoolId", p.lead_id as "leadId",
      p.alternate_id as "alternateId", ${partIds} as "partIds",
      array(select user_id from reviews where project_id = p.id ${own}) as "takenIds",
      coalesce((select json_object_agg(user_id, preference) from review_preferences
        where project_id = p.id ${own}), '{}') as preferences ${more ?? sql``}
    from projects p
    where p.call_id = any(${[...callIds]}::uuid[]) and p.status in ${among(ASKED_ABOUT)}
      ${projectId ? sql`and p.id = ${projectId}` : sql``}
    order by p.code`.execute(db);
  return rows;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Whether somebody is asked about a proposal: no conflict shows by itself, and no invitation was sent to them yet. */
const isAskedAbout = (person: Person, proposal: Facts): boolean =>
  !proposal.takenIds.includes(person.id) &&
  conflictOf(person, { ...proposal, callPartIds: NOBODY, declaredIds: [] }) === null;

/** Whether a call asks somebody of what it has. */
const isAsked = (
  person: Pick<Person, 'id' | 'admin'>,
  { blind }: Pick<Call, 'blind'>,
  taking: ReadonlySet<string>,
) => blindRefusal(person, blind) === null && !taking.has(person.id);

export interface AskedPerson {
  readonly id: string;
  readonly total: number;
  readonly answered: number;
}

/** Whom a call asks, and how far each has come; who would be asked about nothing is left out. */
export async function askedPeople(db: Reader, call: Pick<Call, 'id' | 'blind'>) {
  const proposals = await readFacts(db, { callIds: [call.id] });
  const taking = (await readCallPeople(db, [call.id])).get(call.id) ?? NOBODY;
  const reviewers = (await reviewersIn(db)).filter(r => isAsked(r, call, taking));
  const people = reviewers.flatMap((person): AskedPerson[] => {
    const own = proposals.filter(p => isAskedAbout(person, p));
    const answered = own.filter(p => preferenceOf(p, person.id)).length;
    return own.length > 0 ? [{ id: person.id, total: own.length, answered }] : [];
  });
  return { proposals: proposals.length, people };
}

export interface StoredRound {
  readonly until: Date;
  readonly isOpen: boolean;
}

export async function readRound(db: Reader, callId: string, now: Date): Promise<StoredRound | null> {
  const { rows } = await sql<{ until: string }>`
    select until from preference_rounds where call_id = ${callId}`.execute(db);
  const until = rows[0] && new Date(rows[0].until);
  return until ? { until, isOpen: until > now } : null;
}

export async function roundOf(db: Database, actor: Actor, callId: string, now: Date): Promise<Round> {
  const call = await callById(db, callId);
  if (!call) throw notFound();
  const [barred, round, { proposals, people }, holidays] = await Promise.all([
    readCallBar(db, actor, call.id),
    readRound(db, call.id, now),
    askedPeople(db, call),
    readHolidays(db),
  ]);
  const last = call.evaluationUntil && localDay(new Date(call.evaluationUntil));
  const suggested = localDay(addWorkingDays(now, ROUND_DAYS, holidays));
  return {
    round: round && { ...round, until: round.until.toISOString() },
    refusal: roundRefusal(call, { proposals, reviewers: people.length, now }),
    barred,
    suggested: last && last < suggested ? last : suggested,
    last,
    people:
      barred && !barred.last
        ? null
        : {
            asked: people.length,
            all: people.filter(p => p.answered === p.total).length,
            some: people.filter(p => p.answered > 0 && p.answered < p.total).length,
          },
  };
}

interface CallRound {
  readonly id: string;
  readonly name: string;
  readonly blind: boolean;
  readonly openedAt: string;
  readonly until: string;
  readonly isOpen: boolean;
}

/** Calls that ask this person now, or the one that is asked for even after its end. */
async function roundsOf(db: Reader, actor: Actor, callId?: string): Promise<CallRound[]> {
  if (!actor.roles.includes('Reviewer')) return [];
  const { rows } = await sql<CallRound>`
    select c.id, c.name, c.blind, ${iso(sql`r.opened_at`)} as "openedAt", ${iso(sql`r.until`)} as until,
      r.until > statement_timestamp() as "isOpen"
    from preference_rounds r join calls c on c.id = r.call_id
    where ${callId ? sql`c.id = ${callId}` : sql`r.until > now()`} order by r.until, c.id`.execute(db);
  if (rows.length === 0) return [];
  const taking = await readCallPeople(
    db,
    rows.map(c => c.id),
  );
  const person = { id: actor.id, admin: isAdmin(actor) };
  return rows.filter(c => isAsked(person, c, taking.get(c.id) ?? NOBODY));
}

async function personOf(db: Reader, actor: Actor): Promise<Person> {
  const { rows } = await sql<Omit<Person, 'id' | 'admin'>>`
    select u.home_school_id as "schoolId", ${HEADED} as "headedSchoolIds" from users u where u.id = ${actor.id}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return { id: actor.id, admin: isAdmin(actor), ...rows[0] };
}

/** What calls ask this person now, the first to end first. */
export async function ownRounds(db: Database, actor: Actor): Promise<OwnRound[]> {
  const rounds = await roundsOf(db, actor);
  if (rounds.length === 0) return [];
  const callIds = rounds.map(r => r.id);
  const [person, facts] = await Promise.all([
    personOf(db, actor),
    readFacts(db, { callIds, personId: actor.id }),
  ]);
  return rounds.flatMap(({ id, name, openedAt, until }) => {
    const own = facts.filter(p => p.callId === id && isAskedAbout(person, p));
    const answered = own.filter(p => preferenceOf(p, person.id)).length;
    return own.length > 0 ? [{ call: { id, name }, openedAt, until, total: own.length, answered }] : [];
  });
}

/** Those that wait for an answer. */
export const unansweredRounds = async (db: Database, actor: Actor): Promise<OwnRound[]> =>
  (await ownRounds(db, actor)).filter(r => r.answered < r.total);

type Texts = Pick<AskedProposal, 'code' | 'title' | 'summary'> & { readonly secrets: Secrets };

/** What a call asks this person, all of it or of one proposal; 404 where it asks them nothing. */
export async function ownPreferences(
  db: Reader,
  actor: Actor,
  callId: string,
  projectId?: string,
): Promise<OwnPreferences> {
  const [round] = await roundsOf(db, actor, callId);
  if (!round) throw notFound();
  const { name, blind, until, isOpen } = round;
  const more = sql`, p.code, p.title, coalesce((select data ->> 'summary' from project_sections
      where project_id = p.id and section = 'identification'), '') as summary,
    ${blind ? SECRETS : sql`null`} as secrets`;
  const person = await personOf(db, actor);
  const rows = await readFacts<Texts>(db, { callIds: [callId], projectId, personId: actor.id, more });
  const proposals = rows
    .filter(p => isAskedAbout(person, p))
    .map(p => {
      const { id, code } = p;
      const hide = blind ? hider(p.secrets) : (text: string) => text;
      return {
        id,
        code,
        title: hide(p.title),
        summary: hide(p.summary),
        preference: preferenceOf(p, person.id),
      };
    });
  return { call: { id: callId, name }, until, isOpen, proposals };
}
