import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import {
  judgeAccounting,
  judgeMadeDecision,
  judgePayment,
  mayReadSpending,
} from '../../domain/access/spending.ts';
import type { ProjectSubject } from '../../domain/access/subject.ts';
import { STARTED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { decisionOfferOf, offerOf, refuse, type Verdict } from '../../domain/kit/verdict.ts';
import { acceptedReports } from '../../domain/reports/planned.ts';
import {
  isAcceptedRefund,
  isSubmittedRefund,
  OPEN_REFUNDS,
  SPENT_EXPENSES,
} from '../../domain/spending/expense-states.ts';
import {
  type Funds,
  instalmentAmounts,
  isReleased,
  type Releases,
  releasedOf,
  toReturn,
} from '../../domain/spending/instalments.ts';
import { freeOffice } from '../../server/part-taking/queries.ts';
import { approvedOn, type HeldProject, type KnownProject } from '../project-record/held/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  definitionOf,
  readProject,
  requireId,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { Payment, ProjectPayments, Refund } from './contract.ts';

/** Pesos that came and went of a project. */
export interface StoredFunds extends Funds {
  /** Expenses of the fund, refused ones left out. */
  readonly spent: number;
  /** Refunds that wait for the office, and those that it sent back. */
  readonly submitted: number;
  readonly returned: number;
}

/** The same, with what releases the award. */
export interface Money {
  readonly funds: StoredFunds;
  readonly wasStarted: boolean;
  readonly approvedOn: string | null;
}

const expensesOf = (projectId: string, states: Parameters<typeof among>[0]) => sql`(
  select coalesce(sum(cost), 0) from expenses
  where project_id = ${projectId} and source = 'fund' and state in ${among(states)})`;
const refundsOf = (projectId: string, state: Refund['state']) => sql`(
  select coalesce(sum(amount), 0) from refunds where project_id = ${projectId} and state = ${lit.refund(state)})`;
/** The money of a project, as JSON; see {@link readMoney}. */
export const moneyJson = (projectId: string, undoneId: number | null = null) => sql`json_build_object(
  'funds', json_build_object(
    'paid', (select coalesce(sum(amount), 0) from payments where project_id = ${projectId}),
    'spent', ${expensesOf(projectId, SPENT_EXPENSES)}, 'approved', ${expensesOf(projectId, ['approved'])},
    'refunded', ${refundsOf(projectId, 'accepted')}, 'submitted', ${refundsOf(projectId, 'submitted')},
    'returned', ${refundsOf(projectId, 'returned')}),
  'wasStarted', exists (select from project_history h where h.project_id = ${projectId}
    and h.to_status in ${among(STARTED)} and h.undone_at is null and h.id is distinct from ${undoneId}::bigint),
  'approvedOn', ${approvedOn(projectId)})`;

/**
 * Call it while the project is held: then it stands still until the end.
 * @param undoneId row of the history that is about to be taken back
 */
export async function readMoney(
  tx: Transaction,
  projectId: string,
  undoneId: number | null = null,
): Promise<Money> {
  const { rows } = await sql<{ money: Money }>`select ${moneyJson(projectId, undoneId)} as money`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the money of a project answered no row');
  return row.money;
}

/** Pesos that are at most given back besides what is: paid, and in no other refund; `own` are those of this one. */
export const refundable = ({ paid, refunded, submitted, returned }: StoredFunds, own = 0): number =>
  Math.max(0, paid - refunded - submitted - returned + own);

const releasesOf = (
  { status, reports }: Pick<StoredProject, 'status' | 'reports'>,
  wasStarted: boolean,
): Releases => ({
  isStarted: STARTED.includes(status) || wasStarted,
  reports: acceptedReports(reports),
});

/** Pesos of its award that may be paid to a project; 0 without an award. */
export const releasedTo = (project: StoredProject, { wasStarted }: Pick<Money, 'wasStarted'>): number =>
  project.amountAwarded === null
    ? 0
    : releasedOf(project.amountAwarded, project.call?.instalments ?? [], releasesOf(project, wasStarted));

const WHOLE = [{ share: 100, report: null }];

/** Parts of an award in order; without any in its call, it is one that the start releases. */
function showInstalments(project: StoredProject, wasStarted: boolean): ProjectPayments['instalments'] {
  if (project.amountAwarded === null) return [];
  const done = releasesOf(project, wasStarted);
  const given = project.call?.instalments ?? [];
  const all = given.length === 0 ? WHOLE : given;
  const amounts = instalmentAmounts(project.amountAwarded, all);
  return all.map(({ share, report }, n) => ({
    ...{ share, report, amount: amounts[n] ?? 0 },
    isReleased: isReleased({ report }, done),
  }));
}

type StoredRefund = Omit<Refund, 'mayEdit' | 'decide'> & { readonly makerIds: readonly string[] };
interface Stored {
  readonly money: Money;
  readonly payments: Payment[];
  readonly refunds: StoredRefund[];
  /** Of the office, who is free to decide of the project. */
  readonly freeIds: readonly string[];
}

const paymentJson = sql`json_build_object('id', m.id, 'day', m.day, 'amount', m.amount, 'reference', m.reference,
  'note', m.note, 'author', json_build_object('id', a.id, 'name', a.name), 'version', m.version)`;
const refundJson = sql`json_build_object('id', r.id, 'day', r.day, 'amount', r.amount, 'reference', r.reference,
  'note', r.note, 'proof', json_build_object('id', coalesce(x.original_id, x.id), 'versionId', x.id,
    'version', x.version, 'name', x.name),
  'state', r.state, 'reason', r.reason, 'author', json_build_object('id', a.id, 'name', a.name),
  'makerIds', r.maker_ids, 'submittedAt', ${iso(sql`r.submitted_at`)}, 'due', ${iso(sql`r.due_at`)},
  'decidedBy', case when d.id is null then null else json_build_object('id', d.id, 'name', d.name) end,
  'decidedAt', ${iso(sql`r.decided_at`)}, 'version', r.version)`;

async function readStored(db: Database, { id }: StoredProject): Promise<Stored> {
  const { rows } = await sql<{ found: Stored }>`
    select json_build_object('money', ${moneyJson(id)}, 'freeIds', ${freeOffice},
      'payments', (select coalesce(json_agg(${paymentJson} order by m.day desc, m.recorded_at desc, m.id), '[]')
        from payments m join users a on a.id = m.author_id where m.project_id = ${id}),
      'refunds', (select coalesce(json_agg(${refundJson} order by r.day desc, r.submitted_at desc, r.id), '[]')
        from refunds r join users a on a.id = r.author_id join files x on x.id = r.version_id
          left join users d on d.id = r.decided_by where r.project_id = ${id})) as found
    from projects p where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the payments of a project answered no row');
  return row.found;
}

export const NO_AWARD = 'No tiene un monto adjudicado: no hay qué pagarle.';

function showRefund(
  actor: Actor,
  subject: ProjectSubject,
  stored: StoredRefund,
  freeIds: readonly string[],
): Refund {
  const { makerIds, ...refund } = stored;
  return {
    ...refund,
    mayEdit: judgeRefundChange(actor, subject, refund).allowed,
    decide: isSubmittedRefund(refund)
      ? decisionOfferOf(judgeMadeDecision(actor, subject, makerIds, freeIds))
      : null,
  };
}

/** Whether somebody may change or take back a refund. */
export function judgeRefundChange(
  actor: Actor,
  subject: ProjectSubject,
  refund: Pick<Refund, 'state'>,
): Verdict {
  const verdict = judgeAccounting(actor, subject);
  return verdict.allowed && isAcceptedRefund(refund) ? refuse('La oficina ya lo aceptó.') : verdict;
}

function giveBackOf(actor: Actor, subject: ProjectSubject, funds: StoredFunds) {
  const verdict = judgeAccounting(actor, subject);
  return offerOf(
    verdict.allowed && refundable(funds) === 0 ? refuse('No queda dinero pagado que reintegrar.') : verdict,
  );
}

/** In two round trips, the project's own among them; 404 for who may not read its money. */
export async function readPayments(
  db: Database,
  actor: Actor,
  { kinds, ...address }: KnownProject,
  now = new Date(),
): Promise<ProjectPayments> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project), { now });
  if (!mayReadSpending(actor, subject)) throw notFound();
  const { money, payments, refunds, freeIds } = await readStored(db, project);
  const { funds, wasStarted } = money;
  const { paid, spent, approved, refunded } = funds;
  const pay = judgePayment(actor, subject);
  return {
    awarded: project.amountAwarded,
    instalments: showInstalments(project, wasStarted),
    released: releasedTo(project, money),
    ...{ paid, spent, approved, refunded, toReturn: toReturn(funds) },
    payments,
    refunds: refunds.map(r => showRefund(actor, subject, r, freeIds)),
    pay: decisionOfferOf(pay.allowed && project.amountAwarded === null ? refuse(NO_AWARD) : pay),
    giveBack: giveBackOf(actor, subject, funds),
    today: localDay(now),
  };
}

export interface LockedPayment {
  readonly id: string;
  readonly projectId: string;
  readonly day: string;
  readonly amount: number;
  readonly authorId: string;
  /** Name of who changed it last. */
  readonly by: string;
  readonly version: number;
}

/** Held until the end. */
export async function lockPayment(tx: Transaction, id: string): Promise<LockedPayment | undefined> {
  const { rows } = await sql<LockedPayment>`
    select m.id, m.project_id as "projectId", m.day::text as day, m.amount, m.author_id as "authorId", m.version,
      (select u.name from users u where u.id = m.updated_by) as by
    from payments m where m.id = ${id} for update of m`.execute(tx);
  return rows[0];
}

export interface LockedRefund extends LockedPayment {
  readonly state: Refund['state'];
  /** Everybody who wrote any of it. */
  readonly makerIds: readonly string[];
  readonly submittedAt: Date;
  readonly decidedAt: Date | null;
  /** Of the office, who is free to decide of its project. */
  readonly freeIds: readonly string[];
  /** Name of the proof where it was refused when it was checked. */
  readonly refused: string | null;
}

/** Held until the end. */
export async function lockRefund(tx: Transaction, id: string): Promise<LockedRefund | undefined> {
  const { rows } = await sql<LockedRefund>`
    select r.id, r.project_id as "projectId", r.state, r.day::text as day, r.amount, r.author_id as "authorId",
      r.maker_ids as "makerIds", r.submitted_at as "submittedAt", r.decided_at as "decidedAt", r.version,
      (select u.name from users u where u.id = case when r.state = ${lit.refund('submitted')} then r.updated_by
        else r.decided_by end) as by,
      (select x.name from files x where x.id = r.version_id and x.state = ${lit.file('rejected')}) as refused,
      ${freeOffice} as "freeIds"
    from refunds r join projects p on p.id = r.project_id where r.id = ${id} for update of r`.execute(tx);
  return rows[0];
}

/** One of this project, as `lock` finds it; 404 without. */
export async function requireOf<R extends { readonly projectId: string }>(
  lock: (tx: Transaction, id: string) => Promise<R | undefined>,
  tx: Transaction,
  { project }: HeldProject,
  id: string,
): Promise<R> {
  const found = await lock(tx, requireId(id));
  if (found?.projectId !== project.id) throw notFound();
  return found;
}

/** Whether a project has recorded an expense or was paid anything. */
export async function hasMoved(tx: Transaction, projectId: string): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select from expenses where project_id = ${projectId})
      or exists (select from payments where project_id = ${projectId}) as moved`.execute(tx);
  return rows[0]?.moved ?? false;
}

/** Refunds that are not accepted. */
export async function countOpenRefunds(tx: Transaction, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from refunds
    where project_id = ${projectId} and state in ${among(OPEN_REFUNDS)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Pesos of its line that each of these projects holds whatever becomes of it, by its id. */
export async function readCommitted(
  db: Database | Transaction,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; committed: number }>`
    select id, committed_money(id) as committed from unnest(${[...projectIds]}::uuid[]) id`.execute(db);
  return new Map(rows.map(({ id, committed }) => [id, committed]));
}
