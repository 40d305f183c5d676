import { Skeleton } from '@mantine/core';
import { ORGANISATION_TYPES } from '../../../../domain/catalogues/organisations.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import type { CatalogueForm, ValuesOf } from '../../../../web/catalogue/catalogue.ts';
import { CatalogueDrawer } from '../../../../web/catalogue/catalogue-drawer.tsx';
import { useRead } from '../../../../web/query.ts';
import {
  createOrganisation,
  getOrganisation,
  removeOrganisation,
  setOrganisationActive,
  updateOrganisation,
} from '../../../organisations/contract.ts';
import { EMPTY, LABELS, PartnerFields } from './fields.tsx';

type Organisation = OutputOf<typeof getOrganisation>;
type Values = Omit<ValuesOf<{ create: typeof createOrganisation }>, 'confirmed'>;

const FORM: CatalogueForm<Organisation, Values> = {
  noun: 'partner',
  words: { add: 'Nueva organización', create: 'Agregar organización', edit: 'Editar organización' },
  endpoints: {
    create: createOrganisation,
    update: updateOrganisation,
    remove: removeOrganisation,
    setActive: setOrganisationActive,
  },
  initial: EMPTY,
  valuesOf: ({ name, rut, type, comunaCode, point, contactName, contactEmail, contactPhone }) => ({
    ...{ name, rut, type, comunaCode, point },
    ...{ contactName, contactEmail, contactPhone },
  }),
  nameOf: row => row.name,
  labels: LABELS,
  choices: { type: ORGANISATION_TYPES },
  fields: row => <PartnerFields own={row?.id ?? null} />,
};

/** Changes an organisation as the office keeps it; nothing is shown until it has come as it is stored. */
export function EditPartner({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const { data } = useRead(getOrganisation, { params: { id } }, { enabled: open });
  if (!data) return open ? <Skeleton h={0} aria-busy /> : null;
  return <CatalogueDrawer screen={FORM} row={data} open={open} onClose={onClose} />;
}
