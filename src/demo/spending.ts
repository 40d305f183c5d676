import { readHolidays } from '../db/holidays.ts';
import type { Database } from '../db/pool.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { addDays, localDay } from '../domain/kit/calendar.ts';
import { EXPENSE_DOCUMENT } from '../domain/sections/attachments.ts';
import { hasOwnRate, type RatedCurrency } from '../domain/spending/currencies.ts';
import { paymentFields, refundFields } from '../domain/spending/instalments.ts';
import type { VoucherType } from '../domain/spending/vouchers.ts';
import { formatAmount, formatDay } from '../domain/text/format.ts';
import { saveRates } from '../features/expense-rules/commands.ts';
import { readVoucherTypes } from '../features/expense-rules/queries.ts';
import { recordExpense } from '../features/expenses/commands.ts';
import { newExpense } from '../features/expenses/contract.ts';
import { recordPayment } from '../features/payments/commands.ts';
import { decideRefund, sendRefund } from '../features/payments/refunds/commands.ts';
import type { KnownProject } from '../features/project-record/held/queries.ts';
import { sendStatement } from '../features/statements/commands.ts';
import { decideStatement } from '../features/statements/decisions/commands.ts';
import type { FileStore } from '../server/files/store.ts';
import { demoId } from '../server/sign-in/demo-identity.ts';
import { writePaper } from './papers.ts';
import {
  type DemoExpense,
  type DemoSpending,
  type DemoStatement,
  type DemoTransfer,
  dollarOf,
  RATED_DAYS,
  ufOf,
} from './seed/spending.ts';
import { type Span, within } from './spans.ts';

/** What UF and dollar were worth in the last months, as the office enters it. */
export async function writeRates(db: Database, office: Actor): Promise<void> {
  const [today, holidays] = [localDay(new Date()), await readHolidays(db)];
  const values: Record<RatedCurrency, (ago: number) => number> = { UF: ufOf, USD: dollarOf };
  for (const currency of ['UF', 'USD'] as const) {
    const rates = Array.from({ length: RATED_DAYS }, (_, ago) => ({
      ...{ day: addDays(today, -ago), value: values[currency](ago) },
    })).filter(({ day }) => hasOwnRate(currency, day, holidays));
    await saveRates({ db, actor: office }, { currency, rates });
  }
}

interface Site {
  readonly db: Database;
  readonly files: FileStore;
  readonly lead: Actor;
  readonly office: Actor;
  readonly project: KnownProject;
  readonly types: readonly VoucherType[];
}

const idIn = ({ project }: Site, what: string) => demoId(`${project.id}:${what}`);
const dayOf = (ago: number) => addDays(localDay(new Date()), -ago);

/** A paper of the project, of which its name says what it is. */
const addPaper = (site: Site, what: string, title: string, lines: readonly string[]): Promise<string> =>
  writePaper(site.db, site.files, {
    ...{ id: idIn(site, `paper:${what}`), projectId: site.project.id, uploaderId: site.lead.id },
    ...{ documentType: EXPENSE_DOCUMENT, title, lines },
  });

function typeOf({ types }: Site, { type }: DemoExpense): VoucherType {
  const found = types.find(t => t.name === type);
  if (!found) throw new Error(`no voucher is a ${type}`);
  return found;
}

async function writeExpense(site: Site, e: DemoExpense, n: number): Promise<void> {
  const { db, lead, project } = site;
  const { from, number = '', currency = 'CLP', gross, share = null, line, what } = e;
  const type = typeOf(site, e);
  const supplier = { rut: from?.rut ?? '', foreignId: from?.foreignId ?? '', name: from?.name ?? '' };
  const issuedOn = dayOf(e.ago);
  const shown = [from?.name ?? '', what, formatDay(issuedOn), formatAmount(gross, currency)];
  const papers: { paper: string; versionId: string }[] = [];
  for (const { id, name } of e.bare ? [] : type.papers)
    papers.push({
      paper: id,
      versionId: await addPaper(site, `${n}:${id}`, [name, number].filter(Boolean).join(' '), shown),
    });
  const given = newExpense.parse({
    ...{ id: idIn(site, `expense:${n}`), budgetLineId: line, description: what, share, papers },
    voucher: { typeId: type.id, number, supplier, issuedOn, currency, gross },
    correctsId: e.corrects === undefined ? null : idIn(site, `expense:${e.corrects}`),
  });
  await recordExpense({ db, actor: lead }, { ...project, given });
}

async function writeStatement(site: Site, statement: DemoStatement, n: number): Promise<void> {
  const { db, lead, office, project } = site;
  const { expenses, approve, comment, notes = {} } = statement;
  const id = idIn(site, `statement:${n}`);
  const expenseIds = expenses.map(at => idIn(site, `expense:${at}`));
  await sendStatement({ db, actor: lead }, { ...project, given: { id, expenseIds } });
  const noted = Object.entries(notes).map(([at, text]) => ({ expenseId: idIn(site, `expense:${at}`), text }));
  const given = { version: 1, approve, comment, notes: noted };
  await decideStatement({ db, actor: office }, { ...project, statement: id, given });
}

/** Given back with its proof, and accepted. */
async function writeRefund(site: Site, { ago, ...refund }: DemoTransfer): Promise<void> {
  const { db, lead, office, project } = site;
  const id = idIn(site, 'refund');
  const proof = [refund.reference, formatDay(dayOf(ago)), formatAmount(refund.amount, 'CLP')];
  const versionId = await addPaper(site, 'refund', 'Comprobante de reintegro', proof);
  const given = { ...refundFields.parse({ ...refund, day: dayOf(ago), versionId }), id };
  await sendRefund({ db, actor: lead }, { ...project, given });
  const decision = { version: 1, accept: true, reason: '' };
  await decideRefund({ db, actor: office }, { ...project, refund: id, given: decision });
}

/** What an awarded project of the demo was paid, has spent and accounted for, by the commands of its lead and the office. */
export async function writeSpending(
  { payments, expenses, statements, refund }: DemoSpending,
  span: Span,
  given: Omit<Site, 'types'>,
): Promise<void> {
  const site = { ...given, types: await readVoucherTypes(given.db) };
  const { db, office, project } = site;
  for (const [n, { ago, ...payment }] of within(span, payments)) {
    const fields = paymentFields.parse({ ...payment, day: dayOf(ago) });
    await recordPayment(
      { db, actor: office },
      { ...project, given: { ...fields, id: idIn(site, `payment:${n}`), lastResort: undefined } },
    );
  }
  for (const [n, expense] of within(span, expenses)) await writeExpense(site, expense, n);
  for (const [n, statement] of within(span, statements)) await writeStatement(site, statement, n);
  if (refund) for (const [, returned] of within(span, [refund])) await writeRefund(site, returned);
}
