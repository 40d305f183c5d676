import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { among } from '../../../db/states.ts';
import type { FieldError } from '../../../domain/kit/problem.ts';
import { toPesos } from '../../../domain/spending/currencies.ts';
import { SPENT_EXPENSES } from '../../../domain/spending/expense-states.ts';
import {
  normaliseNumber,
  supplierKey,
  type VoucherFields,
  type VoucherType,
  voucherErrors,
  withholdingFor,
} from '../../../domain/spending/vouchers.ts';
import { formatDay, formatMoney } from '../../../domain/text/format.ts';
import { MAX_MONEY } from '../../../domain/text/rules.ts';
import { readRate, readWithholding } from '../../expense-rules/queries.ts';

/** By what a voucher is known in the whole university; null where its type has no number. */
interface VoucherKey {
  readonly supplier: string;
  readonly typeId: string;
  readonly number: string;
}
const keyOf = (type: VoucherType, { supplier, number }: VoucherFields): VoucherKey | null =>
  type.hasNumber
    ? { supplier: supplierKey(supplier), typeId: type.id, number: normaliseNumber(number) }
    : null;

interface LockedVoucher extends Pick<VoucherFields, 'typeId' | 'issuedOn' | 'currency' | 'gross'> {
  readonly id: string;
  readonly number: string;
  readonly numberKey: string;
  readonly supplierRut: string;
  readonly supplierForeignId: string;
  readonly supplierKey: string;
  readonly supplierName: string;
  readonly rate: number;
  readonly grossPesos: number;
  readonly withholdingPercent: number;
}

/** What others have of a voucher: of all projects, what was refused apart. */
interface VoucherUse {
  /** Expenses of it that are spent, and those that were refused. */
  readonly spent: number;
  readonly refused: number;
  /** Pesos of the former. */
  readonly shares: number;
  /** One of the former is of this project. */
  readonly isHere: boolean;
}
const UNUSED: VoucherUse = { spent: 0, refused: 0, shares: 0, isHere: false };

/** The voucher of an expense and the one known by a key, held until the end; in one order for everybody. */
async function lockVouchers(
  tx: Transaction,
  ownId: string | null,
  key: VoucherKey | null,
): Promise<{ own: LockedVoucher | undefined; known: LockedVoucher | undefined }> {
  const { supplier, typeId, number } = key ?? { supplier: '', typeId: null, number: '' };
  const isKnown = sql`(v.number_key <> '' and v.supplier_key = ${supplier} and v.type_id = ${typeId}::uuid
    and v.number_key = ${number})`;
  const { rows } = await sql<LockedVoucher & { isKnown: boolean | null }>`
    select v.id, v.type_id as "typeId", v.issued_on as "issuedOn", v.currency, v.gross, v.number,
      v.number_key as "numberKey", v.supplier_rut as "supplierRut", v.supplier_foreign_id as "supplierForeignId",
      v.supplier_key as "supplierKey", v.supplier_name as "supplierName", v.rate, v.gross_pesos as "grossPesos",
      v.withholding_percent as "withholdingPercent", ${isKnown} as "isKnown"
    from vouchers v where v.id = ${ownId}::uuid or ${isKnown} order by v.id for update`.execute(tx);
  return { own: rows.find(row => row.id === ownId), known: rows.find(row => row.isKnown === true) };
}

/** What all but the expense `exceptId` have of a voucher that is held. */
async function readVoucherUse(
  tx: Transaction,
  voucherId: string,
  { exceptId, projectId }: { readonly exceptId: string; readonly projectId: string },
): Promise<VoucherUse> {
  const isSpent = sql`e.state in ${among(SPENT_EXPENSES)}`;
  const { rows } = await sql<VoucherUse>`
    select count(*) filter (where ${isSpent})::int as spent, count(*) filter (where not ${isSpent})::int as refused,
      coalesce(sum(e.share) filter (where ${isSpent}), 0)::bigint as shares,
      coalesce(bool_or(${isSpent} and e.project_id = ${projectId}), false) as "isHere"
    from expenses e where e.voucher_id = ${voucherId} and e.id <> ${exceptId}`.execute(tx);
  return rows[0] ?? UNUSED;
}

/** What is stored of a voucher. */
interface VoucherValues {
  readonly key: VoucherKey | null;
  readonly given: VoucherFields;
  readonly rate: number;
  readonly grossPesos: number;
  readonly withholdingPercent: number;
}
/** What becomes of the vouchers: one that is there is used as it is, or changed, or another one is added. */
export type VoucherPlan =
  | { readonly write: 'none'; readonly id: string }
  | { readonly write: 'change'; readonly id: string; readonly values: VoucherValues }
  | {
      readonly write: 'add';
      readonly values: VoucherValues;
      /** Known by the same key and of nobody but of what was refused: it is not known by it any more. */
      readonly released: string | null;
    };
export interface PlannedVoucher {
  readonly plan: VoucherPlan;
  readonly grossPesos: number;
  /** What all other expenses have of it. */
  readonly use: VoucherUse;
}

interface Asked {
  readonly projectId: string;
  readonly expenseId: string;
  readonly type: VoucherType;
  readonly given: VoucherFields;
  /** The voucher of an expense that is changed. */
  readonly ownId: string | null;
}

