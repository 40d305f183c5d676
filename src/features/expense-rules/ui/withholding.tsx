import { ActionIcon, Button, Skeleton, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { WithholdingRate } from '../../../domain/spending/vouchers.ts';
import { request } from '../../../web/api.ts';
import { SavedForm } from '../../../web/form/autosave/saved-form.tsx';
import { useFormScope } from '../../../web/form/form.tsx';
import { DecimalField, NumberField } from '../../../web/form/number-field.tsx';
import { numberIn } from '../../../web/form/typed-number.ts';
import { keyOf, useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { getWithholdingRates, saveWithholdingRates, type WithholdingTable } from '../contract.ts';
import classes from './expense-rules.module.css';

/** A row of the form keeps its place by an id, as years are typed. */
interface Row extends WithholdingRate {
  readonly id: string;
}
interface Values {
  readonly rates: readonly Row[];
}

const schema = (saveWithholdingRates.body as z.ZodObject).omit({ updatedAt: true });

const shown = ({ rates, updatedAt, updatedBy }: WithholdingTable) => ({
  rates: rates.map(rate => ({ ...rate, id: String(rate.year) })),
  // Never saved: there is no version yet.
  updatedAt: updatedAt ?? '',
  updatedBy,
});

/** What of fees is withheld, by year of issue; all of it is saved at once. */
export function Withholding() {
  const { data, error, refetch } = useRead(getWithholdingRates, {});
  const client = useQueryClient();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="20rem" aria-busy />;
  return (
    <SavedForm<Values>
      key={data.updatedAt}
      schema={schema}
      stored={shown(data)}
      draftKey={['withholding']}
      save={async ({ rates, updatedAt }) => {
        const body = {
          rates: rates.map(({ year, percent }) => ({ year, percent })),
          updatedAt: updatedAt || null,
        };
        return shown(await request(saveWithholdingRates, { body }));
      }}
      onSaved={() => void client.invalidateQueries({ queryKey: keyOf(getWithholdingRates) })}
      submit="Guardar retenciones"
      said="Retenciones guardadas. Rigen para lo que se registre desde ahora."
    >
      <Rates />
    </SavedForm>
  );
}

function Rates() {
  const { getValue, setValue, errorOf } = useFormScope();
  const rates = getValue('rates') as readonly Row[];
  const last = rates.at(-1);
  const next = { year: last ? last.year + 1 : new Date().getFullYear(), percent: numberIn('') };
  const own = errorOf('rates');
  return (
    <div>
      {own && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm" mb="xs">
          {own}
        </Text>
      )}
      <ul className={classes.list}>
        {rates.map((rate, n) => (
          <li key={rate.id} className={classes.row}>
            <NumberField name={`rates.${n}.year`} label="Desde el año" grouped={false} />
            <DecimalField name={`rates.${n}.percent`} label="Se retiene (%)" decimals={2} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Quitar ${rate.year ?? `fila ${n + 1}`}`}
              onClick={() =>
                setValue(
                  'rates',
                  rates.filter(r => r !== rate),
                )
              }
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setValue('rates', [...rates, { ...next, id: crypto.randomUUID() }])}
      >
        Agregar año
      </Button>
    </div>
  );
}
