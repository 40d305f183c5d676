import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import { addDays, localDay } from '../src/domain/kit/calendar.ts';
import type { BudgetLine } from '../src/domain/sections/budget.ts';
import { type RatedCurrency, rateDay } from '../src/domain/spending/currencies.ts';
import type { Instalment } from '../src/domain/spending/instalments.ts';
import type { Expense, NewExpense, ProjectExpenses } from '../src/features/expenses/contract.ts';
import type { ProjectFile } from '../src/features/project-record/detail/contract.ts';
import type { TestApp } from './app.ts';
import { fundSections, openCall } from './calls.ts';
import type { Answer, Client } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { type Created, done, fillSections, type References } from './factories.ts';
import { filesOf, uploadFile } from './files.ts';
import { sampleFiles } from './samples.ts';
import { clients, openUniversity, refs, server } from './university.ts';

// What a project of a call spends. Its budget: `materials`, `fees` and `trips` of the fund, two million pesos in all as
// was awarded, `room` of the unit and `hall` valued by a partner.

export const TODAY = localDay(new Date());
export const AWARDED_AMOUNT = 2_000_000;

const budgetLine = (
  id: string,
  category: BudgetLine['category'],
  source: BudgetLine['source'],
  unitCost: number,
): BudgetLine => ({ id, category, description: `Ítem ${id}`, quantity: 1, unitCost, source });

export const BUDGET: readonly BudgetLine[] = [
  budgetLine('materials', 'operation', 'fund', 1_000_000),
  budgetLine('fees', 'fees', 'fund', 600_000),
  budgetLine('trips', 'travel', 'fund', 400_000),
  budgetLine('room', 'operation', 'unit', 300_000),
  budgetLine('hall', 'other', 'partner_in_kind', 200_000),
];

interface Award {
  readonly status?: string;
  /** Null for a project without an award. */
  readonly awarded?: number | null;
  readonly lines?: readonly BudgetLine[];
  /** Days after the end in which vouchers are taken; null for no limit. */
  readonly graceDays?: number | null;
  readonly instalments?: readonly Instalment[];
  readonly approvedOn?: string;
  readonly endDate?: string;
}

/** A `fexs` as if a call had awarded it 60 days ago: running, its end in 30 days, the colleague in its team. */
export async function awardedProject(
  { db }: Pick<TestApp, 'db'>,
  lead: Client,
  refs: References,
  call: { id: string; lineId: string },
  award: Award = {},
): Promise<Created> {
  const { status = 'running', awarded = AWARDED_AMOUNT, lines = BUDGET } = award;
  const { approvedOn = addDays(TODAY, -60), endDate = addDays(TODAY, 30) } = award;
  const { identification, plan, indicators, fund: asked } = fundSections(refs, call);
  const body = { id: randomUUID(), kind: 'fexs', title: 'Proyecto adjudicado', callId: call.id };
  const { leadId, schoolId } = refs;
  const project = done(await lead.post<Created>('/projects', { ...body, leadId, schoolId }));
  await fillSections(lead, project, {
    ...(identification && { identification }),
    ...(plan && { plan }),
    ...(indicators && { indicators }),
    ...{ fund: asked, budget: { lines: [...lines] } },
  });
  const [at, start] = [`${approvedOn}T15:00:00Z`, addDays(approvedOn, 10)];
  await sql`update projects set status = ${status}, submitted_at = ${at}, start_date = ${start}, end_date = ${endDate}, call_id = ${call.id},
      line_id = ${call.lineId}, amount_requested = ${awarded}, amount_awarded = ${awarded}
    where id = ${project.id}`.execute(db);
  await sql`insert into project_history (project_id, at, action, from_status, to_status)
    values (${project.id}, ${at}, 'award', 'resolution', 'approved')`.execute(db);
  await sql`insert into project_members (project_id, user_id) values (${project.id}, ${userIdOf(PEOPLE.colleague)})
    on conflict do nothing`.execute(db);
  return project;
}

