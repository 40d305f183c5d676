import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { z } from 'zod';
import { CERTIFICATE_ROLES, CERTIFICATE_STATES, isValid } from '../../../domain/certificates/certificates.ts';
import { showCode } from '../../../domain/certificates/codes.ts';
import { isAdmin, onlyReviews } from '../../../domain/kit/actor.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useOnce } from '../../../web/routing/use-once.ts';
import { useSessionUser } from '../../../web/storage.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter, SwitchFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { Cut } from '../../../web/ui/cut.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { LinkButton, TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { OptionFilter } from '../../options/ui/option-filter.tsx';
import { type CertificateRow, certificatesQuery, listCertificates } from '../contract.ts';
import { ArchiveButton } from './archive-button.tsx';
import classes from './certificates.module.css';
import { aboutWords, CertificatePill, roleLabel, stateLabel } from './looks.tsx';

// Fetched when first opened.
const CertificateDrawer = lazyPart(() => import('./list/certificate-drawer.tsx'), 'CertificateDrawer');
const IssuerDrawer = lazyPart(() => import('./issuer/issuer-drawer.tsx'), 'IssuerDrawer');

/** Long names and titles leave room for what became of it. */
const NAME_WIDTH = '14rem';

function About({ row }: { row: CertificateRow }) {
  const { project } = row;
  const words = aboutWords(row);
  return (
    <span className={classes.about} title={[project?.code, words].filter(Boolean).join(' ')}>
      {project && (
        <>
          <TextLink
            href={paths.project(project.kind, project.id, { tab: 'certificates' })}
            inherit
            underline="always"
          >
            {project.code}
          </TextLink>{' '}
        </>
      )}
      {words}
    </span>
  );
}

const COLUMNS: Column<CertificateRow>[] = [
  { key: 'folio', title: 'Folio', value: r => r.folio, sort: 'folio', width: '7.5rem' },
  {
    key: 'name',
    title: 'Nombre',
    value: r => r.name,
    render: r => <Cut max={NAME_WIDTH}>{r.name}</Cut>,
    sort: 'name',
  },
  { key: 'role', title: 'Calidad', value: roleLabel, width: '10rem' },
  {
    key: 'about',
    title: 'De qué',
    value: r => [r.project?.code, aboutWords(r)].filter(Boolean).join(' '),
    render: r => <About row={r} />,
  },
  {
    key: 'issued',
    title: 'Emitido',
    value: r => r.issuedAt,
    render: r => <DateTime value={r.issuedAt} />,
    sort: 'issuedAt',
    width: '7rem',
  },
  {
    key: 'state',
    title: 'Estado',
    value: stateLabel,
    render: r => <CertificatePill state={r.state} />,
    width: '8rem',
  },
  { key: 'code', title: 'Código', value: r => showCode(r.code), optional: true },
];

/** No certificate is older than the program. */
const FIRST_YEAR = 2026;
const years = () => {
  const last = Number(localDay(new Date()).slice(0, 4));
  return Array.from({ length: last - FIRST_YEAR + 1 }, (_, n) => {
    const year = String(last - n);
    return { value: year, label: year };
  });
};

const Filters = ({ ofProjects }: { ofProjects: boolean }) => (
  <>
    <SelectFilter name="state" label="Estado" options={CERTIFICATE_STATES} />
    <SelectFilter name="role" label="Calidad" options={CERTIFICATE_ROLES} />
    <SelectFilter name="year" label="Año" options={years()} />
    {ofProjects && <OptionFilter name="project" label="Proyecto" noun="awarded" />}
    <SwitchFilter name="mine" label="Solo los míos" />
  </>
);

/** The way to issue what is missing, and who signs; for the office. */
function OfficeButtons() {
  const [opened, setOpened] = useState(false);
  const asked = useOnce(opened);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Firma y opciones
      </Button>
      <LinkButton href={paths.issueCertificates()}>Emitir certificados</LinkButton>
      <Suspense>{asked && <IssuerDrawer opened={opened} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}

const EMPTY = {
  office: {
    title: 'Todavía no hay certificados',
    text: 'Se emiten solos al aceptarse un informe final y al resolverse una convocatoria. Los de antes se emiten en «Emitir certificados».',
  },
  others: {
    title: 'Todavía no hay certificados que puedas ver',
    text: 'Recibes uno cuando se cierra un proyecto de cuyo equipo eres parte, cuando asistes a una actividad que los entrega y cuando evalúas propuestas. Si tienes un proyecto a cargo o diriges una unidad, aquí están también los suyos.',
  },
};

const GROUPS = [
  { value: 'project', label: 'Proyecto' },
  { value: 'role', label: 'Calidad' },
  { value: 'state', label: 'Estado' },
  { value: 'year', label: 'Año de emisión' },
];

/** Certificates: all for the office, for others their own, those of their projects and of the units they head. */
export function CertificatesPage() {
  const user = useSessionUser();
  const isOffice = user !== null && isAdmin(user);
  const list = useListState(certificatesQuery as z.ZodObject);
  const { open } = list.values;
  return (
    <>
      <PageHeader
        title="Certificados"
        text="Lo que cada persona hizo en un proyecto o como par evaluador, con un código que cualquiera puede comprobar."
        actions={
          <>
            <ArchiveButton query={{ ...list.query, page: undefined, size: undefined }} />
            {isOffice && <OfficeButtons />}
          </>
        }
      />
      <DataList
        title="Certificados"
        endpoint={listCertificates}
        columns={COLUMNS}
        // Who only reviews picks from no directory.
        groups={GROUPS}
        filters={<Filters ofProjects={user !== null && !onlyReviews(user)} />}
        onOpen={row => void list.set({ open: row.id })}
        tone={row => (isValid(row.state) ? undefined : 'dimmed')}
        empty={isOffice ? EMPTY.office : EMPTY.others}
      />
      <Suspense>
        {typeof open === 'string' && open !== '' && (
          <CertificateDrawer
            key={open}
            id={open}
            onShow={id => void list.set({ open: id })}
            onClose={() => void list.set({ open: null })}
          />
        )}
      </Suspense>
    </>
  );
}
