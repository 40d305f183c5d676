import { validateRut } from '@fdograph/rut-utilities';
import { z } from 'zod';
import { rut } from '../catalogues/organisations.ts';
import type { FieldError } from '../kit/problem.ts';
import { RULES } from '../text/rule-messages.ts';
import { id, personName, plannedDay, text, thingName } from '../text/rules.ts';
import { amountErrors, CURRENCY_CODES } from './currencies.ts';

/** Most of a voucher in its currency: exact with four decimals. */
export const MOST_GROSS = 9_999_999_999;

/** A paper that a type of voucher needs, e.g. the invoice itself. */
const paperNeeded = z.object({ id: z.string().regex(/^[a-z0-9_]{1,40}$/), name: thingName(120, 2) });

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

/** What the office says of a type of voucher (tipo de comprobante): factura, boleta, pasaje … */
export const voucherTypeFields = z
  .object({
    name: thingName(80, 2),
    /** One number of a supplier is one voucher in the whole university. */
    hasNumber: z.boolean(),
    needsSupplier: z.boolean(),
    /** A part of it is withheld, by the year of issue. */
    withholds: z.boolean(),
    /** It takes back (a part of) another voucher. */
    isCredit: z.boolean(),
    papers: z
      .array(paperNeeded)
      .max(10)
      .refine(all => isUnique(all.map(p => p.id)), 'Hay respaldos repetidos.'),
    active: z.boolean().default(true),
  })
  .superRefine(({ hasNumber, needsSupplier, withholds, isCredit }, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (hasNumber && !needsSupplier)
      fail('needsSupplier', 'Un número solo identifica al comprobante junto con su proveedor.');
    if (isCredit && withholds) fail('withholds', 'Una nota de crédito no lleva retención.');
  });
export type VoucherTypeFields = z.output<typeof voucherTypeFields>;
export interface VoucherType extends Omit<VoucherTypeFields, 'active'> {
  readonly id: string;
  readonly active: boolean;
}

/** Who issued a voucher: by RUT, or abroad by another id. Empty where the type needs nobody. */
const supplier = z.object({
  rut: rut.default(''),
  foreignId: text(40).default(''),
  name: personName(200).default(''),
});

/** What is typed of a voucher; which of it is needed follows from its type, see `voucherErrors`. */
export const voucherFields = z.object({
  typeId: id,
  number: text(40).default(''),
  supplier: supplier.default({ rut: '', foreignId: '', name: '' }),
  /** Day of issue: it decides rate and withholding. */
  issuedOn: plannedDay,
  currency: z.enum(CURRENCY_CODES).default('CLP'),
  /** In its currency, before anything is withheld. */
  gross: z.number().positive('Escribe un monto mayor que cero.').max(MOST_GROSS),
});
export type VoucherFields = z.output<typeof voucherFields>;

/** A number as it is compared: `N° 000.123-4`, `Folio 1234` and `123 4` are one. Letters count, capitals do not. */
export const normaliseNumber = (number: string): string =>
  number
    .normalize('NFKD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .replace(/^\s*(FOLIO|FACTURA|BOLETA)?\s*(N(UM(ERO)?|RO|[°º.O]*))?[\s.:°º-]*(?=\d)/, '')
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '');

/** A supplier as it is compared; empty where nobody is named. */
export const supplierKey = ({ rut: number, foreignId }: VoucherFields['supplier']): string => {
  if (number !== '') return number;
  const foreign = foreignId
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  return foreign === '' ? '' : `X${foreign}`;
};

/** Written where ids of other countries stand, a RUT would make a second supplier of one. */
const isRut = (foreignId: string): boolean =>
  /^\d[\d.]{6,9}\s*-?\s*[\dk]$/i.test(foreignId) && validateRut(foreignId);
/** Most letters of a number or a supplier as they are compared; one typed letter may become several: `ﬃ`, `ß`. */
const LONGEST_KEY = 40;
const TOO_LONG = 'Escríbelo con letras y cifras corrientes: así es demasiado largo.';

/** All that is wrong with a voucher for its type. */
export function voucherErrors(type: VoucherType, given: VoucherFields): FieldError[] {
  const { supplier: from, number } = given;
  const fail = (path: string, message: string): FieldError => ({ path, message });
  const errors = amountErrors('gross', given.gross, given.currency);
  if (type.hasNumber && number === '') errors.push(fail('number', RULES.required));
  else if (number !== '' && normaliseNumber(number) === '')
    errors.push(fail('number', 'Escribe el número con letras o cifras.'));
  if (normaliseNumber(number).length > LONGEST_KEY) errors.push(fail('number', TOO_LONG));
  if (from.rut !== '' && from.foreignId !== '')
    errors.push(fail('supplier.foreignId', 'Deja el RUT o el identificador extranjero, no ambos.'));
  else if (isRut(from.foreignId))
    errors.push(
      fail(
        'supplier.foreignId',
        'Parece un RUT: escríbelo en su campo. Si no lo es, antepón su país: «PE …».',
      ),
    );
  // One of abroad begins with an X.
  if (supplierKey(from).length > LONGEST_KEY + 1) errors.push(fail('supplier.foreignId', TOO_LONG));
  if (type.needsSupplier && supplierKey(from) === '') errors.push(fail('supplier.rut', RULES.required));
  if ((type.needsSupplier || supplierKey(from) !== '') && from.name === '')
    errors.push(fail('supplier.name', RULES.required));
  return errors;
}

/** From a year on, what of a voucher that withholds is withheld, in percent. */
export interface WithholdingRate {
  readonly year: number;
  readonly percent: number;
}

/** What holds for vouchers of a year: the rate of that year, else of the last year before; null before the first one. */
export const withholdingFor = (rates: readonly WithholdingRate[], year: number): number | null =>
  rates.filter(r => r.year <= year).toSorted((a, b) => b.year - a.year)[0]?.percent ?? null;

/** Whole pesos withheld of a gross amount, half a peso up; percents have at most two decimals. */
export const withheldOf = (grossPesos: number, percent: number): number =>
  Number((BigInt(grossPesos) * BigInt(Math.round(percent * 100)) * 2n + 10_000n) / 20_000n);
