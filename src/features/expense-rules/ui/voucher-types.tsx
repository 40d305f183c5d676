import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { z } from 'zod';
import { formatCount } from '../../../domain/text/format.ts';
import { ActivePill } from '../../../web/catalogue/state.tsx';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useListState } from '../../../web/table/list-state.ts';
import plain from '../../../web/table/plain-table.module.css';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { listExchangeRates, listVoucherTypes, type VoucherTypeRow } from '../contract.ts';
import classes from './expense-rules.module.css';

const VoucherTypeDrawer = lazyPart(() => import('./voucher-type-drawer.tsx'), 'VoucherTypeDrawer');

const traitsOf = ({ hasNumber, needsSupplier, withholds, isCredit, vouchers }: VoucherTypeRow): string =>
  [
    ...(hasNumber ? ['con número'] : []),
    ...(needsSupplier ? ['con proveedor'] : []),
    ...(withholds ? ['con retención'] : []),
    ...(isCredit ? ['descuenta de otro'] : []),
    formatCount(vouchers, 'comprobante', 'comprobantes'),
  ].join(' · ');

/** Every type with its papers; the one open beside them is part of the address. */
export function VoucherTypes() {
  const { data, error, refetch } = useRead(listVoucherTypes, {});
  const list = useListState(listExchangeRates.query as z.ZodObject);
  const { open } = list.values;
  const show = (id: string | null) => void list.set({ open: id });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="20rem" aria-busy />;
  const row = data.types.find(type => type.id === open) ?? null;
  const add = (
    <Button
      variant="default"
      mb="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => show('new')}
    >
      Nuevo tipo
    </Button>
  );
  return (
    <>
      {data.types.length === 0 ? (
        <EmptyState title="Todavía no hay tipos de comprobante" action={add} />
      ) : (
        <>
          {add}
          <TypesTable types={data.types} onOpen={show} />
        </>
      )}
      {(row || open === 'new') && (
        <Suspense>
          <VoucherTypeDrawer key={row?.id ?? 'new'} row={row} onClose={() => show(null)} />
        </Suspense>
      )}
    </>
  );
}

interface TableProps {
  types: readonly VoucherTypeRow[];
  onOpen: (id: string) => void;
}

function TypesTable({ types, onOpen }: TableProps) {
  return (
    <table className={`${plain.table} ${classes.types}`} aria-label="Tipos de comprobante">
      <thead>
        <tr>
          <th scope="col">Tipo</th>
          <th scope="col">Respaldos</th>
          <th scope="col">Estado</th>
        </tr>
      </thead>
      <tbody>
        {types.map(type => (
          <tr key={type.id} data-off={!type.active || undefined}>
            <th scope="row">
              <button type="button" className={classes.open} onClick={() => onOpen(type.id)}>
                {type.name}
              </button>
              <span className={classes.traits}>{traitsOf(type)}</span>
            </th>
            <td>
              {type.papers.length === 0 ? (
                'Ninguno'
              ) : (
                <ul className={classes.papers}>
                  {type.papers.map(paper => (
                    <li key={paper.id}>{paper.name}</li>
                  ))}
                </ul>
              )}
            </td>
            <td>
              <ActivePill active={type.active} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
