import { formatRut, RutFormat, validateRut } from '@fdograph/rut-utilities';
import { z } from 'zod';
import { RULES } from '../text/rule-messages.ts';
import { email, optionOf, personName, text } from '../text/rules.ts';
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

export const organisationType = optionOf(ORGANISATION_TYPES);
export type OrganisationType = (typeof ORGANISATION_TYPES)[number]['value'];

/** As RUTs are kept and compared: `76123456-0`, a check digit K as a capital. */
export const plainRut = (written: string): string => formatRut(written, RutFormat.DASH).toUpperCase();

/** Chilean tax number with a right check digit, typed with or without dots; see `plainRut`. */
export const rut = emptyOr(
  20,
  value => validateRut(value),
  'El RUT no es válido: revisa el dígito verificador.',
).overwrite(value => (value === '' ? '' : plainRut(value)));

/**
 * What many organisations are called, as the database writes a name's core: such words alone tell no two apart. What
 * else a name is made of says which ones are worth comparing.
 */
export const COMMON_WORDS = (
  'adulto adultos agrupacion arquitectura artesanos asociacion barrio basica camara campesina centro cesfam chile ' +
  'clinica club colegio comercial comite comunal comunidad constructora consultora cooperativa corporacion cultural ' +
  'deportes deportivo desarrollo direccion educacional emprendedores empresa empresas escuela familiar federacion ' +
  'fundacion gobierno hospital indigena infantil ingenieria instituto jardin junta liceo local madres mayor mayores ' +
  'ministerio mujeres municipal municipalidad nacional organizacion padres provincial regional rural salud secretaria ' +
  'seremi servicio servicios sindicato social sociedad trabajadores union universidad vecinal vecinos'
).split(' ');

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
