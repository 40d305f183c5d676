import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { AppError, type FieldError } from '../../../domain/kit/problem.ts';
import { EXPENSE_DOCUMENT } from '../../../domain/sections/attachments.ts';
import { fundChangeRefusal, fundLimit } from '../../../domain/spending/balance.ts';
import { FIXED_EXPENSES, isRefused, SPENT_EXPENSES } from '../../../domain/spending/expense-states.ts';
import { costOf, type ExpenseFields, expenseDayError, lineError } from '../../../domain/spending/expenses.ts';
import { supplierKey, type VoucherType } from '../../../domain/spending/vouchers.ts';
import { formatMoney } from '../../../domain/text/format.ts';
import { lockVoucherType } from '../../expense-rules/queries.ts';
import type { HeldProject } from '../../project-record/held/queries.ts';
import { budgetLines, type StoredProject } from '../../project-record/subject/queries.ts';
import type { Expense } from '../contract.ts';
import { type LockedExpense, windowOf } from '../queries.ts';
import { type PlannedVoucher, planVoucher } from '../vouchers/queries.ts';

export interface Asked {
  readonly id: string;
  readonly given: ExpenseFields;
  /** As it is stored; null of a new one. */
  readonly before: LockedExpense | null;
  readonly approvedOn: string | null;
}

/** What a change of an expense has to fit: what it corrects, its own credit notes, and what else is of the fund. */
interface Around {
  readonly corrected: Corrected | null;
  /** Pesos of the other credit notes of what it corrects. */
  readonly otherCredits: number;
  /** Pesos that its own credit notes take back, and whether it has any: a refused one may be taken up again. */
  readonly credits: number;
  readonly hasCredits: boolean;
  /** One of them that the office has, or has approved. */
  readonly fixedCredit: string | null;
  /** Pesos spent of the fund by the whole project, and by this expense with its credit notes. */
  readonly fund: number;
  readonly ownFund: number;
  /** Pesos of its line that the project holds whatever becomes of it. */
  readonly committed: number;
  readonly voucher: {
    readonly typeId: string;
    readonly issuedOn: string;
    readonly supplierKey: string;
  } | null;
}
interface Corrected extends Pick<LockedExpense, 'budgetLineId' | 'source' | 'share' | 'state'> {
  readonly isCredit: boolean;
  readonly supplierKey: string;
}

/** Of this project, which is held. */
async function readAround(
  tx: Transaction,
  projectId: string,
  { id, given, before }: Pick<Asked, 'id' | 'before'> & { given: Pick<ExpenseFields, 'correctsId'> },
): Promise<Around> {
  const { correctsId } = given;
  const { rows } = await sql<Around>`
    with spent as (select * from expenses where project_id = ${projectId} and state in ${among(SPENT_EXPENSES)})
    select (select json_build_object('budgetLineId', e.budget_line_id, 'source', e.source, 'share', e.share,
        'state', e.state, 'isCredit', e.corrects_id is not null, 'supplierKey', v.supplier_key)
        from expenses e join vouchers v on v.id = e.voucher_id
        where e.id = ${correctsId}::uuid and e.project_id = ${projectId} and e.id <> ${id}) as corrected,
      (select coalesce(sum(share), 0)::bigint from spent where corrects_id = ${correctsId}::uuid and id <> ${id})
        as "otherCredits",
      (select coalesce(sum(share), 0)::bigint from spent where corrects_id = ${id}) as credits,
      exists (select from expenses where corrects_id = ${id}) as "hasCredits",
      (select min(description) from expenses where corrects_id = ${id}
        and state in ${among(FIXED_EXPENSES)}) as "fixedCredit",
      (select coalesce(sum(cost), 0)::bigint from spent where source = 'fund') as fund,
      (select coalesce(sum(cost), 0)::bigint from spent where source = 'fund' and ${id} in (id, corrects_id))
        as "ownFund",
      committed_money(${projectId}::uuid) as committed,
      (select json_build_object('typeId', type_id, 'issuedOn', issued_on, 'supplierKey', supplier_key)
        from vouchers where id = ${before?.voucherId ?? null}::uuid) as voucher`.execute(tx);
  if (!rows[0]) throw new Error('nothing was read');
  return rows[0];
}

