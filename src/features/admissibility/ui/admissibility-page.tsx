import type { z } from 'zod';
import { formatMoney } from '../../../domain/text/format.ts';
import { formatInstant } from '../../../web/dates.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import { CallFilter } from '../../calls/ui/call-filter.tsx';
import { listWaiting, type WaitingRow } from '../contract.ts';
import { ChecksDrawer } from './checks-drawer.tsx';

const COLUMNS: Column<WaitingRow>[] = [
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '8.5rem' },
  { key: 'title', title: 'Propuesta', value: r => r.title, sort: 'title', lines: 2, width: '13rem' },
  { key: 'lead', title: 'Responsable', value: r => r.lead.name, lines: 2, width: '8rem' },
  { key: 'call', title: 'Convocatoria', value: r => r.call?.name, lines: 2, width: '8rem' },
  { key: 'line', title: 'Línea', value: r => r.line, optional: true },
  {
    key: 'amount',
    title: 'Solicita',
    value: r => r.amount,
    render: r => (r.amount === null ? '' : formatMoney(r.amount)),
    align: 'right',
    sort: 'amount',
    width: '7.5rem',
  },
  {
    key: 'status',
    title: 'Estado',
    value: r => r.status,
    render: r => <StatusPill status={r.status} />,
    width: '11rem',
  },
  { key: 'checked', title: 'Revisado', value: r => `${r.checked} de ${r.total}`, width: '6rem' },
  {
    key: 'due',
    title: 'Vence',
    value: r => r.due && formatInstant(r.due),
    render: r => <DateTime value={r.due} />,
    sort: 'due',
    width: '7rem',
  },
];

const GROUPS = [{ value: 'call', label: 'Convocatoria' }];

/** Proposals that wait for the office before they are evaluated. */
export function AdmissibilityPage() {
  const list = useListState(listWaiting.query as z.ZodObject);
  const { open } = list.values;
  return (
    <>
      <PageHeader
        title="Admisibilidad"
        text="Propuestas con los vistos buenos de su unidad: revisa cada requisito antes de que pasen a evaluación."
      />
      <DataList
        title="Propuestas en admisibilidad"
        endpoint={listWaiting}
        columns={COLUMNS}
        groups={GROUPS}
        filters={
          <>
            <SelectFilter
              name="status"
              label="Estado"
              options={[
                { value: 'admissibility', label: 'Por revisar' },
                { value: 'returned', label: 'En corrección' },
              ]}
            />
            <CallFilter />
          </>
        }
        onOpen={row => list.set({ open: `${row.kind}.${row.id}` })}
        empty={{
          title: 'No hay propuestas por revisar',
          text: 'Llegan aquí cuando la Dirección y el Decanato dan su visto bueno.',
        }}
      />
      {typeof open === 'string' && open !== '' && (
        <ChecksDrawer key={open} open={open} onClose={() => list.set({ open: null })} />
      )}
    </>
  );
}
