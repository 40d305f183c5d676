import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import {
  hasSpending,
  judgeAccounting,
  judgeMadeDecision,
  mayReadSpending,
} from '../../domain/access/spending.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { decisionOfferOf, offerOf } from '../../domain/kit/verdict.ts';
import {
  awaitsOffice,
  type ExpenseState,
  isApprovedStatement,
  isReturnedStatement,
  OPEN_STATEMENTS,
  type StatementState,
  UNDECIDED_EXPENSES,
} from '../../domain/spending/expense-states.ts';
import { missingPapers, type Paper } from '../../domain/spending/expenses.ts';
import type { VoucherType } from '../../domain/spending/vouchers.ts';
import { freeOffice } from '../../server/part-taking/queries.ts';
import type { KnownProject } from '../project-record/held/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { definitionOf, readProject, subjectOf } from '../project-record/subject/queries.ts';
import type { ProjectStatements, Statement } from './contract.ts';

type StoredStatement = Omit<Statement, 'answer' | 'decide' | 'reopen'> & {
  /** Who sent it, and who recorded or changed what is in it. */
  readonly makerIds: readonly string[];
};

/** Who made the statement `s`: who sent it, and who recorded or changed what is in it. */
export const makerIds = sql`array(
  select unnest(s.maker_ids) union select unnest(e.maker_ids) from expenses e where e.statement_id = s.id)`;

// What waits to be decided again has not been decided, though it once was.
const decided = sql`s.state <> ${lit.statement('submitted')}`;
const statementJson = sql`json_build_object('id', s.id, 'number', s.number, 'state', s.state,
  'author', json_build_object('id', a.id, 'name', a.name),
  'submittedBy', json_build_object('id', b.id, 'name', b.name), 'submittedAt', ${iso(sql`s.submitted_at`)},
  'due', ${iso(sql`s.due_at`)},
  'decidedBy', case when ${decided} and d.id is not null then json_build_object('id', d.id, 'name', d.name) end,
  'decidedAt', case when ${decided} then ${iso(sql`s.decided_at`)} end, 'comment', s.comment,
  'expenses', x.count, 'total', x.total, 'approved', x.approved, 'version', s.version, 'makerIds', ${makerIds})`;

interface Stored {
  readonly statements: readonly StoredStatement[];
  readonly freeIds: readonly string[];
}

async function readStored(db: Database, projectId: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select ${freeOffice} as "freeIds", (
      select coalesce(json_agg(${statementJson} order by s.number desc), '[]')
      from statements s join users a on a.id = s.author_id join users b on b.id = s.submitted_by
        left join users d on d.id = s.decided_by
        cross join lateral (
          select count(*)::int as count, coalesce(sum(e.cost), 0) as total,
            coalesce(sum(e.cost) filter (where e.state = ${lit.expense('approved')}), 0) as approved
          from expenses e where e.statement_id = s.id) x
      where s.project_id = p.id) as statements
    from projects p where p.id = ${projectId}`.execute(db);
  return rows[0] ?? { statements: [], freeIds: [] };
}

/** In two round trips, the project's own among them. */
export async function readStatements(
  db: Database,
  actor: Actor,
  { kinds, ...address }: KnownProject,
  now = new Date(),
): Promise<ProjectStatements> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project), { now });
  if (!mayReadSpending(actor, subject)) throw notFound();
  const send = offerOf(judgeAccounting(actor, subject));
  if (!hasSpending(project)) return { statements: [], send };
  const { statements, freeIds } = await readStored(db, project.id);
  return {
    statements: statements.map(({ makerIds, ...s }) => {
      const decision = () => decisionOfferOf(judgeMadeDecision(actor, subject, makerIds, freeIds));
      return {
        ...s,
        answer: isReturnedStatement(s) ? send : null,
        decide: awaitsOffice(s) ? decision() : null,
        reopen: isApprovedStatement(s) ? decision() : null,
      };
    }),
    send,
  };
}

/** What a change or decision of a statement is judged by. */
export interface LockedStatement {
  readonly id: string;
  readonly projectId: string;
  readonly number: number;
  readonly state: StatementState;
  readonly authorId: string;
  readonly submittedAt: Date;
  readonly decidedAt: Date | null;
  readonly version: number;
  /** Name of who sent or decided it last. */
  readonly by: string;
  readonly makerIds: readonly string[];
  /** Of the office, who is free to decide of its project. */
  readonly freeIds: readonly string[];
}

/** A statement, held until the end. */
export async function lockStatement(tx: Transaction, id: string): Promise<LockedStatement | undefined> {
  const { rows } = await sql<LockedStatement>`
    select s.id, s.project_id as "projectId", s.number, s.state, s.author_id as "authorId",
      s.submitted_at as "submittedAt", s.decided_at as "decidedAt", s.version, ${makerIds} as "makerIds",
      (select u.name from users u
        where u.id = case when s.decided_at >= s.submitted_at then s.decided_by else s.submitted_by end) as by,
      ${freeOffice} as "freeIds"
    from statements s join projects p on p.id = s.project_id where s.id = ${id} for update of s`.execute(tx);
  return rows[0];
}

/** The number that the next statement of a project has, which is held. */
export async function nextNumber(tx: Transaction, projectId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from statements where project_id = ${projectId}`.execute(tx);
  return rows[0]?.next ?? 1;
}