const error = (path: string, message: string): FieldError[] => [{ path, message }];

/** What is wrong with the expense that a credit note takes back. */
function creditErrors({ isCredit }: VoucherType, { correctsId, voucher }: ExpenseFields, around: Around) {
  const { corrected } = around;
  if (!isCredit)
    return correctsId === null ? [] : error('correctsId', 'Solo una nota de crédito corrige otro gasto.');
  if (around.hasCredits) return error('voucher.typeId', 'Tiene notas de crédito: no puede ser una de ellas.');
  if (correctsId === null) return error('correctsId', 'Elige el gasto que corrige.');
  if (!corrected) return error('correctsId', 'Ese gasto no está en el proyecto: elige otro.');
  if (corrected.isCredit) return error('correctsId', 'Es una nota de crédito: elige el gasto que corrigió.');
  if (isRefused(corrected)) return error('correctsId', 'Ese gasto fue rechazado: ya no cuenta.');
  return corrected.supplierKey === supplierKey(voucher.supplier)
    ? []
    : error('correctsId', 'Ese gasto es de otro proveedor.');
}

const leftWords = (pesos: number) => (pesos === 1 ? 'queda $1' : `quedan ${formatMoney(Math.max(0, pesos))}`);

/** What is wrong with the part of the voucher, and of what it corrects, that the expense takes. */
function shareErrors(
  type: VoucherType,
  share: number,
  around: Around,
  voucher: PlannedVoucher,
): FieldError[] {
  const left = voucher.grossPesos - voucher.use.shares;
  if (left <= 0)
    return error(
      'voucher.number',
      `Este comprobante ya está rendido por completo${voucher.use.isHere ? ' en este proyecto' : ''}.`,
    );
  if (share > left) return error('share', `De este comprobante ${leftWords(left)}.`);
  if (share < around.credits)
    return error('share', `Sus notas de crédito suman ${formatMoney(around.credits)}: no puede ser menos.`);
  const { corrected, otherCredits } = around;
  return type.isCredit && corrected && share > corrected.share - otherCredits
    ? error('share', `Del gasto que corrige ${leftWords(corrected.share - otherCredits)}.`)
    : [];
}

/** What is wrong with its papers; they stay where they are until the end. */
async function paperErrors(
  tx: Transaction,
  projectId: string,
  type: VoucherType | undefined,
  papers: ExpenseFields['papers'],
): Promise<FieldError[]> {
  const { rows } = await sql<{ id: string }>`
    select id from files where project_id = ${projectId} and id = any(${papers.map(p => p.versionId)}::uuid[])
      and state <> ${lit.file('rejected')} and document_type in (${EXPENSE_DOCUMENT}, 'evidence')
    order by id for key share`.execute(tx);
  const known = new Set(rows.map(row => row.id));
  return papers.flatMap(({ versionId, paper }, n) => [
    ...(known.has(versionId)
      ? []
      : error(`papers.${n}.versionId`, 'Ese archivo no está en el proyecto: súbelo de nuevo.')),
    ...(!type || paper === '' || type.papers.some(p => p.id === paper)
      ? []
      : error(`papers.${n}.paper`, 'Ese respaldo no es de este tipo de comprobante.')),
  ]);
}

/** What is wrong with the day and the supplier, which what is there already may depend on. */
function voucherRuleErrors(
  { project }: HeldProject,
  { given: { voucher }, approvedOn }: Asked,
  around: Around,
  today: string,
): FieldError[] {
  // What was taken stays taken, whatever became of the dates of the project.
  const isTaken = around.voucher?.issuedOn === voucher.issuedOn;
  const dayError = isTaken ? null : expenseDayError(voucher.issuedOn, windowOf(project, approvedOn), today);
  const isMoved = around.hasCredits && around.voucher?.supplierKey !== supplierKey(voucher.supplier);
  return [
    ...(dayError === null ? [] : error('voucher.issuedOn', dayError)),
    ...(isMoved ? error('voucher.supplier.rut', 'Tiene notas de crédito de este proveedor: no cambia.') : []),
  ];
}

