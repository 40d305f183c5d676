import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { z } from 'zod';
import { INCIDENT_RISKS, INCIDENT_STATES, isOpenIncident } from '../../../../domain/privacy/incidents.ts';
import { changedColumn } from '../../../../web/catalogue/state.tsx';
import { useOpenRow } from '../../../../web/catalogue/use-open-row.tsx';
import { formatDay } from '../../../../web/dates.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataList } from '../../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../../web/table/filters.tsx';
import { useListState } from '../../../../web/table/list-state.ts';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { type Incident, incidents, incidentsQuery } from '../../incidents/contract.ts';
import { PrivacyLinks } from '../privacy-links.tsx';
import { Gaps, IncidentPill, riskLabel, stateLabel } from './looks.tsx';

// Fetched when first opened.
const IncidentForm = lazyPart(() => import('./incident-form.tsx'), 'IncidentForm');
const IncidentView = lazyPart(() => import('./incident-view.tsx'), 'IncidentView');

const COLUMNS: Column<Incident>[] = [
  { key: 'code', title: 'Número', value: r => r.code, sort: 'code', width: '9rem' },
  { key: 'title', title: 'Incidente', value: r => r.title, sort: 'title', lines: 2 },
  {
    key: 'detectedOn',
    title: 'Detectado',
    value: r => formatDay(r.detectedOn),
    sort: 'detectedOn',
    width: '8rem',
  },
  {
    key: 'state',
    title: 'Estado',
    value: stateLabel,
    render: r => <IncidentPill incident={r} />,
    width: '8rem',
  },
  { key: 'risk', title: 'Riesgo', value: riskLabel },
  { key: 'gaps', title: 'Le falta', value: r => r.gaps.join(' '), render: r => <Gaps incident={r} /> },
  { ...changedColumn, optional: true },
];

const GROUPS = [
  { value: 'state', label: 'Estado' },
  { value: 'risk', label: 'Riesgo' },
];

/** What happened to data it should not have happened to: a register of which nothing is deleted. */
export function IncidentsPage() {
  const list = useListState(incidentsQuery as z.ZodObject);
  const open = typeof list.values.open === 'string' ? list.values.open : undefined;
  const close = () => void list.set({ open: null });
  const row = useOpenRow<Incident>(incidents.get, open, close);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void list.set({ open: 'new' })}>
      Nuevo incidente
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Incidentes de datos"
        actions={
          <>
            <PrivacyLinks at="dataIncidents" />
            {add}
          </>
        }
      />
      <DataList
        title="Incidentes de datos"
        endpoint={incidents.list}
        columns={COLUMNS}
        groups={GROUPS}
        filters={
          <>
            <SelectFilter name="state" label="Estado" options={INCIDENT_STATES} />
            <SelectFilter name="risk" label="Riesgo" options={INCIDENT_RISKS} />
          </>
        }
        onOpen={opened => void list.set({ open: opened.id })}
        empty={{
          title: 'Todavía no hay incidentes',
          text: 'Aquí se registra cuando datos personales se pierden, se alteran o llegan a quien no corresponde: una planilla enviada por error, un equipo robado, una cuenta ajena. Lo registrado no se elimina.',
          action: add,
        }}
      />
      <Suspense>
        {open === 'new' && <IncidentForm key="new" row={null} onClose={close} />}
        {row &&
          (isOpenIncident(row.state) ? (
            <IncidentForm key={row.id} row={row} onClose={close} />
          ) : (
            <IncidentView key={row.id} row={row} onClose={close} />
          ))}
      </Suspense>
    </>
  );
}
