import { Button } from '@mantine/core';
import { IconCopy, IconMapPin, IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { z } from 'zod';
import { AGREEMENT_STATES } from '../../../domain/catalogues/agreements.ts';
import { ORGANISATION_TYPES } from '../../../domain/catalogues/organisations.ts';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { formatDay, labelIn } from '../../../domain/text/format.ts';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useOnce } from '../../../web/routing/use-once.ts';
import { useSessionUser } from '../../../web/storage.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { getCatalogues } from '../../options/contract.ts';
import { listPartners, type PartnerRow } from '../contract.ts';
import { yearsOf } from './words.tsx';

const NewPartner = lazyPart(() => import('./edit/new-partner.tsx'), 'NewPartner');
const PartnersMap = lazyPart(() => import('./parts/partners-map.tsx'), 'PartnersMap');

const USUAL: Column<PartnerRow>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name', lines: 2 },
  {
    key: 'type',
    title: 'Tipo',
    value: r => labelIn(ORGANISATION_TYPES, r.type),
    sort: 'type',
    width: '11rem',
  },
  { key: 'comuna', title: 'Comuna', value: r => r.comuna?.name, sort: 'comuna', width: '10rem' },
  { key: 'region', title: 'Región', value: r => r.comuna?.region, optional: true },
  { key: 'projects', title: 'Proyectos', value: r => r.projects, align: 'right', width: '6rem' },
  { key: 'years', title: 'Años', value: yearsOf, width: '7rem' },
  {
    key: 'agreement',
    title: 'Convenio',
    value: r => labelIn(AGREEMENT_STATES, r.agreement),
    width: '8rem',
    notOnPhone: true,
  },
  {
    key: 'lastSurvey',
    title: 'Última encuesta',
    value: r => r.lastSurvey && formatDay(r.lastSurvey),
    optional: true,
  },
  { key: 'contact', title: 'Contacto', value: r => r.contact?.name, optional: true },
  { key: 'email', title: 'Correo de contacto', value: r => r.contact?.email, optional: true },
  { key: 'phone', title: 'Teléfono', value: r => r.contact?.phone, optional: true },
  { key: 'aliases', title: 'Otros nombres', value: r => r.aliases.join(', '), optional: true },
  { ...activeColumn, optional: true },
  { ...changedColumn, optional: true },
];
const OFFICE: Column<PartnerRow>[] = USUAL.toSpliced(1, 0, {
  key: 'rut',
  title: 'RUT',
  value: r => r.rut,
  width: '7.5rem',
  notOnPhone: true,
});

const WITH_PROJECTS = [
  { value: 'with', label: 'Con proyectos' },
  { value: 'without', label: 'Sin proyectos' },
];
const AGREEMENTS = [
  ...AGREEMENT_STATES.filter(({ value }) => value !== 'future').map(({ value, label }) => ({
    value,
    label: `Convenio: ${label.toLowerCase()}`,
  })),
  { value: 'none', label: 'Sin convenio' },
];

function Filters() {
  const { data } = useRead(getCatalogues);
  const optionsOf = (rows: readonly { code: string; name: string }[] = []) =>
    rows.map(row => ({ value: row.code, label: row.name }));
  return (
    <>
      <SelectFilter name="type" label="Tipo" options={ORGANISATION_TYPES} />
      <SelectFilter name="region" label="Región" options={optionsOf(data?.regions)} />
      <SelectFilter name="comuna" label="Comuna" options={optionsOf(data?.comunas)} />
      <SelectFilter name="projects" label="Proyectos" options={WITH_PROJECTS} />
      <SelectFilter name="agreement" label="Convenio" options={AGREEMENTS} />
      <ActiveFilter />
    </>
  );
}

interface WaysProps {
  manages: boolean;
  onAdd: () => void;
}

/** What else there is to do with the directory. */
function Ways({ manages, onAdd }: WaysProps) {
  const agreements = (
    <LinkButton href={paths.agreements()} variant="default">
      Convenios
    </LinkButton>
  );
  if (!manages) return agreements;
  return (
    <>
      {agreements}
      <LinkButton
        href={paths.partnerPairs()}
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
      >
        Posibles duplicados
      </LinkButton>
      {importLink}
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        Nueva organización
      </Button>
    </>
  );
}

const importLink = <ImportLink noun="organisations">Importar</ImportLink>;
const emptyFor = (manages: boolean) => ({
  title: 'Todavía no hay organizaciones',
  text: manages
    ? 'Impórtalas desde una planilla CSV o XLSX, o agrégalas de a una.'
    : 'Se agregan desde la sección Socios de un proyecto.',
  ...(manages && { action: importLink }),
});

const GROUPS = [
  { value: 'type', label: 'Tipo' },
  { value: 'region', label: 'Región' },
  { value: 'comuna', label: 'Comuna' },
];

/** Organisations the university works with. */
export function PartnersPage() {
  const user = useSessionUser();
  const manages = user !== null && isAdmin(user);
  const list = useListState(listPartners.query as z.ZodObject);
  const { open } = list.values;
  const isMapOpen = open === 'map';
  const isNewOpen = manages && open === 'new';
  const wasNewOpen = useOnce(isNewOpen);
  const toggleMap = () => void list.set({ open: isMapOpen ? null : 'map' }, { replace: true });
  return (
    <>
      <PageHeader
        title="Socios"
        text="Organizaciones con las que trabaja la universidad."
        actions={<Ways manages={manages} onAdd={() => void list.set({ open: 'new' })} />}
      />
      <Button
        variant="default"
        size="xs"
        mb="xs"
        leftSection={<IconMapPin size={16} aria-hidden />}
        aria-expanded={isMapOpen}
        onClick={toggleMap}
      >
        {isMapOpen ? 'Ocultar el mapa' : 'Ver en el mapa'}
      </Button>
      <Suspense>{isMapOpen && <PartnersMap query={list.query} />}</Suspense>
      <DataList<PartnerRow>
        title="Socios"
        endpoint={listPartners}
        columns={manages ? OFFICE : USUAL}
        groups={GROUPS}
        filters={<Filters />}
        href={row => paths.partner(row.id)}
        tone={row => (row.active ? undefined : 'dimmed')}
        empty={emptyFor(manages)}
      />
      <Suspense>
        {wasNewOpen && <NewPartner open={isNewOpen} onClose={() => void list.set({ open: null })} />}
      </Suspense>
    </>
  );
}
