import { PREFERENCE_SLUGS, PREFERENCES } from '../calls/assigning/preferences.ts';
import { CALL_STATES } from '../calls/calls.ts';
import { CONSENSUS_LABELS, REVIEW_STATE_LABELS } from '../calls/review-states.ts';
import { AGREEMENT_KINDS, CLAUSES } from '../catalogues/agreements.ts';
import { ORGANISATION_TYPES } from '../catalogues/organisations.ts';
import { PHOTO_CONSENTS, PHOTO_PEOPLE } from '../files/photo-answers.ts';
import { ROLE_LABELS } from '../kit/actor.ts';
import { lookUp } from '../kit/look-up.ts';
import { MAIL_STATES } from '../notices/mail-states.ts';
import { AGREED_KINDS } from '../privacy/agreed.ts';
import { INCIDENT_DATA, INCIDENT_NATURES } from '../privacy/incidents.ts';
import { REQUEST_OUTCOMES } from '../privacy/requests.ts';
import { REPORT_PARTS } from '../reports/parts.ts';
import { isSectionSlug, SECTIONS, sectionOf } from '../sections/index.ts';
import {
  ACCUMULATIONS,
  DIRECTIONS,
  INDICATOR_KINDS,
  INDICATOR_LEVELS,
  INDICATOR_SCOPES,
} from '../sections/indicators.ts';
import { SETUP_STEPS, SETUP_WORDS } from '../settings/setup.ts';
import { AUDIENCES } from '../surveys/waves.ts';

type Words = Readonly<Record<string, string>>;
type Options = readonly { readonly value: string; readonly label: string }[];

const wordsOf = (...options: readonly Options[]): Words =>
  Object.fromEntries(options.flat().map(({ value, label }) => [value, label]));

/** Values by what holds them, as two fields may mean two things by one word. */
const OF_FIELD: Readonly<Record<string, Words>> = {
  'agreement.clauses': wordsOf(CLAUSES),
  'agreement.kind': wordsOf(AGREEMENT_KINDS),
  'dataIncident.special': wordsOf(INCIDENT_DATA),
  'dataRequest.outcome': wordsOf(REQUEST_OUTCOMES),
  'institutionalIndicator.accumulates': wordsOf(ACCUMULATIONS),
  'institutionalIndicator.direction': wordsOf(DIRECTIONS),
  'institutionalIndicator.kind': wordsOf(INDICATOR_KINDS),
  'institutionalIndicator.level': wordsOf(INDICATOR_LEVELS),
  'institutionalIndicator.roll_up': wordsOf(ACCUMULATIONS),
  'institutionalIndicator.scope': wordsOf(INDICATOR_SCOPES),
  'organisation.type': wordsOf(ORGANISATION_TYPES),
  'report.report': { final: 'Informe final' },
  'report.subStep': { director: 'Dirección', office: 'Oficina' },
  'report.texts': wordsOf(REPORT_PARTS),
  'review.consensus': CONSENSUS_LABELS,
  'setting.logo': { set: 'puesto', replaced: 'cambiado', removed: 'quitado' },
  'setting.settled': Object.fromEntries(SETUP_STEPS.map(step => [step, SETUP_WORDS[step].title])),
  'wave.audience': wordsOf(AUDIENCES),
};
const SECTION_LABELS: Words = Object.fromEntries(
  Object.entries(SECTIONS).map(([slug, { label }]) => [slug, label]),
);

const OF_ANY: Words = {
  ...wordsOf(PHOTO_PEOPLE, PHOTO_CONSENTS, INCIDENT_NATURES, AGREED_KINDS),
  ...MAIL_STATES,
  ...CALL_STATES,
  ...Object.fromEntries(PREFERENCE_SLUGS.map(slug => [slug, PREFERENCES[slug].label])),
  ...REVIEW_STATE_LABELS,
  ...ROLE_LABELS,
  sensitive: 'datos sensibles',
  financial: 'datos económicos',
  unknown: 'por evaluar',
  none: 'ninguno',
  some: 'con riesgo',
  pending: 'pendiente',
  active: 'activa',
  blocked: 'bloqueada',
  microsoft: 'Microsoft',
  google: 'Google',
  open: 'abierta',
  answered: 'respondida',
  resolved: 'resuelta',
  tenant: 'otra organización',
  taken: 'el correo ya es de otra persona',
  unconfirmed: 'el proveedor no confirma el correo',
};

/** What a stored word means in a field that an action has changed; undefined where it means itself. */
export function valueWords(action: string, field: string, value: string): string | undefined {
  const [object = '', , section = ''] = action.split('.');
  if (action.startsWith('project.save.')) {
    const options = isSectionSlug(section) && sectionOf(section).fields.find(f => f.path === field)?.options;
    return options ? options.find(option => option.value === value)?.label : undefined;
  }
  if (field === 'section') return lookUp(SECTION_LABELS, value);
  const words = lookUp<Words>(OF_FIELD, `${object}.${field}`);
  return (words && lookUp(words, value)) ?? lookUp(OF_ANY, value);
}
