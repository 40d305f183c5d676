import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { useGo } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { type CallRow, listCalls } from '../contract.ts';
import { CALL_COLUMNS, CallFilters } from './call-columns.tsx';

const { name, state, opens, closes, budget } = CALL_COLUMNS;
const COLUMNS: Column<CallRow>[] = [name, state, opens, closes, budget];

const GROUPS = [
  { value: 'state', label: 'Estado' },
  { value: 'year', label: 'Año' },
];

/** Calls with their bases, and the way to apply to what is open. */
export function CallsPage() {
  const { open } = useSearch({ strict: false }) as { open?: string | string[] };
  const go = useGo();
  // People kept addresses of when a call opened beside this list.
  const old = typeof open === 'string' && open !== '' ? open : null;
  useEffect(() => {
    if (old) go(paths.call(old), { replace: true });
  }, [old, go]);
  if (old) return null;
  return (
    <>
      <PageHeader title="Convocatorias" text="Lee las bases y postula mientras estén abiertas." />
      <DataList
        title="Convocatorias"
        endpoint={listCalls}
        columns={COLUMNS}
        groups={GROUPS}
        filters={<CallFilters />}
        href={call => paths.call(call.id)}
        empty={{ title: 'Todavía no hay convocatorias', text: 'Cuando la oficina abra una, aparece aquí.' }}
      />
    </>
  );
}
