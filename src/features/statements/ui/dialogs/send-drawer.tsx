import { Checkbox, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { isRecorded } from '../../../../domain/spending/expense-states.ts';
import { formatCount, formatMoney } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { ProblemError } from '../../../../web/problem-error.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { ProjectExpenses } from '../../../expenses/contract.ts';
import { ExpenseLine } from '../../../expenses/ui/expense-line.tsx';
import { correctedWords, voucherName } from '../../../expenses/ui/expense-words.tsx';
import { useExpenses } from '../../../expenses/ui/use-expenses.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { MOST_STATED, type NewStatement, newStatement, sendStatement } from '../../contract.ts';
import { placeErrors, type Row, rowsWhere, sumOfRows } from '../statement-rows.tsx';
import classes from '../statements.module.css';
import { useSpendingOutdated } from '../use-statements.tsx';
import { isOutdated } from './use-statement-write.tsx';

interface Props {
  onClose: () => void;
}

/** Chooses the expenses that the office is to look at. */
export function SendDrawer({ onClose }: Props) {
  const { data } = useExpenses();
  // It comes at once: the tab it was opened from has asked for it.
  return data ? <Form data={data} onClose={onClose} /> : <Skeleton h={0} />;
}

/** All its papers are there, and of a credit note also those of what it corrects. */
const maySend = ({ gap, expense }: Row, rows: readonly Row[]): boolean =>
  gap === null && rows.every(r => r.expense.id !== expense.correctsId || r.gap === null);

const isThere = (rows: readonly Row[], id: string): boolean => rows.some(r => r.expense.id === id);

function useSending(rows: readonly Row[], onClose: () => void) {
  const { project } = useProject();
  const refresh = useSpendingOutdated();
  const [first] = useState<NewStatement>(() => ({
    id: crypto.randomUUID(),
    expenseIds: rows
      .filter(r => maySend(r, rows))
      .slice(0, MOST_STATED)
      .map(r => r.expense.id),
  }));
  const form = useKitForm<NewStatement>(newStatement, first);
  const [isPending, setPending] = useState(false);
  // An answer names places among those that were sent, which may be chosen anew meanwhile.
  const [failed, setFailed] = useState<{ error: unknown; ids: readonly string[] }>();
  const [isAnother, setAnother] = useState(false);
  const send = async ({ id, expenseIds }: NewStatement) => {
    // What the other one has is chosen no more.
    const body = { id, expenseIds: isAnother ? expenseIds.filter(e => isThere(rows, e)) : expenseIds };
    setPending(true);
    setFailed(undefined);
    try {
      const params = { kind: project.kind, id: project.id };
      const { number } = await request(sendStatement, { params, body });
      toasts.success(`Rendición ${number} enviada: la oficina la revisa.`);
      onClose();
    } catch (error) {
      setFailed({ error, ids: body.expenseIds });
      if (isOutdated(error)) {
        // It was sent before the choice was changed: what is left of this goes into another one.
        form.setFieldValue('id', crypto.randomUUID());
        setAnother(true);
      }
    } finally {
      setPending(false);
      refresh();
    }
  };
  const errors =
    failed?.error instanceof ProblemError
      ? placeErrors(failed.error.errors, { expenseIds: failed.ids }).byExpense
      : new Map<string, string>();
  return { form, isPending, error: failed?.error, errors, send: (body: NewStatement) => void send(body) };
}

function Form({ data, onClose }: Props & { data: ProjectExpenses }) {
  const rows = rowsWhere(data, isRecorded);
  const complete = rows.filter(r => r.gap === null);
  const lacking = rows.filter(r => r.gap !== null);
  const { form, isPending, error, errors, send } = useSending(rows, onClose);
  const chosen = complete.filter(r => form.values.expenseIds.includes(r.expense.id));
  // In the order of the list, whichever was ticked first.
  const choose = (ids: ReadonlySet<string>) =>
    form.setFieldValue(
      'expenseIds',
      complete.map(r => r.expense.id).filter(id => ids.has(id)),
    );
  const toggle = (id: string) => {
    const ids = new Set(form.values.expenseIds);
    if (!ids.delete(id)) ids.add(id);
    choose(ids);
  };
  return (
    <FormDrawer
      open
      size="40rem"
      title="Enviar rendición"
      submit="Enviar rendición"
      {...{ form, onClose }}
      loading={isPending}
      submitError={error}
      onSubmit={send}
    >
      <Total chosen={chosen} />
      {form.errors.expenseIds && (
        <p className={classes.wrong} role="alert">
          {form.errors.expenseIds}
        </p>
      )}
      <ChooseAll complete={complete} chosen={chosen} onChoose={choose} />
      {complete.length === 0 && (
        <p className={classes.quiet}>
          Ningún gasto tiene todavía todos sus respaldos: complétalos antes de rendir.
        </p>
      )}
      <ul className={classes.choice} aria-label="Gastos que puedes rendir">
        {complete.map(row => (
          <Choice
            key={row.expense.id}
            {...{ row, data }}
            isChosen={chosen.includes(row)}
            error={errors.get(row.expense.id)}
            onToggle={() => toggle(row.expense.id)}
          />
        ))}
      </ul>
      {lacking.length > 0 && <Lacking rows={lacking} data={data} errors={errors} />}
    </FormDrawer>
  );
}

interface AllProps {
  complete: readonly Row[];
  chosen: readonly Row[];
  onChoose: (ids: ReadonlySet<string>) => void;
}

function ChooseAll({ complete, chosen, onChoose }: AllProps) {
  if (complete.length < 2) return null;
  return (
    <Checkbox
      label={`Elegir todos (${complete.length})`}
      checked={chosen.length === complete.length}
      indeterminate={chosen.length > 0 && chosen.length < complete.length}
      onChange={event =>
        onChoose(new Set(event.currentTarget.checked ? complete.map(r => r.expense.id) : []))
      }
    />
  );
}

function Total({ chosen }: { chosen: readonly Row[] }) {
  return (
    <p className={classes.sum} role="status">
      {formatCount(chosen.length, 'gasto elegido', 'gastos elegidos')} ·{' '}
      <strong>{formatMoney(sumOfRows(chosen))}</strong>
    </p>
  );
}

interface ChoiceProps {
  row: Row;
  data: ProjectExpenses;
  isChosen: boolean;
  error: string | undefined;
  onToggle: () => void;
}

function Choice({ row: { expense }, data, isChosen, error, onToggle }: ChoiceProps) {
  return (
    <li>
      <Checkbox
        checked={isChosen}
        error={error}
        label={
          <>
            <ExpenseLine expense={expense} data={data} />
            <Corrected row={expense} data={data} />
          </>
        }
        aria-label={`${voucherName(data, expense)}, ${expense.description}`}
        classNames={{ body: classes.choiceBody ?? '', labelWrapper: classes.choiceLabel ?? '' }}
        onChange={onToggle}
      />
    </li>
  );
}

function Corrected({ row, data }: { row: Row['expense']; data: ProjectExpenses }) {
  const words = correctedWords(data, row);
  return words ? <small className={classes.meta}>Nota de crédito: {words}</small> : null;
}

interface LackingProps {
  rows: readonly Row[];
  data: ProjectExpenses;
  errors: ReadonlyMap<string, string>;
}

/** Those that cannot be sent yet, with what each lacks. */
function Lacking({ rows, data, errors }: LackingProps) {
  return (
    <>
      <p className={classes.quiet}>
        {formatCount(rows.length, 'gasto no se puede', 'gastos no se pueden')} rendir todavía, porque faltan
        respaldos:
      </p>
      <ul className={classes.choice} aria-label="Gastos sin todos sus respaldos">
        {rows.map(({ expense, gap }) => (
          <li key={expense.id}>
            <ExpenseLine expense={expense} data={data} />
            <small className={classes.wrong}>{errors.get(expense.id) ?? gap}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
