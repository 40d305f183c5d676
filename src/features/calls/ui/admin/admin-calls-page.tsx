import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CALL_STATES } from '../../../../domain/calls.ts';
import { formatMoney } from '../../../../domain/format.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { paths } from '../../../../web/paths.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataList } from '../../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../../web/table/filters.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { type CallRow, listCalls } from '../../contract.ts';
import { useCallKinds } from '../call-filter.tsx';
import { NewCallDrawer } from './new-call-drawer.tsx';

const columnsOf = (kinds: readonly { value: string; label: string }[]): Column<CallRow>[] => [
  { key: 'name', title: 'Convocatoria', value: c => c.name, sort: 'name' },
  { key: 'year', title: 'Año', value: c => String(c.year), sort: 'year', width: '5rem' },
  { key: 'state', title: 'Estado', value: c => CALL_STATES[c.state], sort: 'state', width: '9rem' },
  {
    key: 'kind',
    title: 'Tipo',
    value: c => kinds.find(k => k.value === c.kind)?.label ?? c.kind,
    width: '13rem',
    notOnPhone: true,
  },
  {
    key: 'opens',
    title: 'Abre',
    value: c => c.opensAt && formatInstant(c.opensAt),
    render: c => <DateTime value={c.opensAt} withTime />,
    sort: 'opens',
    width: '10rem',
  },
  {
    key: 'closes',
    title: 'Cierra',
    value: c => c.closesAt && formatInstant(c.closesAt),
    render: c => <DateTime value={c.closesAt} withTime />,
    sort: 'closes',
    width: '10rem',
  },
  { key: 'proposals', title: 'Recibidas', value: c => c.proposals, align: 'right', width: '6rem' },
  {
    key: 'budget',
    title: 'Fondo',
    value: c => c.budget,
    render: c => formatMoney(c.budget),
    align: 'right',
    width: '9rem',
  },
  { key: 'updatedBy', title: 'Último cambio', value: c => c.updatedBy, optional: true },
];

/** The last five years and the next one. */
const years = () => {
  const next = new Date().getFullYear() + 1;
  return Array.from({ length: 7 }, (_, n) => ({ value: String(next - n), label: String(next - n) }));
};

/** Every call in whatever state, for the office. */
export function AdminCallsPage() {
  const [creating, setCreating] = useState(false);
  const kinds = useCallKinds();
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Nueva convocatoria
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Gestionar convocatorias"
        text="Prepara, abre y amplía convocatorias. Se abren y cierran solas a su hora."
        actions={create}
      />
      <DataList
        title="Convocatorias"
        endpoint={listCalls}
        columns={columnsOf(kinds)}
        filters={
          <>
            <SelectFilter
              name="state"
              label="Estado"
              options={Object.entries(CALL_STATES).map(([value, label]) => ({ value, label }))}
            />
            <SelectFilter name="year" label="Año" options={years()} />
            <SelectFilter name="kind" label="Tipo" options={kinds} />
          </>
        }
        href={call => paths.adminCall(call.id)}
        empty={{
          title: 'Todavía no hay convocatorias',
          text: 'Crea la primera: queda en preparación hasta que la abras.',
          action: create,
        }}
      />
      {creating && <NewCallDrawer onClose={() => setCreating(false)} />}
    </>
  );
}
