import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among } from '../../db/states.ts';
import {
  hasSpending,
  judgeExpenseChange,
  judgeExpenseRemoval,
  judgeSpending,
  mayReadSpending,
} from '../../domain/access/spending.ts';
import type { EditSubject } from '../../domain/access/subject.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import { type FieldError, notFound } from '../../domain/kit/problem.ts';
import { refuse, type Verdict } from '../../domain/kit/verdict.ts';
import type { Budget } from '../../domain/sections/budget.ts';
import { fundLimit } from '../../domain/spending/balance.ts';
import { SPENT_EXPENSES } from '../../domain/spending/expense-states.ts';
import { changedLineErrors, type ExpenseWindow } from '../../domain/spending/expenses.ts';
import { approvedOn, type KnownProject } from '../project-record/held/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  budgetLines,
  definitionOf,
  readProject,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { Expense, ProjectExpenses } from './contract.ts';

type StoredExpense = Omit<Expense, 'mayEdit' | 'mayRemove'>;

/** A row with its voucher; columns, not JSON: over thousands that takes the database less than half as long. */
interface StoredRow extends Omit<StoredExpense, 'voucher' | 'papers' | 'author'> {
  readonly papers: StoredExpense['papers'] | null;
  readonly authorId: string;
  readonly author: string;
  readonly voucherId: string;
  readonly typeId: string;
  readonly number: string;
  readonly rut: string;
  readonly foreignId: string;
  readonly supplier: string;
  readonly issuedOn: string;
  readonly currency: StoredExpense['voucher']['currency'];
  readonly gross: number;
  readonly rate: number;
  readonly grossPesos: number;
  readonly withholdingPercent: number;
  readonly withheld: number;
  readonly isShared: boolean;
}

/** Each with its papers in the order in which they were given. */
async function readRows(db: Database, projectId: string): Promise<StoredExpense[]> {
  const { rows } = await sql<StoredRow>`
    select e.id, e.budget_line_id as "budgetLineId", e.source, e.description, e.share, e.cost,
      e.corrects_id as "correctsId", e.state, e.statement_id as "statementId", e.position, e.observation, e.answer,
      e.version, ${iso(sql`e.recorded_at`)} as "recordedAt", a.id as "authorId", a.name as author,
      v.id as "voucherId", v.type_id as "typeId", v.number, v.supplier_rut as rut, v.supplier_foreign_id as "foreignId",
      v.supplier_name as supplier, v.issued_on as "issuedOn", v.currency, v.gross, v.rate, v.gross_pesos as "grossPesos",
      v.withholding_percent as "withholdingPercent", v.withheld,
      exists (select from expenses o where o.voucher_id = v.id and o.id <> e.id
        and o.state in ${among(SPENT_EXPENSES)}) as "isShared", p.papers
    from expenses e join vouchers v on v.id = e.voucher_id join users a on a.id = e.author_id
      left join (
        select p.expense_id, json_agg(json_build_object('paper', p.paper, 'id', coalesce(x.original_id, x.id),
          'versionId', x.id, 'version', x.version, 'name', x.name, 'contentType', x.content_type, 'state', x.state,
          'isOlder', not x.current) order by p.position) as papers
        from expense_papers p join expenses e on e.id = p.expense_id join files x on x.id = p.version_id
        where e.project_id = ${projectId} group by 1) p on p.expense_id = e.id
    where e.project_id = ${projectId} order by v.issued_on desc, e.recorded_at desc, e.id`.execute(db);
  return rows.map(({ papers, authorId, author, voucherId, rut, foreignId, supplier, ...row }) => ({
    ...row,
    papers: papers ?? [],
    author: { id: authorId, name: author },
    voucher: {
      ...row,
      id: voucherId,
      supplier: { rut, foreignId, name: supplier },
      net: row.grossPesos - row.withheld,
    },
  }));
}

const typeJson = sql`json_build_object('id', t.id, 'name', t.name, 'hasNumber', t.has_number,
  'needsSupplier', t.needs_supplier, 'withholds', t.withholds, 'isCredit', t.is_credit, 'papers', t.papers,
  'active', t.active)`;

interface Stored extends Pick<ProjectExpenses, 'types' | 'withholding'> {
  readonly approvedOn: string | null;
  /** Pesos of its line that the project holds whatever becomes of it. */
  readonly committed: number;
}
const NOTHING: Stored = { types: [], withholding: [], approvedOn: null, committed: 0 };

