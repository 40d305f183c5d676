import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Problem } from '../src/domain/kit/problem.ts';
import type { Expense } from '../src/features/expenses/contract.ts';
import type { ProjectStatements, Statement } from '../src/features/statements/contract.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { type Created, done } from './factories.ts';

// Expenses are rows here: what is looked at are the statements that hold them.

type Db = Pick<TestApp, 'db'>;
type Written = Pick<Statement, 'id' | 'number' | 'version'>;

interface Spent {
  readonly type?: string;
  readonly share?: number;
  readonly line?: string;
  readonly source?: 'fund' | 'unit';
  readonly description?: string;
  readonly author?: keyof typeof PEOPLE;
  /** Of a credit note: what it takes back. */
  readonly corrects?: string | null;
  /** Whether it has what its type asks for. */
  readonly papers?: boolean;
  /** One that is there already; else a new one over `share`. */
  readonly voucher?: string | undefined;
}

/** A file of a project; its id. */
export async function addFile({ db }: Db, { id }: Created, name = 'factura.pdf'): Promise<string> {
  const { id: file } = await db
    .insertInto('files')
    .values({
      ...{ project_id: id, document_type: 'expense', name, size: 1, content_type: 'application/pdf' },
      ...{ sha256: randomBytes(32), storage_key: `files/${id}/${randomUUID()}` },
      uploaded_by: userIdOf(PEOPLE.academic),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return file;
}

/** An expense as if somebody had recorded it, of 100 000 pesos of the fund with its papers unless told; its id. */
export async function spend(server: Db, project: Created, spent: Spent = {}): Promise<string> {
  const { type = spent.corrects ? 'Nota de crédito' : 'Factura', share = 100_000, papers = true } = spent;
  const { source = 'fund', line = source === 'fund' ? 'materials' : 'room', corrects = null } = spent;
  const { description = 'Cuadernos y lápices', author = 'academic' } = spent;
  const [id, by] = [randomUUID(), userIdOf(PEOPLE[author])];
  const voucher = spent.voucher ?? (await addVoucher(server, type, share));
  const cost = corrects === null ? share : -share;
  await sql`insert into expenses (id, project_id, voucher_id, budget_line_id, source, description, share, cost,
      corrects_id, author_id, updated_by)
    values (${id}, ${project.id}, ${voucher}, ${line}, ${source}, ${description}, ${share}, ${cost}, ${corrects}, ${by},
      ${by})`.execute(server.db);
  if (papers) await addPapers(server, project, id);
  return id;
}

export async function addVoucher({ db }: Db, type: string, gross: number): Promise<string> {
  const number = String(randomInt(1, 1_000_000_000));
  const { rows } = await sql<{ id: string }>`
    insert into vouchers (type_id, number, number_key, supplier_rut, supplier_key, supplier_name, issued_on, currency,
      gross, rate, gross_pesos)
    select id, ${number}, ${number}, '76123456-0', '76123456-0', 'Librería Andes SpA', current_date, 'CLP',
      ${gross}::numeric, 1, ${gross}::bigint from voucher_types where name = ${type} returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Gives an expense what its type asks for. */
export async function addPapers(server: Db, project: Created, expense: string): Promise<void> {
  const { rows } = await sql<{ papers: { id: string }[] }>`
    select t.papers from expenses e join vouchers v on v.id = e.voucher_id join voucher_types t on t.id = v.type_id
    where e.id = ${expense}`.execute(server.db);
  for (const [n, paper] of (rows[0]?.papers ?? []).entries())
    await sql`insert into expense_papers (expense_id, position, paper, version_id)
      values (${expense}, ${n}, ${paper.id}, ${await addFile(server, project)})`.execute(server.db);
}

/** As if the check had refused what proves an expense. */
export const rejectPapers = ({ db }: Db, expense: string) =>
  sql`update files set state = 'rejected', reason = 'Está dañado.' where id in (
    select version_id from expense_papers where expense_id = ${expense})`.execute(db);

const pathOf = ({ kind, id }: Created) => `/projects/${kind}/${id}/statements`;

/** What a refusal tells besides. */
export type Answered = Written & Problem;

export const send = (who: Client, project: Created, expenseIds: string[], id = randomUUID()) =>
  who.post<Answered>(pathOf(project), { id, expenseIds });

export const resend = (
  who: Client,
  project: Created,
  { id, version }: Pick<Written, 'id' | 'version'>,
  answers: Record<string, string>,
  leftOut: string[] = [],
) =>
  who.put<Answered>(`${pathOf(project)}/${id}`, {
    ...{ version, leftOut },
    answers: Object.entries(answers).map(([expenseId, answer]) => ({ expenseId, answer })),
  });

const decision =
  (approve: boolean) =>
  (
    who: Client,
    project: Created,
    { id, version }: Pick<Written, 'id' | 'version'>,
    notes: Record<string, string> = {},
    comment = '',
  ) =>
    who.post<Answered>(`${pathOf(project)}/${id}/decision`, {
      ...{ version, approve, comment },
      notes: Object.entries(notes).map(([expenseId, text]) => ({ expenseId, text })),
    });
export const approve = decision(true);
export const sendBack = decision(false);

export const reopen = (
  who: Client,
  project: Created,
  { id, version }: Pick<Written, 'id' | 'version'>,
  reason = 'Se aprobó la versión equivocada.',
) => who.post<Answered>(`${pathOf(project)}/${id}/reopen`, { version, reason });

export const statementsOf = async (who: Client, project: Created): Promise<ProjectStatements> =>
  done(await who.get<ProjectStatements>(pathOf(project)));

/** One as the reader sees it. */
export async function statementOf(who: Client, project: Created, id: string): Promise<Statement> {
  const found = (await statementsOf(who, project)).statements.find(s => s.id === id);
  if (!found) throw new Error('no such statement');
  return found;
}

interface Row {
  readonly state: Expense['state'];
  readonly position: number | null;
  readonly observation: string;
  readonly answer: string;
}

/** Where these expenses stand, in this order. */
export async function rowsOf({ db }: Db, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row & { id: string }>`
    select id, state, position, observation, answer from expenses where id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
  return ids.flatMap(wanted => rows.filter(({ id }) => id === wanted).map(({ id: _, ...row }) => row));
}

export const statesOf = async (server: Db, ...ids: string[]) => (await rowsOf(server, ids)).map(r => r.state);
