import { Anchor, Skeleton, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import parts from '../../../../web/layout/part-cards.module.css';
import { useRead } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import cards from '../../../../web/table/cards.module.css';
import { Pager } from '../../../../web/table/paging/pager.tsx';
import { useSearchedPage } from '../../../../web/table/paging/use-searched-page.tsx';
import plain from '../../../../web/table/plain-table.module.css';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import type { PartProps } from '../../../project-record/ui/project-slots.tsx';
import { type CertificateRow, listCertificates } from '../../contract.ts';
import { ArchiveButton } from '../archive-button.tsx';
import classes from '../certificates.module.css';
import { CertificatePill, roleLabel } from '../looks.tsx';

// Fetched when first opened.
const CertificateDrawer = lazyPart(() => import('../list/certificate-drawer.tsx'), 'CertificateDrawer');

const AT_ONCE = 25;

/** The certificates of a project, each opening beside the page. */
export function IssuedList({ project }: PartProps) {
  const { typed, type, q, page, setPage, lastOf, query } = useSearchedPage(AT_ONCE);
  const [open, setOpen] = useState<string | null>(null);
  const own = { project: project.id };
  const { data, error, refetch } = useRead(
    listCertificates,
    { query: { ...own, ...query } },
    { keepPrevious: true },
  );
  const last = lastOf(data?.total);
  const isSearched = q !== '';
  return (
    <section className={classes.part} aria-labelledby="certificates-issued">
      <div className={parts.head}>
        <h3 id="certificates-issued">Emitidos</h3>
        {data && data.total > 0 && !isSearched && <ArchiveButton query={own} size="xs" />}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />}
      {!data && !error && <Skeleton h={160} aria-busy />}
      {(isSearched || (data && data.total > 0)) && (
        <TextInput
          size="xs"
          mb="xs"
          maw="20rem"
          aria-label="Buscar en los certificados"
          placeholder="Nombre, folio o código"
          value={typed}
          onChange={event => type(event.currentTarget.value)}
        />
      )}
      {data?.total === 0 && (
        <p className={classes.quiet}>
          {isSearched
            ? 'Ningún certificado coincide con la búsqueda.'
            : 'No hay certificados de este proyecto.'}
        </p>
      )}
      {data && data.total > 0 && <Rows rows={data.rows} onOpen={setOpen} />}
      <Pager page={page} last={last} onPage={setPage} />
      <Suspense>
        {open !== null && (
          <CertificateDrawer key={open} id={open} onShow={setOpen} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </section>
  );
}

interface RowsProps {
  rows: readonly CertificateRow[];
  onOpen: (id: string) => void;
}

function Rows({ rows, onOpen }: RowsProps) {
  const ofActivities = rows.some(row => row.activity !== '');
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`} aria-labelledby="certificates-issued">
        <thead>
          <tr>
            <th scope="col">Nombre</th>
            <th scope="col">Folio</th>
            <th scope="col">Calidad</th>
            {ofActivities && <th scope="col">Actividad</th>}
            <th scope="col">Emitido</th>
            <th scope="col">Estado</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <th scope="row" data-first>
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  fw={600}
                  ta="left"
                  onClick={() => onOpen(row.id)}
                >
                  {row.name}
                </Anchor>
              </th>
              <td data-label="Folio" className="figures">
                {row.folio}
              </td>
              <td data-label="Calidad">{roleLabel(row)}</td>
              {ofActivities && <td data-label="Actividad">{row.activity}</td>}
              <td data-label="Emitido" className="figures">
                <DateTime value={row.issuedAt} />
              </td>
              <td data-label="Estado">
                <CertificatePill state={row.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
