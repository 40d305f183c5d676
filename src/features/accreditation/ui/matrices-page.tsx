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
import { useGo } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { activateMatrices, type Matrix, matrices, matricesQuery } from '../contract.ts';

const MatrixDrawer = lazyPart(() => import('./matrix-drawer.tsx'), 'MatrixDrawer');

const COLUMNS: Column<Matrix>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name', lines: 2 },
  { key: 'origin', title: 'Origen', value: r => r.origin, lines: 2 },
  { key: 'criteria', title: 'Criterios', value: r => r.criteria, align: 'right', width: '6rem' },
  { key: 'statements', title: 'Enunciados', value: r => r.statements, align: 'right', width: '7rem' },
  activeColumn,
  { ...changedColumn, optional: true },
];
const ACTIONS = activationActions<Matrix>(activateMatrices);

const TEXT =
  'Los criterios de quien acredita y con qué los muestra la universidad. De cada matriz sale un paquete con su índice.';

/** Matrices of criteria: kept by the office, read by whoever looks after a unit. */
export function MatricesPage() {
  const user = useSessionUser();
  const mayManage = user !== null && isAdmin(user);
  const go = useGo();
  const list = useListState(matricesQuery as z.ZodObject);
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void list.set({ open: 'new' })}>
      Nueva matriz
    </Button>
  );
  return (
    <>
      <PageHeader title="Acreditación" text={TEXT} actions={add} />
      <DataList
        title="Matrices de acreditación"
        endpoint={matrices.list}
        columns={COLUMNS}
        filters={mayManage && <ActiveFilter />}
        {...(mayManage && {
          bulk: (rows: Matrix[], clear: () => void) => (
            <BulkButtons rows={rows} clear={clear} actions={ACTIONS} nameOf={r => r.name} />
          ),
        })}
        href={row => paths.accreditationMatrix(row.id)}
        tone={row => (row.active ? undefined : 'dimmed')}
        empty={
          mayManage
            ? {
                title: 'Todavía no hay matrices',
                text: 'Crea la primera y escribe sus criterios: con ella se prepara el paquete de una unidad y sus años.',
                action: add,
              }
            : { title: 'No hay matrices', text: 'Aquí aparecen las que la oficina prepara para acreditar.' }
        }
      />
      {list.values.open === 'new' && mayManage && (
        <Suspense>
          <MatrixDrawer
            row={null}
            onClose={() => void list.set({ open: null })}
            onCreated={row => go(paths.accreditationMatrix(row.id))}
          />
        </Suspense>
      )}
    </>
  );
}
