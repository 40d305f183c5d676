import { plain } from '../text/plain.ts';
import type { OrganisationType } from './organisations.ts';

/**
 * What a name says an organisation is, surest first: a «centro de madres» is no school though it may be of one, and a
 * «corporación municipal» is run by the state whatever its form. A word that only stands for it at the beginning says so.
 */
const SIGNS: readonly (readonly [OrganisationType, RegExp])[] = [
  ['empresa', /\b(spa|s p a|ltda|limitada|s a|e ?i ?r ?l|cooperativa|vina)$/],
  [
    'organizacion_social',
    /^(junta de vecin|agrupacion|club|sindicato|comite|union comunal|centro de (madres|padres|alumnos|estudiantes)|comunidad|asociacion|taller laboral)/,
  ],
  ['salud', /^((ex )?hospital|cesfam|consultorio|posta|cecosf|clinica|centro de salud|cosam|sapu)\b/],
  [
    'cultura',
    /^(museo|biblioteca|teatro|centro cultural|orquesta|casa de la cultura|corporacion cultural)\b/,
  ],
  [
    'educacional',
    /^(escuela|liceo|colegio|jardin|universidad|sala cuna|instituto|internado|centro de formacion)\b/,
  ],
  ['ong', /^(fundacion|corporacion|ong)\b/],
  [
    'sector_publico',
    /^(la )?(ilustre|municipalidad|i municipalidad|seremi|secretaria (regional )?ministerial|gobierno|gobernacion|ministerio|servicio|direccion|delegacion|carabineros|gendarmeria)\b/,
  ],
  ['sector_publico', /\b(municipalidad|seremi)\b/],
  ['salud', /\b(hospital|cesfam|consultorio|cecosf)\b/],
  ['educacional', /\b(escuela|liceo|colegio|jardin infantil|universidad|sala cuna)\b/],
  ['cultura', /\b(museo|biblioteca|teatro|orquesta)\b/],
  ['ong', /\b(fundacion|corporacion|ong)\b/],
  ['empresa', /^(cooperativa|vina|empresa|constructora|comercial|consultora|sociedad)\b/],
];

/** The type that the name of an organisation tells, for one whose file says none; a social organisation in doubt. */
export function guessOrganisationType(name: string): OrganisationType {
  const words = plain(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return SIGNS.find(([, sign]) => sign.test(words))?.[0] ?? 'organizacion_social';
}
