import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { z } from 'zod';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { activationActions, BulkButtons } from '../../../web/bulk/bulk-actions.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { TextLink, useGo } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { activateInstruments, type Instrument, instruments, instrumentsQuery } from '../contract.ts';

const InstrumentDrawer = lazyPart(() => import('./instrument-drawer.tsx'), 'InstrumentDrawer');

function SeriesLink({ row }: { row: Instrument }) {
  if (row.waves === 0) return null;
  return (
    <TextLink href={paths.surveySeries(row.id)} aria-label={`Resultados por año de ${row.name}`}>
      Resultados por año
    </TextLink>
  );
}

const COLUMNS: Column<Instrument>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name', lines: 2 },
  { key: 'purpose', title: 'Propósito', value: r => r.purpose, lines: 2 },
  { key: 'questions', title: 'Preguntas', value: r => r.questions, align: 'right', width: '6rem' },
  { key: 'version', title: 'Versión', value: r => r.version, align: 'right', width: '5rem' },
  { key: 'waves', title: 'Encuestas', value: r => r.waves, align: 'right', width: '6rem' },
  {
    key: 'series',
    title: 'Resultados',
    value: r => (r.waves > 0 ? 'Resultados por año' : ''),
    render: r => <SeriesLink row={r} />,
    width: '11rem',
  },
  activeColumn,
  { ...changedColumn, optional: true },
];
const ACTIONS = activationActions<Instrument>(activateInstruments);

/** What surveys are made of: kept by the office, looked at by whoever may send surveys. */
export function InstrumentsPage() {
  const user = useSessionUser();
  const mayManage = user !== null && isAdmin(user);
  const go = useGo();
  const list = useListState(instrumentsQuery as z.ZodObject);
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void list.set({ open: 'new' })}>
      Nuevo instrumento
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Instrumentos"
        text="Las preguntas con que se encuesta. Lo que ya se envió no cambia; lo nuevo queda en otra versión."
        actions={add}
      />
      <DataList
        title="Instrumentos"
        endpoint={instruments.list}
        columns={COLUMNS}
        filters={mayManage && <ActiveFilter />}
        {...(mayManage && {
          bulk: (rows: Instrument[], clear: () => void) => (
            <BulkButtons rows={rows} clear={clear} actions={ACTIONS} nameOf={r => r.name} />
          ),
        })}
        href={row => paths.instrument(row.id)}
        tone={row => (row.active ? undefined : 'dimmed')}
        empty={
          mayManage
            ? {
                title: 'Todavía no hay instrumentos',
                text: 'Crea el primero y escribe sus preguntas: después se envían en una encuesta.',
                action: add,
              }
            : {
                title: 'No hay instrumentos disponibles',
                text: 'Aquí aparecen los que la oficina prepara para encuestar a socios, estudiantes y participantes.',
              }
        }
      />
      {list.values.open === 'new' && mayManage && (
        <Suspense>
          <InstrumentDrawer
            row={null}
            onClose={() => void list.set({ open: null })}
            onCreated={row => go(paths.instrument(row.id))}
          />
        </Suspense>
      )}
    </>
  );
}
