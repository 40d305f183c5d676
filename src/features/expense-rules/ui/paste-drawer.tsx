import { Alert, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { formatRate, RATE_LABELS, type RatedCurrency } from '../../../domain/spending/currencies.ts';
import {
  type PastedRate,
  type PastedRates,
  readPastedRates,
  type UnreadLine,
} from '../../../domain/spending/pasted-rates.ts';
import { formatCount, formatNumber } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { ProblemError } from '../../../web/problem-error.ts';
import { useWrite } from '../../../web/query.ts';
import plain from '../../../web/table/plain-table.module.css';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { listExchangeRates, MOST_RATES, saveExchangeRates } from '../contract.ts';
import classes from './expense-rules.module.css';

/** A text that says at least one value, and no more than are saved at once. */
const schemaOf = (currency: RatedCurrency) =>
  z.object({
    text: z.string().superRefine((text, context) => {
      const { length } = readPastedRates(text, currency).rates;
      if (length === 0)
        context.addIssue({ code: 'custom', message: 'No hay ninguna línea con día y valor.' });
      if (length > MOST_RATES)
        context.addIssue({
          code: 'custom',
          message: `Son ${formatNumber(length)} valores: pega como máximo ${formatNumber(MOST_RATES)} a la vez.`,
        });
    }),
  });

/** Days that the server refuses, with its words. */
function refusedDays(error: unknown, sent: readonly PastedRate[]): [day: string, why: string][] {
  if (!(error instanceof ProblemError)) return [];
  return error.errors.flatMap(({ path, message }): [string, string][] => {
    const rate = sent[Number(/^rates\.(\d+)\./.exec(path)?.[1])];
    return rate ? [[rate.day, message]] : [];
  });
}

/** What is read of the text, without the days that were refused: the next save leaves them out. */
function usePasted(text: string, currency: RatedCurrency) {
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const all = useMemo(() => readPastedRates(text, currency), [text, currency]);
  const rates = all.rates.filter(({ day }) => !refused.has(day));
  const left = all.rates.flatMap(({ line, day }): UnreadLine[] => {
    const why = refused.get(day);
    return why === undefined ? [] : [{ line, text: formatDay(day), why }];
  });
  const unread = [...all.unread, ...left].toSorted((a, b) => a.line - b.line);
  const refuse = (error: unknown) => setRefused(new Map([...refused, ...refusedDays(error, rates)]));
  return { rates, unread, refuse };
}

interface DrawerProps {
  currency: RatedCurrency;
  onClose: () => void;
}

/** Many values out of a spreadsheet; what is read and what is not is shown before it is saved. */
export function PasteDrawer({ currency, onClose }: DrawerProps) {
  const schema = useMemo(() => schemaOf(currency), [currency]);
  const form = useKitForm(schema, { text: '' });
  const save = useWrite(saveExchangeRates, [listExchangeRates]);
  const draftKey = ['exchange-rates', currency, 'paste'];
  const { refuse, ...read } = usePasted(form.values.text, currency);
  const send = () =>
    save.mutate(
      { body: { currency, rates: read.rates.map(({ day, value }) => ({ day, value })) } },
      {
        onSuccess: ({ added, changed }) => {
          void forgetDrafts(draftKey);
          onClose();
          toasts.success(
            `${formatCount(added, 'valor nuevo', 'valores nuevos')}, ${formatCount(changed, 'cambiado', 'cambiados')}.`,
          );
        },
        onError: refuse,
      },
    );
  return (
    <FormDrawer
      open
      title={`${RATE_LABELS[currency]}: pegar valores`}
      submit={`Guardar ${formatCount(read.rates.length, 'valor', 'valores')}`}
      form={form}
      draftKey={draftKey}
      loading={save.isPending}
      submitError={save.error}
      onClose={onClose}
      onSubmit={send}
    >
      <TextAreaField
        name="text"
        label="Valores"
        description="Copia de tu planilla las columnas del día y del valor, una línea por día: 01-11-2026 39.643,59."
      />
      {form.values.text.trim() !== '' && <Preview {...read} />}
    </FormDrawer>
  );
}

function Preview({ rates, unread }: PastedRates) {
  return (
    <>
      <Text size="sm" role="status">
        {formatCount(rates.length, 'valor leído', 'valores leídos')}
        {unread.length > 0 &&
          `, ${formatCount(unread.length, 'línea que no se guarda', 'líneas que no se guardan')}`}
        .
      </Text>
      <Unread lines={unread} />
      {rates.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it is reached by keyboard.
        <section className={classes.read} tabIndex={0} aria-label="Valores leídos">
          <table className={plain.table}>
            <thead>
              <tr>
                <th scope="col">Día</th>
                <th scope="col">Pesos</th>
              </tr>
            </thead>
            <tbody className="figures">
              {rates.map(({ line, day, value }) => (
                <tr key={line}>
                  <td>{formatDay(day)}</td>
                  <td>{formatRate(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function Unread({ lines }: { lines: readonly UnreadLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Alert color="orange" title="No se guardan">
      <ul className={classes.unread}>
        {lines.map(({ line, text, why }) => (
          <li key={line}>
            Línea {line}, «{text}»: {why}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