/** An expense as a statement takes it, or has it. */
export interface StatedExpense {
  readonly id: string;
  readonly state: ExpenseState;
  readonly statementId: string | null;
  readonly description: string;
  readonly budgetLineId: string;
  readonly source: string;
  /** It is paid from what was awarded. */
  readonly isOfFund: boolean;
  /** Pesos; below zero of a credit note. */
  readonly cost: number;
  /** Of a credit note: the expense it takes back. */
  readonly correctsId: string | null;
  /** Names of papers that its type asks for and it has not. */
  readonly missing: readonly string[];
  /** Names of its files that were refused when they were checked. */
  readonly rejected: readonly string[];
}

interface StoredExpense extends Omit<StatedExpense, 'missing' | 'rejected'> {
  readonly needed: VoucherType['papers'];
  readonly papers: readonly (Pick<Paper, 'paper'> & {
    readonly name: string;
    readonly isRejected: boolean;
  })[];
}

const expenseColumns = sql`e.id, e.state, e.statement_id as "statementId", e.description,
  e.budget_line_id as "budgetLineId", e.source, e.source = 'fund' as "isOfFund", e.cost, e.corrects_id as "correctsId", t.papers as needed,
  coalesce((select json_agg(json_build_object('paper', y.paper, 'name', f.name,
      'isRejected', f.state = ${lit.file('rejected')}) order by y.position)
    from expense_papers y join files f on f.id = y.version_id where y.expense_id = e.id), '[]') as papers`;

const FROM_EXPENSES = sql`expenses e join vouchers v on v.id = e.voucher_id join voucher_types t on t.id = v.type_id`;

/** A paper that was refused proves nothing. */
const checkPapers = ({ needed, papers, ...expense }: StoredExpense): StatedExpense => ({
  ...expense,
  missing: missingPapers(
    { papers: needed },
    papers.filter(p => !p.isRejected),
  ).map(p => p.name),
  rejected: papers.filter(p => p.isRejected).map(p => p.name),
});

/** Expenses of a project by id; they change no more while it is held. */
export async function readExpenses(
  tx: Transaction,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StatedExpense>> {
  const { rows } = await sql<StoredExpense>`
    select ${expenseColumns} from ${FROM_EXPENSES}
    where e.project_id = ${projectId} and e.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(row => [row.id, checkPapers(row)]));
}

/** Those of a statement, in its order. */
export async function readStated(tx: Transaction, statementId: string): Promise<StatedExpense[]> {
  const { rows } = await sql<StoredExpense>`
    select ${expenseColumns} from ${FROM_EXPENSES}
    where e.statement_id = ${statementId} order by e.position`.execute(tx);
  return rows.map(checkPapers);
}

/** A credit note or what it corrects, with the number of the statement it is in. */
export interface Correction extends Pick<StatedExpense, 'id' | 'state' | 'description' | 'correctsId'> {
  readonly number: number | null;
}

/** Expenses that these correct, and credit notes that correct these. */
export async function readCorrections(tx: Transaction, ids: readonly string[]): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select e.id, e.state, e.description, e.corrects_id as "correctsId", s.number
    from expenses e left join statements s on s.id = e.statement_id
    where e.corrects_id = any(${[...ids]}::uuid[])
      or e.id in (select c.corrects_id from expenses c where c.id = any(${[...ids]}::uuid[]))
    order by e.recorded_at, e.id`.execute(tx);
  return rows;
}

/** What of a project's money the office has still to find right: statements, and expenses of the fund. */
export async function countUnsettled(
  tx: Transaction,
  projectId: string,
): Promise<{ readonly statements: number; readonly expenses: number }> {
  const { rows } = await sql<{ statements: number; expenses: number }>`
    select (select count(*)::int from statements
        where project_id = ${projectId} and state in ${among(OPEN_STATEMENTS)}) as statements,
      (select count(*)::int from expenses where project_id = ${projectId} and source = 'fund'
        and state in ${among(UNDECIDED_EXPENSES)}) as expenses`.execute(tx);
  return rows[0] ?? { statements: 0, expenses: 0 };
}