/** A call that takes proposals, with its rules of spending. */
export async function spendingCall(
  { db }: Pick<TestApp, 'db'>,
  admin: Client,
  { graceDays = null, instalments = [] }: Pick<Award, 'graceDays' | 'instalments'> = {},
): Promise<{ id: string; lineId: string }> {
  const call = await openCall(admin);
  await sql`update calls set grace_days = ${graceDays}, instalments = ${JSON.stringify(instalments)}::jsonb
    where id = ${call.id}`.execute(db);
  return call;
}

/** The project of each test and its call; `openSpending` makes them. */
export let spender: Created;
export let fund: { id: string; lineId: string };
/** One more project of the same call and lead, unless told otherwise. */
export const anotherSpender = (lead: Client = clients.academic, award: Award = {}, leadId = refs.leadId) =>
  awardedProject(server, lead, { ...refs, leadId }, fund, award);

/** Registers what tests of spending begin with: the demo university, a call, an awarded project for each test. */
export function openSpending(award: Award = {}): void {
  openUniversity({ rateLimit: 0 });
  beforeAll(async () => {
    fund = await spendingCall(server, clients.admin, award);
  });
  beforeEach(async () => {
    spender = await awardedProject(server, clients.academic, refs, fund, award);
  });
}

export const spendingPath = ({ kind, id }: Created) => `/projects/${kind}/${id}`;

