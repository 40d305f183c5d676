import type { ReactNode } from 'react';
import { formatCount } from '../../../../domain/text/format.ts';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { typeOf } from '../expense-words.tsx';
import classes from '../expenses.module.css';
import type { OpenExpense } from '../open-expense.tsx';
import { AmountField } from './amount-field.tsx';
import { Differences } from './differences.tsx';
import { pesosOf } from './form-values.tsx';
import { LineField } from './line-field.tsx';
import { Outcome } from './outcome.tsx';
import { PapersField } from './papers-field.tsx';
import { type FormProps, useExpenseWrite } from './use-expense-write.tsx';
import { VoucherFields } from './voucher-fields.tsx';

const titleOf = ({ id, correctsId, likeId }: OpenExpense) => {
  if (id !== null) return 'Editar gasto';
  if (correctsId !== null) return 'Registrar nota de crédito';
  return likeId === null ? 'Registrar gasto' : 'Registrar otro gasto del comprobante';
};

/** Records or changes an expense, a credit note among them. */
export function ExpenseForm(props: FormProps) {
  const { open, data, onClose } = props;
  const { form, rate, stored, judged, uploads, draftKey, newer, write } = useExpenseWrite(props);
  const { values } = form;
  const type = typeOf(data, values.voucher.typeId);
  const pesos = pesosOf(data, values, judged);
  const isKept = open.likeId !== null || (stored?.voucher.isShared ?? false);
  const waiting = write.waitsFor > 0 ? formatCount(write.waitsFor, 'archivo', 'archivos') : '';
  return (
    <FormDrawer
      open
      size="44rem"
      title={titleOf(open)}
      submit={waiting ? `Guardar al llegar ${waiting}` : 'Guardar gasto'}
      {...{ form, draftKey, onClose, ...write.draft }}
      loading={write.isPending}
      submitError={write.error}
      onSubmit={write.send}
    >
      {newer && <Differences data={data} stored={newer} typed={values} />}
      <Unplaced errors={form.errors} />
      <VoucherFields
        {...{ data, type, values, rate, pesos, isKept }}
        isCredit={open.correctsId !== null || (stored?.correctsId ?? null) !== null}
      />
      <LineField data={data} own={values.id} disabled={type?.isCredit ?? false} />
      <TextAreaField name="description" label="Descripción" />
      <AmountField
        name="share"
        label="Parte que paga este proyecto"
        description="En pesos. Vacío: todo lo que queda del comprobante."
        currency="CLP"
      />
      <Outcome data={data} values={values} pesos={pesos} />
      <PapersField type={type} uploads={uploads} stored={stored?.papers ?? []} />
    </FormDrawer>
  );
}

const PLACES =
  /^(voucher\.(typeId|number|issuedOn|currency|gross|supplier\.\w+)|budgetLineId|description|share|correctsId|papers(\..+)?)$/;

/** What is refused at no field of the form, e.g. a voucher as a whole. */
function Unplaced({ errors }: { errors: Readonly<Record<string, ReactNode>> }) {
  const others = Object.entries(errors).filter(([path, words]) => words && !PLACES.test(path));
  return others.map(([path, words]) => (
    <p key={path} className={classes.wrong} role="alert">
      {words}
    </p>
  ));
}
