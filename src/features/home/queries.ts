import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { prepare } from '../../db/precompile.ts';
import { among, lit } from '../../db/states.ts';
import { isRunning, REVIEWED } from '../../domain/kinds/statuses.ts';
import { type Actor, headedSchools, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Env } from '../../server/env.ts';
import { hasOpenAppeals, waitingAppeals } from '../awards/appeals/queries.ts';
import type { WaitingChange } from '../change-requests/contract.ts';
import { hasOpenChanges, waitingChanges } from '../change-requests/queries.ts';
import { hasDataRequests, waitingDataRequests } from '../data-requests/queries.ts';
import { hasRounds, unansweredRounds } from '../evaluation/preferences/queries.ts';
import { hasQuestions, waitingQuestions } from '../evaluation/questions/queries.ts';
import { hasWaitingMeasurements, waitingMeasurements } from '../indicators/waiting/queries.ts';
import { kindLookup } from '../kinds/queries.ts';
import { hasWaitingRefunds, waitingRefunds } from '../payments/waiting/queries.ts';
import type { ProjectRow } from '../project-record/contract.ts';
import { STAMP } from '../project-record/counts/queries.ts';
import { rowJoins, rowJson, type StoredRow, showRow } from '../project-record/rows/queries.ts';
import { isTurnNow } from '../project-record/turns/queries.ts';
import { heldBy, ledBy, notBlind } from '../project-record/visibility/queries.ts';
import { hasWaitingReports, waitingReports } from '../reports/waiting/queries.ts';
import type { WaitingReview } from '../review-desk/contract.ts';
import { hasReviews, ownReviews } from '../review-desk/queries.ts';
import { readSetup } from '../setup/queries.ts';
import { hasWaitingStatements, waitingStatements } from '../statements/waiting/queries.ts';
import { VACANT_STEP } from '../workflow/holders/queries.ts';
import { nextReports } from '../workflow/next-reports/queries.ts';
import type { getHome } from './contract.ts';
import { type Unit, unitFigures, unitsOf } from './figures/queries.ts';

type Home = OutputOf<typeof getHome>;

const MOST_HELD = 20;
const MOST_MINE = 10;
const MOST_DEADLINES = 6;

/** Pages as ids of `rows`, each of which is read once: what somebody leads and others hold mostly has a date, too. */
interface Found {
  readonly held: string[];
  readonly heldTotal: number;
  readonly mine: string[];
  readonly mineTotal: number;
  readonly due: string[];
  readonly rows: StoredRow[];
  readonly hasReviews: boolean;
  readonly hasQuestions: boolean;
  readonly hasRounds: boolean;
  readonly hasChanges: boolean;
  readonly hasMeasurements: boolean;
  readonly hasRefunds: boolean;
  readonly hasStatements: boolean;
  readonly hasReports: boolean;
  readonly hasAppeals: boolean;
  readonly hasDataRequests: boolean;
  readonly stamp: string;
  readonly units: Unit[];
  readonly office: Home['office'];
}

interface Values extends Record<string, unknown> {
  readonly me: string;
  readonly directs: readonly string[];
  readonly heads: readonly string[];
  readonly schools: readonly string[];
}

/** What the office keeps an eye on; each figure is the total of a list. */
const OFFICE = sql`json_build_object(
  'vacantSteps', (select count(*) from projects p where ${VACANT_STEP}),
  'overdueSteps', (select count(*) from projects p where p.due_at < now() and p.status in ${among(REVIEWED)}),
  'pendingPeople', (select count(*) from users where state = ${lit.user('pending')}))`;

