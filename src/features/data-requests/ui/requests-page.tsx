import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { z } from 'zod';
import { DATA_REQUEST_STATES, isOpenRequest } from '../../../domain/privacy/requests.ts';
import { DATA_RIGHTS } from '../../../domain/privacy/rights.ts';
import { changedColumn } from '../../../web/catalogue/state.tsx';
import { useOpenRow } from '../../../web/catalogue/use-open-row.tsx';
import { formatDay } from '../../../web/dates.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { Cut } from '../../../web/ui/cut.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { PrivacyLinks } from '../../privacy/ui/privacy-links.tsx';
import { type DataRequest, dataRequestsQuery, getDataRequest, listDataRequests } from '../contract.ts';
import { channelLabel, RequestDue, RequestPill, rightLabel, standingLabel } from './looks.tsx';

// Fetched when first opened.
const RequestDrawer = lazyPart(() => import('./request-drawer.tsx'), 'RequestDrawer');
const RulesDrawer = lazyPart(() => import('./rules/rules-drawer.tsx'), 'RulesDrawer');
const RequestForm = lazyPart(() => import('./request-form.tsx'), 'RequestForm');

const COLUMNS: Column<DataRequest>[] = [
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '8.5rem' },
  { key: 'right', title: 'Derecho', value: rightLabel, sort: 'right', width: '8rem' },
  {
    key: 'name',
    title: 'Persona',
    value: r => r.name,
    render: r => <Cut max="14rem">{r.name}</Cut>,
    sort: 'name',
  },
  {
    key: 'received',
    title: 'Recibida',
    value: r => formatDay(r.receivedOn),
    render: r => <DateTime value={r.receivedOn} />,
    sort: 'receivedOn',
    width: '7rem',
  },
  {
    key: 'due',
    title: 'Plazo',
    value: r => formatDay(r.due),
    render: r => <RequestDue request={r} />,
    sort: 'due',
    width: '10rem',
  },
  {
    key: 'state',
    title: 'Estado',
    value: standingLabel,
    render: r => <RequestPill request={r} />,
    width: '9rem',
  },
  { key: 'channel', title: 'Llegó por', value: channelLabel, optional: true },
  { ...changedColumn, optional: true },
];

const [OPEN, ...SETTLED] = DATA_REQUEST_STATES;
const STATES = [OPEN, { value: 'overdue', label: 'Vencidas' }, ...SETTLED];

/** What is open of the page besides a request. */
const RULES = 'rules';

const GROUPS = [
  { value: 'state', label: 'Estado' },
  { value: 'right', label: 'Derecho' },
];

/** Requests of persons about their data, with the clock of each. */
export function DataRequestsPage() {
  const list = useListState(dataRequestsQuery as z.ZodObject);
  const open = typeof list.values.open === 'string' ? list.values.open : undefined;
  const close = () => void list.set({ open: null });
  const row = useOpenRow<DataRequest>(getDataRequest, open === RULES ? undefined : open, close);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void list.set({ open: 'new' })}>
      Registrar solicitud
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Datos personales"
        text="Solicitudes de personas sobre sus datos: cada una se responde dentro de su plazo."
        actions={
          <>
            <PrivacyLinks at="dataRequests" />
            <Button variant="default" onClick={() => void list.set({ open: RULES })}>
              Plazo y correo
            </Button>
            {add}
          </>
        }
      />
      <DataList
        title="Solicitudes de datos personales"
        endpoint={listDataRequests}
        columns={COLUMNS}
        groups={GROUPS}
        filters={
          <>
            <SelectFilter name="state" label="Estado" options={STATES} />
            <SelectFilter name="right" label="Derecho" options={DATA_RIGHTS} />
          </>
        }
        onOpen={opened => void list.set({ open: opened.id })}
        tone={r => (isOpenRequest(r.state) ? undefined : 'dimmed')}
        empty={{
          title: 'Todavía no hay solicitudes',
          text: 'Quien tiene cuenta las hace en su perfil. Registra aquí las que llegan por correo, por carta o en persona.',
          action: add,
        }}
      />
      <Suspense>
        {open === RULES && <RulesDrawer onClose={close} />}
        {open === 'new' && <RequestForm row={null} onClose={close} />}
        {row && <RequestDrawer key={row.id} request={row} onClose={close} />}
      </Suspense>
    </>
  );
}
