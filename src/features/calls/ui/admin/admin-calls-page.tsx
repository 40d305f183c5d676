import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { z } from 'zod';
import { paths } from '../../../../web/routing/paths.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataList } from '../../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../../web/table/filters.tsx';
import { useListState } from '../../../../web/table/list-state.ts';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { type CallRow, listCalls } from '../../contract.ts';
import { CALL_COLUMNS, CallFilters } from '../call-columns.tsx';
import { useCallKinds } from '../call-filter.tsx';
import { NewCallDrawer } from './new-call-drawer.tsx';

const { name, year, state, opens, closes, budget } = CALL_COLUMNS;
const columnsOf = (kinds: readonly { value: string; label: string }[]): Column<CallRow>[] => [
  ...[name, year, state],
  {
    key: 'kind',
    title: 'Tipo',
    value: c => kinds.find(k => k.value === c.kind)?.label ?? c.kind,
    width: '13rem',
    notOnPhone: true,
  },
  ...[opens, closes],
  { key: 'proposals', title: 'Recibidas', value: c => c.proposals, align: 'right', width: '6rem' },
  budget,
  { key: 'updatedBy', title: 'Último cambio', value: c => c.updatedBy, optional: true },
];

const GROUPS = [
  { value: 'state', label: 'Estado' },
  { value: 'kind', label: 'Tipo' },
  { value: 'year', label: 'Año' },
];

/** Every call in whatever state, for the office. */
export function AdminCallsPage() {
  const list = useListState(listCalls.query as z.ZodObject);
  const kinds = useCallKinds();
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void list.set({ open: 'new' })}>
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
        groups={GROUPS}
        filters={
          <>
            <CallFilters />
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
      {list.values.open === 'new' && <NewCallDrawer onClose={() => void list.set({ open: null })} />}
    </>
  );
}
