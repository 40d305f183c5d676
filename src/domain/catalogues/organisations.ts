import { formatRut, RutFormat, validateRut } from '@fdograph/rut-utilities';
import { z } from 'zod';
import { RULES } from '../text/rule-messages.ts';
import { email, personName, text } from '../text/rules.ts';
import { catalogueName, emptyOr } from './catalogue.ts';

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
export type OrganisationType = (typeof ORGANISATION_TYPES)[number]['value'];

export const organisationType = z.enum(
  ORGANISATION_TYPES.map(t => t.value) as [OrganisationType, ...OrganisationType[]],
);

/** As RUTs are kept and compared: `76123456-0`, a check digit K as a capital. */
export const plainRut = (written: string): string => formatRut(written, RutFormat.DASH).toUpperCase();

/** Chilean tax number with a right check digit, typed with or without dots; see `plainRut`. */
export const rut = emptyOr(
  20,
  value => validateRut(value),
  'El RUT no es válido: revisa el dígito verificador.',
).overwrite(value => (value === '' ? '' : plainRut(value)));

/** Degrees, WGS 84. */
const degrees = (most: number) => z.number().min(-most).max(most);
export const pointField = z
  .object({ latitude: degrees(90), longitude: degrees(180) })
  .nullable()
  .default(null);

export const organisationFields = z.object({
  name: catalogueName,
  rut: rut.default(''),
  type: organisationType,
  comunaCode: z
    .string()
    .regex(/^\d{5}$/)
    .nullable()
    .default(null),
  /** Where it is, exactly. */
  point: pointField,
  contactName: personName(120).default(''),
  contactEmail: emptyOr(254, value => email.safeParse(value).success, RULES.email).default(''),
  contactPhone: text(40).default(''),
});
