import { PREFERENCE_SLUGS, PREFERENCES } from '../calls/assigning/preferences.ts';
import { CALL_STATES } from '../calls/calls.ts';
import { REVIEW_STATE_LABELS } from '../calls/review-states.ts';
import { PHOTO_CONSENTS, PHOTO_PEOPLE } from '../files/photo-answers.ts';
import { isStatus, statusLabel } from '../kinds/statuses.ts';
import { ROLE_LABELS } from '../kit/actor.ts';
import { lookUp } from '../kit/look-up.ts';
import { MAIL_STATES } from '../notices/mail-states.ts';
import { MAIL_TEMPLATE_INFO, MAIL_TEMPLATES } from '../notices/mail-texts.ts';
import { AGREED_KINDS } from '../privacy/agreed.ts';
import { INCIDENT_NATURES } from '../privacy/incidents.ts';
import { isSectionSlug, sectionOf } from '../sections/index.ts';
import { pastLabel } from '../workflow/past-words.ts';
import { ACTION_WORDS, AUDIT_ACTIONS } from './actions.ts';
import { AUDIT_FIELDS } from './objects.ts';

const SAVED = AUDIT_ACTIONS.updated.done['project.save.%'];

/** `faculty.updated` → `Cambiado`, `project.save.budget` → `Guardado: Presupuesto`; steps as in the history. */
export function auditLabel(action: string): string {
  const [object, verb = action, section = ''] = action.split('.');
  if (action.startsWith('project.save.'))
    return isSectionSlug(section) ? `${SAVED}: ${sectionOf(section).label}` : SAVED;
  return (
    lookUp(ACTION_WORDS, action) ??
    lookUp(ACTION_WORDS, `%.${verb}`) ??
    (object === 'project' ? pastLabel(verb) : action)
  );
}

const SETTINGS: Record<string, string> = {
  general: 'General',
  holidays: 'Feriados',
  retention: 'Cuánto se guarda',
  reminders: 'Recordatorios',
  quotas: 'Límites por persona',
  score: 'Puntaje compuesto',
  publicPages: 'Páginas públicas',
  dataRequests: 'Solicitudes de datos personales',
  certificates: 'Firma de certificados',
  'exchange-rates': 'Valores de monedas',
  withholding: 'Retención de honorarios',
  privacyNotice: 'Aviso de privacidad',
};

/** A part of the settings by its id, as the screen calls it. */
export function settingName(id: string): string | null {
  const template = MAIL_TEMPLATES.find(name => id === `mail.${name}`);
  return template ? `Correo «${MAIL_TEMPLATE_INFO[template].label}»` : (lookUp(SETTINGS, id) ?? null);
}

/** The name of a field that an action has changed. */
export function auditField(action: string, field: string): string {
  const section = action.startsWith('project.save.') ? action.slice('project.save.'.length) : '';
  const known = isSectionSlug(section) && sectionOf(section).fields.find(f => f.path === field);
  return known ? known.label : (lookUp(AUDIT_FIELDS, field) ?? field);
}

const WISHES = Object.fromEntries(PREFERENCE_SLUGS.map(slug => [slug, PREFERENCES[slug].label]));
const WORDS: Record<string, string> = {
  ...Object.fromEntries([...PHOTO_PEOPLE, ...PHOTO_CONSENTS].map(({ value, label }) => [value, label])),
  ...MAIL_STATES,
  ...CALL_STATES,
  ...WISHES,
  ...REVIEW_STATE_LABELS,
  ...ROLE_LABELS,
  ...Object.fromEntries([...INCIDENT_NATURES, ...AGREED_KINDS].map(({ value, label }) => [value, label])),
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

/** A stored value in words; ids by the names given, `null` where there was nothing. */
export function auditValue(value: unknown, names: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map(v => auditValue(v, names)).join(', ') || null;
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return names.get(text) ?? (isStatus(text) ? statusLabel(text) : (lookUp(WORDS, text) ?? text));
}