export interface PlannedExpense {
  readonly voucher: PlannedVoucher;
  readonly budgetLineId: string;
  readonly source: Expense['source'];
  readonly share: number;
  readonly cost: number;
}

/** Its credit notes stand where it stands, and what the office has of them stays. */
const movedLineError = ({ before, given }: Asked, { fixedCredit }: Around): string | null =>
  fixedCredit === null || before?.budgetLineId === given.budgetLineId
    ? null
    : `Su nota de crédito «${fixedCredit}» ya se rindió: el ítem no cambia.`;

const lineOf = (project: StoredProject, id: string) => budgetLines(project).find(line => line.id === id);

/** The chosen type, which stands still until the end: what is recorded by it is judged by it. */
async function findType(
  tx: Transaction,
  given: ExpenseFields,
  around: Around,
): Promise<VoucherType | undefined> {
  const type = await lockVoucherType(tx, given.voucher.typeId);
  return type?.active || type?.id === around.voucher?.typeId ? type : undefined;
}

/** Throws where the fund would come to more than it may. */
function requireFund({ project }: HeldProject, { fund, ownFund, committed }: Around, after: number): void {
  const refusal = fundChangeRefusal(fundLimit(project, committed), { spent: fund, before: ownFund, after });
  if (refusal !== null) throw new AppError('rule', refusal, { errors: error('share', refusal) });
}

/** The expense as it would be stored; throws all that is wrong with what was given, beyond its shape. */
export async function planExpense(
  tx: Transaction,
  held: HeldProject,
  asked: Asked,
  now: Date,
): Promise<PlannedExpense> {
  const { project } = held;
  const { id, given, before } = asked;
  const around = await readAround(tx, project.id, asked);
  const type = await findType(tx, given, around);
  const line = lineOf(project, given.budgetLineId);
  const notOfLine = type?.isCredit ? null : (lineError(line) ?? movedLineError(asked, around));
  const errors = [
    ...(type ? creditErrors(type, given, around) : error('voucher.typeId', 'Elige un tipo de la lista.')),
    ...(notOfLine === null ? [] : error('budgetLineId', notOfLine)),
    ...voucherRuleErrors(held, asked, around, localDay(now)),
    ...(await paperErrors(tx, project.id, type, given.papers)),
  ];
  const which = {
    projectId: project.id,
    expenseId: id,
    given: given.voucher,
    ownId: before?.voucherId ?? null,
  };
  const voucher = type ? await planVoucher(tx, { ...which, type }) : [];
  if (Array.isArray(voucher)) throw new AppError('invalid', undefined, { errors: [...errors, ...voucher] });
  const share = given.share ?? voucher.grossPesos - voucher.use.shares;
  if (type) errors.push(...shareErrors(type, share, around, voucher));
  const place = type?.isCredit ? around.corrected : line && { budgetLineId: line.id, source: line.source };
  if (errors.length > 0 || !type || !place?.source) throw new AppError('invalid', undefined, { errors });
  const cost = costOf(type, share);
  requireFund(held, around, place.source === 'fund' ? cost - around.credits : 0);
  return { voucher, budgetLineId: place.budgetLineId, source: place.source, share, cost };
}

/** Throws where an expense cannot go: what takes it back would take back nothing, or the fund would be overspent. */
export async function requireRemovable(
  tx: Transaction,
  held: HeldProject,
  before: LockedExpense,
): Promise<void> {
  const { rows } = await sql`select from expenses where corrects_id = ${before.id} limit 1`.execute(tx);
  if (rows.length > 0) throw new AppError('rule', 'Tiene notas de crédito: elimínalas primero.');
  const given = { correctsId: null };
  requireFund(held, await readAround(tx, held.project.id, { id: before.id, given, before }), 0);
}