/** Id of a type of voucher by its name, e.g. `Boleta de honorarios`. */
export async function voucherTypeId(name = 'Factura', { db }: Pick<TestApp, 'db'> = server): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from voucher_types where name = ${name}`.execute(db);
  if (!rows[0]) throw new Error(`no type of voucher is called ${name}`);
  return rows[0].id;
}

/** A supplier's RUT unlike any other; its check digit is right. */
export function anyRut(): string {
  const body = String(randomInt(50_000_000, 99_999_999));
  const sum = [...body].reverse().reduce((all, digit, n) => all + Number(digit) * (2 + (n % 6)), 0);
  const check = 11 - (sum % 11);
  return `${body}-${check === 11 ? '0' : check === 10 ? 'K' : check}`;
}

/** A voucher as it is typed: a `Factura` of 100 000 pesos of yesterday unless told otherwise. */
export const aVoucher = (typeId: string, more: object = {}) => ({
  typeId,
  number: String(randomInt(1, 1_000_000_000)),
  supplier: { rut: anyRut(), foreignId: '', name: 'Librería Andes SpA' },
  issuedOn: addDays(TODAY, -1),
  currency: 'CLP' as const,
  gross: 100_000,
  ...more,
});

type Given = Partial<Omit<NewExpense, 'voucher'>> & {
  readonly voucher?: object;
  /** Name of the type of voucher. */
  readonly type?: string;
};

/** What is sent of an expense of the line `materials`; `voucher` replaces parts of {@link aVoucher}. No papers. */
export async function anExpense({ type = 'Factura', voucher = {}, ...more }: Given = {}) {
  return {
    ...{ id: randomUUID(), budgetLineId: 'materials', description: 'Cuadernos y lápices', share: null },
    ...{ correctsId: null, papers: [] },
    ...more,
    voucher: aVoucher(await voucherTypeId(type), voucher),
  };
}

/** A paper of an expense, sent and checked; PDF unlike any other. */
export async function uploadPaper(
  who: Client,
  project: Pick<Created, 'kind' | 'id'>,
  { documentType = 'expense', name = 'factura.pdf' }: { documentType?: string; name?: string } = {},
): Promise<ProjectFile & { versionId: string }> {
  const unlike = Buffer.from(`\n%${randomBytes(8).toString('hex')}\n`);
  const bytes = Buffer.concat([sampleFiles().pdf ?? Buffer.alloc(0), unlike]);
  const { id } = await uploadFile(server, who, project, { name, bytes, documentType });
  const file = (await filesOf(who, project)).files.find(f => f.id === id);
  if (!file) throw new Error('the paper is not there');
  return file;
}

type Recorded = Pick<Expense, 'id' | 'version'>;

/** Sends an expense as it is given, without adding papers. */
export const sendExpense = async (
  who: Client,
  project: Created,
  given: Given = {},
): Promise<Answer<Recorded>> =>
  who.post<Recorded>(`${spendingPath(project)}/expenses`, await anExpense(given));

/** Records an expense with all the papers of its type, each a real file, unless `papers` are given. */
export async function recordExpense(who: Client, project: Created, given: Given = {}): Promise<Recorded> {
  const { rows } = await sql<{ papers: { id: string }[] }>`
    select papers from voucher_types where name = ${given.type ?? 'Factura'}`.execute(server.db);
  const needed = given.papers === undefined ? (rows[0]?.papers ?? []) : [];
  const papers = [...(given.papers ?? [])];
  for (const { id } of needed)
    papers.push({ paper: id, versionId: (await uploadPaper(who, project)).versionId });
  return done(await sendExpense(who, project, { ...given, papers }));
}

export const expensesOf = async (who: Client, project: Created): Promise<ProjectExpenses> =>
  done(await who.get<ProjectExpenses>(`${spendingPath(project)}/expenses`));

/** One as the reader sees it. */
export async function expenseOf(who: Client, project: Created, id: string): Promise<Expense> {
  const found = (await expensesOf(who, project)).expenses.find(e => e.id === id);
  if (!found) throw new Error('no such expense');
  return found;
}

/** What the form of an expense sends when it is saved again, with `more` in its place. */
export async function editOf(who: Client, project: Created, id: string, more: object = {}) {
  const { voucher, papers, ...e } = await expenseOf(who, project, id);
  const { typeId, number, supplier, issuedOn, currency, gross } = voucher;
  return {
    ...{ voucher: { typeId, number, supplier, issuedOn, currency, gross } },
    ...{ budgetLineId: e.budgetLineId, description: e.description, share: e.share, correctsId: e.correctsId },
    ...{ papers: papers.map(({ paper, versionId }) => ({ paper, versionId })), version: e.version },
    ...more,
  };
}

export const saveExpenseAs = async (who: Client, project: Created, id: string, more: object = {}) =>
  who.put<Recorded>(
    `${spendingPath(project)}/expenses/${id}`,
    await editOf(clients.admin, project, id, more),
  );

export const removeExpenseAs = (who: Client, project: Created, id: string) =>
  who.delete(`${spendingPath(project)}/expenses/${id}`);

/** As if the office had decided so; an expense that is in no statement comes into one of its own. */
export async function setExpenseState(
  { db }: Pick<TestApp, 'db'>,
  id: string,
  state: Expense['state'],
): Promise<void> {
  const statement = randomUUID();
  await db.transaction().execute(async tx => {
    // Of two at once the second numbers its statement after the first.
    await sql`select from projects where id = (select project_id from expenses where id = ${id}) for update`.execute(
      tx,
    );
    await sql`
      with e as (select * from expenses where id = ${id} and statement_id is null),
      s as (insert into statements (id, project_id, number, author_id, submitted_by, due_at)
        select ${statement}, e.project_id, 1 + (select coalesce(max(number), 0) from statements
          where project_id = e.project_id), e.author_id, e.author_id, now() + interval '10 days' from e)
      select 1`.execute(tx);
    await sql`update expenses set state = ${state}, statement_id = coalesce(statement_id, ${statement}),
        position = coalesce(position, 0), observation = 'No corresponde al proyecto.'
      where id = ${id}`.execute(tx);
  });
}

/** The pesos of a currency that hold on a day, as the office enters them: for dollars of a day off, on the one before. */
export async function setRate(
  { db }: Pick<TestApp, 'db'>,
  currency: RatedCurrency,
  day: string,
  value: number,
): Promise<void> {
  const holidays = await db.selectFrom('holidays').select('day').execute();
  const rated = rateDay(currency, day, new Set(holidays.map(h => h.day)));
  await sql`insert into exchange_rates (currency, day, value) values (${currency}, ${rated}, ${value})
    on conflict (currency, day) do update set value = excluded.value`.execute(db);
}