async function readStored(db: Database, projectId: string): Promise<Stored> {
  const { rows } = await sql<{ found: Stored }>`
    select json_build_object('types', (select coalesce(json_agg(${typeJson} order by plain(t.name)), '[]') from voucher_types t
        where t.active or exists (select from expenses e join vouchers v on v.id = e.voucher_id
          where e.project_id = ${projectId} and v.type_id = t.id)),
      'withholding', (select coalesce(json_agg(json_build_object('year', w.year, 'percent', w.percent) order by w.year),
        '[]') from withholding_rates w),
      'approvedOn', ${approvedOn(projectId)}, 'committed', committed_money(${projectId}::uuid)) as found`.execute(
    db,
  );
  return rows[0]?.found ?? NOTHING;
}

/** What was never approved has no money to account for, though it was cancelled. */
export const judgeRecordingOf = (
  actor: Actor,
  subject: EditSubject,
  { approvedOn: approved }: { readonly approvedOn: string | null },
): Verdict => {
  const verdict = judgeSpending(actor, subject);
  const isKnown = approved !== null || AWARDED.includes(subject.status);
  return verdict.allowed && !isKnown ? refuse('El proyecto no llegó a aprobarse.') : verdict;
};

/** When vouchers of a project may be issued: until it ends or was cancelled, and the days of grace after that. */
export const windowOf = (
  project: Pick<StoredProject, 'startDate' | 'endDate' | 'call' | 'status' | 'statusSince'>,
  approved: string | null,
): ExpenseWindow => {
  const { startDate, endDate, call, status, statusSince } = project;
  const grace = call ? call.graceDays : 0;
  const cancelled = status === 'cancelled' ? localDay(new Date(statusSince)) : null;
  const [end] = [endDate, cancelled].filter(day => day !== null).sort();
  return {
    from: approved ?? startDate,
    to: end === undefined || grace === null ? null : addDays(end, grace),
  };
};

const judged = ({ state, author }: StoredExpense) => ({ state, authorId: author.id });

/** In two round trips at most, the project's own the first; 404 for who may not read what is spent. */
export async function readExpenses(
  db: Database,
  actor: Actor,
  { kinds, ...address }: KnownProject,
  now = new Date(),
): Promise<ProjectExpenses> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project), { now });
  if (!mayReadSpending(actor, subject)) throw notFound();
  const [expenses, { approvedOn: approved, committed, ...stored }] = await Promise.all([
    readRows(db, project.id),
    readStored(db, project.id),
  ]);
  const record = judgeRecordingOf(actor, subject, { approvedOn: approved });
  return {
    ...stored,
    ...windowOf(project, approved),
    expenses: expenses.map(e => ({
      ...e,
      mayEdit: judgeExpenseChange(actor, subject, judged(e)).allowed,
      mayRemove: judgeExpenseRemoval(actor, subject, judged(e)).allowed,
    })),
    lines: budgetLines(project).map(line => ({ ...line })),
    awarded: hasSpending(project) ? fundLimit(project, committed) : null,
    record: { allowed: record.allowed, reason: record.allowed ? null : record.reason },
    today: localDay(now),
  };
}

/** What a change or removal of an expense is judged by. */
export interface LockedExpense {
  readonly id: string;
  readonly projectId: string;
  readonly voucherId: string;
  readonly budgetLineId: string;
  readonly source: Expense['source'];
  readonly share: number;
  readonly cost: number;
  readonly correctsId: string | null;
  readonly description: string;
  readonly state: Expense['state'];
  readonly authorId: string;
  readonly version: number;
  /** Name of who changed it last. */
  readonly by: string;
}

/** An expense, held until the end. */
export async function lockExpense(tx: Transaction, id: string): Promise<LockedExpense | undefined> {
  const { rows } = await sql<LockedExpense>`
    select e.id, e.project_id as "projectId", e.voucher_id as "voucherId", e.budget_line_id as "budgetLineId", e.source,
      e.share, e.cost, e.corrects_id as "correctsId", e.description, e.state, e.author_id as "authorId", e.version,
      (select u.name from users u where u.id = e.updated_by) as by
    from expenses e where e.id = ${id} for update of e`.execute(tx);
  return rows[0];
}

/** All that is wrong with a change of a project's budget: what has been spent of a line stays where it is. */
export async function budgetLineErrors(
  db: Database | Transaction,
  projectId: string,
  before: Budget,
  after: Budget,
): Promise<FieldError[]> {
  const { rows } = await sql<{ id: string; isStated: boolean }>`
    select budget_line_id as id, bool_or(statement_id is not null) as "isStated" from expenses
    where project_id = ${projectId} and state in ${among(SPENT_EXPENSES)} group by 1`.execute(db);
  return changedLineErrors(
    before.lines,
    after.lines,
    rows.map(row => row.id),
    rows.filter(row => row.isStated).map(row => row.id),
  );
}
