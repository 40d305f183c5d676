import { Suspense } from 'react';
import type { z } from 'zod';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { type CallRow, listCalls } from '../contract.ts';
import { CALL_COLUMNS, CallFilters } from './call-columns.tsx';

const CallDrawer = lazyPart(() => import('./call-drawer.tsx'), 'CallDrawer');

const { name, state, opens, closes, budget } = CALL_COLUMNS;
const COLUMNS: Column<CallRow>[] = [name, state, opens, closes, budget];

const GROUPS = [
  { value: 'state', label: 'Estado' },
  { value: 'year', label: 'Año' },
];

/** Calls with their bases, and the way to apply to what is open. */
export function CallsPage() {
  const list = useListState(listCalls.query as z.ZodObject);
  const { open } = list.values;
  return (
    <>
      <PageHeader title="Convocatorias" text="Lee las bases y postula mientras estén abiertas." />
      <DataList
        title="Convocatorias"
        endpoint={listCalls}
        columns={COLUMNS}
        groups={GROUPS}
        filters={<CallFilters />}
        onOpen={call => list.set({ open: call.id })}
        empty={{ title: 'Todavía no hay convocatorias', text: 'Cuando la oficina abra una, aparece aquí.' }}
      />
      {typeof open === 'string' && open !== '' && (
        <Suspense>
          <CallDrawer key={open} id={open} onClose={() => list.set({ open: null })} />
        </Suspense>
      )}
    </>
  );
}
