import { Button, Text } from '@mantine/core';
import { z } from 'zod';
import { RATE_DECIMALS, RATE_LABELS, type RatedCurrency } from '../../../domain/spending/currencies.ts';
import { request } from '../../../web/api.ts';
import { formatDay } from '../../../web/dates.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { DateField } from '../../../web/form/dates/date-field.tsx';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { DecimalField } from '../../../web/form/number-field.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { outdate, queryClient, useWrite } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { type ExchangeRate, listExchangeRates, removeExchangeRate, saveExchangeRates } from '../contract.ts';

const entry = (saveExchangeRates.body as z.ZodObject<{ rates: z.ZodArray<z.ZodObject> }>).shape.rates.element;
interface Entry {
  day: string | null;
  value: number | null;
}
// As the request has it, so that what the server says of `rates.0.day` stands at its field.
const schema = z.object({ rates: z.array(entry) });

interface DrawerProps {
  currency: RatedCurrency;
  /** Null for a new one. */
  rate: ExchangeRate | null;
  onClose: () => void;
}

/** One daily value: a new one, or another for a day that has one. */
export function RateDrawer({ currency, rate, onClose }: DrawerProps) {
  const form = useKitForm<{ rates: Entry[] }>(schema, {
    rates: [{ day: rate?.day ?? null, value: rate?.value ?? null }],
  });
  const save = useWrite(saveExchangeRates, [listExchangeRates]);
  const draftKey = ['exchange-rate', currency, rate?.day ?? 'new'];
  const send = ({ rates: [given] }: { rates: Entry[] }) => {
    const { day, value } = given ?? {};
    save.mutate(
      { body: { currency, rates: [{ day: day ?? '', value: value ?? 0 }] } },
      {
        onSuccess: ({ changed }) => {
          void forgetDrafts(draftKey);
          onClose();
          toasts.success(`${formatDay(day ?? '')}: valor ${changed > 0 ? 'cambiado' : 'guardado'}.`);
        },
      },
    );
  };
  return (
    <FormDrawer
      open
      title={`${RATE_LABELS[currency]}: ${rate ? formatDay(rate.day) : 'nuevo valor'}`}
      submit="Guardar valor"
      form={form}
      draftKey={draftKey}
      loading={save.isPending}
      submitError={save.error}
      onClose={onClose}
      onSubmit={send}
      extra={rate && <RemoveButton rate={rate} onRemoved={onClose} />}
    >
      <DateField
        name="rates.0.day"
        label="Día"
        disabled={rate !== null}
        description={rate ? undefined : 'Si ya tiene un valor, queda el nuevo.'}
      />
      <DecimalField name="rates.0.value" label="Pesos" decimals={RATE_DECIMALS} />
      {rate && (
        <Text size="sm" c="dimmed">
          Lo que ya se registró con este valor lo conserva.
        </Text>
      )}
    </FormDrawer>
  );
}

/** Removes at once; the toast takes it back. */
function RemoveButton({ rate, onRemoved }: { rate: ExchangeRate; onRemoved: () => void }) {
  const { currency, day, value } = rate;
  const remove = useWrite(removeExchangeRate, [listExchangeRates]);
  const putBack = async () => {
    try {
      await request(saveExchangeRates, { body: { currency, rates: [{ day, value }] } });
      await outdate(queryClient, listExchangeRates);
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    }
  };
  const run = () =>
    remove.mutate(
      { params: { currency, day } },
      {
        onSuccess: () => {
          onRemoved();
          toasts.success(`${formatDay(day)}: valor eliminado.`, {
            label: 'Deshacer',
            run: () => void putBack(),
          });
        },
        onError: error => toasts.error(asHtml(messageOf(error))),
      },
    );
  return (
    <Button variant="subtle" color="red" loading={remove.isPending} onClick={run}>
      Eliminar
    </Button>
  );
}