const fail = (path: string, message: string): FieldError => ({ path: `voucher.${path}`, message });

const sameTerms = (v: LockedVoucher, given: VoucherFields) =>
  v.issuedOn === given.issuedOn && v.currency === given.currency && v.gross === given.gross;

/** Fields in which what is typed differs from what is stored. */
function changedFields(v: LockedVoucher, { supplier, ...given }: VoucherFields): string[] {
  const pairs: [path: string, before: unknown, after: unknown][] = [
    ['typeId', v.typeId, given.typeId],
    ['number', v.number, given.number],
    ['supplier.rut', v.supplierRut, supplier.rut],
    ['supplier.foreignId', v.supplierForeignId, supplier.foreignId],
    ['supplier.name', v.supplierName, supplier.name],
    ['issuedOn', v.issuedOn, given.issuedOn],
    ['currency', v.currency, given.currency],
    ['gross', v.gross, given.gross],
  ];
  return pairs.filter(([, before, after]) => before !== after).map(([path]) => path);
}

const OTHER_DATA = 'Este comprobante ya está registrado con otra fecha, moneda o monto: revísalos.';
const OTHER_DATA_HERE =
  'Este comprobante ya está registrado en este proyecto con otra fecha, moneda o monto: revísalos.';

/** What a voucher that nobody else has comes to in pesos; the rate of its day and what is withheld stay once known. */
async function valueVoucher(
  tx: Transaction,
  { type, given }: Asked,
  own: LockedVoucher | undefined,
): Promise<VoucherValues | FieldError[]> {
  const { currency, issuedOn, gross } = given;
  const year = Number(issuedOn.slice(0, 4));
  const keepsRate = own?.currency === currency && own.issuedOn === issuedOn;
  const keepsPercent = own?.typeId === type.id && own.issuedOn.startsWith(`${year}-`);
  const rate = keepsRate ? own.rate : await readRate(tx, currency, issuedOn);
  const withheld = async () => withholdingFor(await readWithholding(tx), year);
  const withholdingPercent = keepsPercent ? own.withholdingPercent : type.withholds ? await withheld() : 0;
  const errors: FieldError[] = [];
  if (rate === null) {
    const noun = currency === 'UF' ? 'de la UF' : 'del dólar';
    errors.push(
      fail(
        'issuedOn',
        `No hay valor ${noun} para el ${formatDay(issuedOn)}: pide a la oficina que lo agregue.`,
      ),
    );
  }
  if (withholdingPercent === null)
    errors.push(fail('issuedOn', `No hay retención para ${year}: pide a la oficina que la agregue.`));
  const grossPesos = rate === null ? 1 : toPesos(gross, rate);
  if (grossPesos < 1) errors.push(fail('gross', 'No llega a un peso.'));
  if (grossPesos > MAX_MONEY) errors.push(fail('gross', `Pasa de ${formatMoney(MAX_MONEY)}.`));
  if (rate === null || withholdingPercent === null || errors.length > 0) return errors;
  return { key: keyOf(type, given), given, rate, grossPesos, withholdingPercent };
}

/**
 * The voucher of an expense, or all that is wrong with what was typed of it. Vouchers that it concerns are held until
 * the end.
 */
export async function planVoucher(tx: Transaction, asked: Asked): Promise<PlannedVoucher | FieldError[]> {
  const { type, given, ownId, projectId, expenseId } = asked;
  const errors = voucherErrors(type, given);
  if (errors.length > 0) return errors.map(({ path, message }) => fail(path, message));
  const { own, known } = await lockVouchers(tx, ownId, keyOf(type, given));
  const othersOf = (id: string) => readVoucherUse(tx, id, { exceptId: expenseId, projectId });
  const keep = ({ id, grossPesos }: LockedVoucher, use: VoucherUse): PlannedVoucher => ({
    ...{ plan: { write: 'none', id }, grossPesos, use },
  });
  const write = async (to: (values: VoucherValues) => VoucherPlan) => {
    const values = await valueVoucher(tx, asked, own);
    return 'rate' in values ? { plan: to(values), grossPesos: values.grossPesos, use: UNUSED } : values;
  };
  const add = (released: string | null) => write(values => ({ write: 'add', values, released }));
  const ownUse = own ? await othersOf(own.id) : UNUSED;
  const changed = own ? changedFields(own, given) : [];
  if (own && changed.length === 0) return keep(own, ownUse);
  if (ownUse.spent > 0)
    return changed.map(path => fail(path, 'Otro gasto usa este comprobante: no se puede cambiar.'));
  if (known && known.id !== own?.id) {
    const use = await othersOf(known.id);
    if (sameTerms(known, given)) return keep(known, use);
    if (use.spent === 0) return add(known.id);
    return [fail('number', use.isHere ? OTHER_DATA_HERE : OTHER_DATA)];
  }
  const isSame = own && (known ? known.id === own.id : own.numberKey === '' && !type.hasNumber);
  if (!isSame) return add(null);
  return ownUse.refused === 0 ? write(values => ({ write: 'change', id: own.id, values })) : add(own.id);
}
