import { CURRENCIES } from '../../../../domain/sections/contract.ts';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useFormScope } from '../../../../web/form/form.tsx';
import type { ProjectExpenses } from '../../contract.ts';
import type { ExpenseType } from '../expense-words.tsx';
import classes from '../expenses.module.css';
import { AmountField } from './amount-field.tsx';
import { CorrectsField } from './corrects-field.tsx';
import type { ExpenseValues, Pesos } from './form-values.tsx';
import { RateWords } from './rate-words.tsx';
import { SupplierFields } from './supplier-fields.tsx';
import type { Rate } from './use-rate.tsx';

interface Props {
  data: ProjectExpenses;
  type: ExpenseType | undefined;
  values: ExpenseValues;
  rate: Rate;
  pesos: Pesos | null;
  /** Opened to take an expense back. */
  isCredit: boolean;
  /** Other expenses are of the voucher, too: what is written of it stays. */
  isKept: boolean;
}

/** What stands on the voucher; which of it is asked for follows from its type. */
export function VoucherFields({ data, type, values, isCredit, isKept, ...rest }: Props) {
  const { voucher } = values;
  const types = data.types.filter(
    each => each.id === voucher.typeId || (each.active && (!isCredit || each.isCredit)),
  );
  const { rut, foreignId, name } = voucher.supplier;
  const hasSupplier = [rut, foreignId, name].some(part => part !== '');
  return (
    <>
      {isKept && (
        <p className={classes.outcome}>
          El comprobante se reparte entre varios gastos: lo que dice de él no se cambia aquí.
        </p>
      )}
      <SelectField
        name="voucher.typeId"
        label="Tipo de comprobante"
        options={types.map(each => ({ value: each.id, label: each.name }))}
        disabled={isKept}
      />
      {type?.isCredit && <CorrectsField data={data} own={values.id} disabled={isKept} />}
      {(type?.hasNumber || voucher.number !== '') && (
        <TextField
          name="voucher.number"
          label="Número"
          required={type?.hasNumber ?? false}
          disabled={isKept}
        />
      )}
      {(type?.needsSupplier || hasSupplier) && (
        <SupplierFields data={data} required={type?.needsSupplier ?? false} disabled={isKept} />
      )}
      <AmountFields {...{ data, type, voucher, isKept }} {...rest} />
    </>
  );
}

interface AmountProps extends Pick<Props, 'data' | 'type' | 'rate' | 'pesos' | 'isKept'> {
  voucher: ExpenseValues['voucher'];
}

/** The day decides what a foreign amount is worth, and what is withheld. */
function AmountFields({ data, type, voucher, rate, pesos, isKept }: AmountProps) {
  const scope = useFormScope();
  const last = data.to !== null && data.to < data.today ? data.to : data.today;
  return (
    <>
      <div className={classes.pair}>
        <DateField
          name="voucher.issuedOn"
          label="Fecha de emisión"
          min={data.from ?? undefined}
          max={last}
          disabled={isKept}
        />
        <SelectField name="voucher.currency" label="Moneda" options={CURRENCIES} required disabled={isKept} />
        <AmountField
          name="voucher.gross"
          label={type?.withholds ? 'Monto bruto' : 'Monto total'}
          currency={voucher.currency}
          disabled={isKept}
        />
      </div>
      {voucher.currency !== 'CLP' && !scope.errorOf('voucher.issuedOn') && (
        <RateWords currency={voucher.currency} issuedOn={voucher.issuedOn} rate={rate} pesos={pesos} />
      )}
    </>
  );
}
