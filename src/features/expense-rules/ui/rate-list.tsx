import { Button, SegmentedControl } from '@mantine/core';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { z } from 'zod';
import {
  formatRate,
  RATE_LABELS,
  RATED_CURRENCIES,
  type RatedCurrency,
} from '../../../domain/spending/currencies.ts';
import { formatDay, formatInstant } from '../../../web/dates.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { DayFilter } from '../../../web/table/day-filter.tsx';
import { useFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { type ExchangeRate, listExchangeRates } from '../contract.ts';

const RateDrawer = lazyPart(() => import('./rate-drawer.tsx'), 'RateDrawer');
const PasteDrawer = lazyPart(() => import('./paste-drawer.tsx'), 'PasteDrawer');

const CHOOSING = ['currency'];

const COLUMNS: Column<ExchangeRate>[] = [
  { key: 'day', title: 'Día', value: r => formatDay(r.day), sort: 'day', width: '8rem' },
  {
    key: 'value',
    title: 'Pesos',
    value: r => formatRate(r.value),
    align: 'right',
    width: '9rem',
  },
  {
    key: 'updated',
    title: 'Último cambio',
    value: r => [formatInstant(r.updatedAt), r.updatedBy].filter(Boolean).join(', '),
    notOnPhone: true,
  },
];

/** Which currency is listed: part of the address, as filters are. */
function CurrencySwitch() {
  const { value, set } = useFilter('currency');
  return (
    <SegmentedControl
      aria-label="Moneda"
      data={RATED_CURRENCIES.map(currency => ({ value: currency, label: RATE_LABELS[currency] }))}
      value={typeof value === 'string' ? value : 'UF'}
      onChange={next => void set(next)}
    />
  );
}

type Opened = ExchangeRate | 'new' | 'paste' | null;

/** Daily values of one currency, the latest first: added one by one or pasted, changed and removed. */
export function RateList() {
  const [opened, setOpened] = useState<Opened>(null);
  const list = useListState(listExchangeRates.query as z.ZodObject, CHOOSING);
  const currency = list.values.currency as RatedCurrency;
  const close = () => setOpened(null);
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpened('new')}
      >
        Agregar valor
      </Button>
      <Button
        variant="default"
        leftSection={<IconClipboardText size={16} aria-hidden />}
        onClick={() => setOpened('paste')}
      >
        Pegar valores
      </Button>
    </>
  );
  return (
    <>
      <DataList<ExchangeRate>
        title="Valores por día"
        endpoint={listExchangeRates}
        choosing={CHOOSING}
        columns={COLUMNS}
        filters={
          <>
            <CurrencySwitch />
            <DayFilter name="from" label="Desde" />
            <DayFilter name="to" label="Hasta" />
            {actions}
          </>
        }
        onOpen={setOpened}
        empty={{
          title: `Todavía no hay valores: ${RATE_LABELS[currency]}`,
          text: 'Sin el valor de su día nadie registra un comprobante en esta moneda.',
        }}
      />
      <Suspense>
        {opened === 'paste' ? (
          <PasteDrawer currency={currency} onClose={close} />
        ) : (
          opened !== null && (
            <RateDrawer currency={currency} rate={opened === 'new' ? null : opened} onClose={close} />
          )
        )}
      </Suspense>
    </>
  );
}
