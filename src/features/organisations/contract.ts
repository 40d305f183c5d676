import { formatRut, RutFormat, validateRut } from '@fdograph/rut-utilities';
import { z } from 'zod';
import { catalogueName, emptyOr } from '../../domain/catalogue.ts';
import { endpoint } from '../../domain/endpoint.ts';
import { RULES } from '../../domain/rule-messages.ts';
import { email, id, text } from '../../domain/rules.ts';

export const ORGANISATION_TYPES = [
  { value: 'sector_publico', label: 'Sector público' },
  { value: 'empresa', label: 'Empresa' },
  { value: 'organizacion_social', label: 'Organización social' },
  { value: 'educacional', label: 'Establecimiento educacional' },
  { value: 'salud', label: 'Salud' },
  { value: 'cultura', label: 'Cultura' },
  { value: 'ong', label: 'ONG' },
  { value: 'persona', label: 'Persona' },
] as const;
type OrganisationType = (typeof ORGANISATION_TYPES)[number]['value'];

/** Chilean tax number with a right check digit; kept as `76123456-0`, typed with or without dots. */
const rut = emptyOr(
  20,
  value => validateRut(value),
  'El RUT no es válido: revisa el dígito verificador.',
).overwrite(value => (value === '' ? '' : formatRut(value, RutFormat.DASH)));

export const organisationFields = z.object({
  name: catalogueName,
  rut: rut.default(''),
  type: z.enum(ORGANISATION_TYPES.map(t => t.value) as [OrganisationType, ...OrganisationType[]]),
  comunaCode: z
    .string()
    .regex(/^\d{5}$/)
    .nullable()
    .default(null),
  contactName: text(120).default(''),
  contactEmail: emptyOr(254, value => email.safeParse(value).success, RULES.email).default(''),
  contactPhone: text(40).default(''),
});

const similar = z.object({ id, label: z.string(), hint: z.string() });

export const findSimilarOrganisations = endpoint({
  method: 'GET',
  path: '/organisations/similar',
  permission: 'active',
  summary: 'Organisations that may be the one being typed: same RUT or a name much alike',
  query: z.object({ name: text(200).optional(), rut: text(20).optional() }),
  output: z.array(similar),
});

/** Anybody who writes projects may add a partner. 422 with `extra.similar` when it may exist, until `confirmed`. */
export const createOrganisation = endpoint({
  method: 'POST',
  path: '/organisations',
  permission: 'active',
  summary: 'Add an organisation to the directory; 422 with likely duplicates unless confirmed',
  body: organisationFields.extend({
    /** The likely duplicates have been looked at. A second row with the same RUT is refused all the same. */
    confirmed: z.boolean().default(false),
  }),
  output: similar,
});