const ids = (page: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(id order by ${order}) from ${page}), '[]')`;
const [byDue, lastFirst] = [sql`due_at, id`, sql`updated_at desc, id`];

/** What only some have is asked of nobody else. */
const statementFor = ({ office, leadsUnits }: { office: boolean; leadsUnits: boolean }) =>
  prepare<Found, Values>(
    ['me', 'directs', 'heads', 'schools'],
    ({ me, directs, heads, schools }) => sql<Found>`
      with own as materialized (
        select p.id, p.status, p.updated_at, p.due_at, ${notBlind(me)} as shown,
          ${heldBy(me, office)} and ${isTurnNow} as waits
        from projects p where ${ledBy(me)}
      ), held as materialized (
        select p.id, p.due_at, count(*) over () as total from projects p
        where ${heldBy(me, office)} and ${isTurnNow} and ${notBlind(me)} order by ${byDue} limit ${sql.lit(MOST_HELD)}
      ), mine as materialized (
        select id, updated_at from own where shown and not waits order by ${lastFirst} limit ${sql.lit(MOST_MINE)}
      ), due as materialized (
        select id, due_at from own
        where due_at is not null and not (shown and waits and status <> ${lit.status('running')}) order by ${byDue} limit ${sql.lit(MOST_DEADLINES)}
      )
      select ${ids(sql`held`, byDue)} as held, coalesce((select max(total) from held), 0) as "heldTotal",
        ${ids(sql`mine`, lastFirst)} as mine, (select count(*) from own where shown) as "mineTotal",
        ${ids(sql`due`, byDue)} as due,
        coalesce((
          select json_agg(${rowJson})
          from (select id from held union select id from mine union select id from due) i
            join projects p on p.id = i.id ${rowJoins}), '[]') as rows,
        ${hasReviews(me)} as "hasReviews", ${hasRounds(me)} as "hasRounds", ${hasQuestions(me)} as "hasQuestions",
        ${office || leadsUnits ? hasOpenChanges(office ? null : schools) : sql`false`} as "hasChanges",
        ${office || leadsUnits ? hasWaitingMeasurements(office ? null : schools) : sql`false`} as "hasMeasurements",
        ${hasWaitingRefunds(me, office)} as "hasRefunds", ${hasWaitingStatements(me, office)} as "hasStatements",
        ${hasWaitingReports({ me, isOffice: office, schools })} as "hasReports",
        ${office ? hasOpenAppeals : sql`false`} as "hasAppeals",
        ${office ? hasDataRequests(me) : sql`false`} as "hasDataRequests",
        ${office || leadsUnits ? STAMP : sql`null`} as stamp,
        ${leadsUnits ? unitsOf(directs, heads) : sql`'[]'::json`} as units,
        ${office ? OFFICE : sql`null::json`} as office`,
  );

const READ = {
  office: statementFor({ office: true, leadsUnits: false }),
  head: statementFor({ office: false, leadsUnits: true }),
  person: statementFor({ office: false, leadsUnits: false }),
};

async function readParts(db: Database, actor: Actor): Promise<Found> {
  const { id: me, directs, heads } = actor;
  const schools = headedSchools(actor);
  const read = isAdmin(actor) ? READ.office : directs.length + heads.length > 0 ? READ.head : READ.person;
  const [found] = await read(db, { me, directs, heads, schools });
  if (!found) throw new Error('home answered no row');
  return found;
}

async function changesToDecide(db: Database, actor: Actor): Promise<WaitingChange[]> {
  const now = new Date();
  const waiting = await waitingChanges(db, actor);
  return waiting.map(c => ({ ...c, overdue: new Date(c.due) < now }));
}

async function reviewsToWrite(db: Database, actor: Actor): Promise<WaitingReview[]> {
  return (await ownReviews(db, actor, { show: 'waiting', sort: 'due', page: 1, size: 20 })).rows;
}

/** Until when each is due, and what of a project that runs. */
async function deadlinesOf(db: Database, rows: readonly ProjectRow[]): Promise<Home['deadlines']> {
  const running = rows.filter(({ status }) => isRunning(status)).map(({ id }) => id);
  const reports = await nextReports(db, running);
  return rows.flatMap(({ id, kind, code, title, status, turn }) =>
    turn.due
      ? [
          {
            ...{ project: { id, kind, code, title }, status, due: turn.due, overdue: turn.overdue },
            report: reports.get(id) ?? null,
          },
        ]
      : [],
  );
}

/** Everything of the first screen in one statement; another for what most people have none of. */
export async function home(db: Database, actor: Actor, env: Env): Promise<Home> {
  const [found, kindOf] = await Promise.all([readParts(db, actor), kindLookup(db)]);
  const [
    reviews,
    rounds,
    questions,
    changes,
    measurements,
    refunds,
    statements,
    reports,
    appeals,
    dataRequests,
    units,
    setup,
  ] = await Promise.all([
    found.hasReviews ? reviewsToWrite(db, actor) : [],
    found.hasRounds ? unansweredRounds(db, actor) : [],
    found.hasQuestions ? waitingQuestions(db, actor) : [],
    found.hasChanges ? changesToDecide(db, actor) : [],
    found.hasMeasurements ? waitingMeasurements(db, actor, new Date()) : [],
    found.hasRefunds ? waitingRefunds(db, actor, new Date()) : [],
    found.hasStatements ? waitingStatements(db, actor, new Date()) : [],
    found.hasReports ? waitingReports(db, actor, new Date()) : [],
    found.hasAppeals ? waitingAppeals(db, actor, new Date()) : [],
    found.hasDataRequests ? waitingDataRequests(db, actor) : [],
    unitFigures(db, actor, found),
    isAdmin(actor) ? readSetup(db, env) : null,
  ]);
  const rowOf = new Map(found.rows.map(row => [row[0], showRow(row, actor, kindOf)]));
  const rowsOf = (page: readonly string[]) => page.flatMap(id => rowOf.get(id) ?? []);
  const held = rowsOf(found.held);
  // What somebody reviews without being blind is theirs as a project too: the desk is the place for it.
  const codes = new Set(reviews.map(r => r.code));
  const rows = held.filter(row => !codes.has(row.code));
  // Shown where it is acted on, and nowhere else.
  const lines = [changes, measurements, refunds, statements, reports, appeals].flat();
  const waiting = new Set(lines.map(({ project }) => project.id));
  return {
    myTurn: { rows, total: found.heldTotal - (held.length - rows.length) },
    mine: { rows: rowsOf(found.mine).filter(({ id }) => !waiting.has(id)), total: found.mineTotal },
    deadlines: await deadlinesOf(db, rowsOf(found.due)),
    reviews,
    questions,
    rounds,
    changes,
    measurements,
    refunds,
    statements,
    reports,
    appeals,
    dataRequests,
    units,
    office: found.office,
    setup,
  };
}
