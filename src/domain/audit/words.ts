import { isStatus, statusLabel } from '../kinds/statuses.ts';
import { lookUp } from '../kit/look-up.ts';
import { MAIL_TEMPLATE_INFO, MAIL_TEMPLATES } from '../notices/mail-texts.ts';
import { isSectionSlug, sectionOf } from '../sections/index.ts';
import { formatCount, formatDateTime, formatDay } from '../text/format.ts';
import { pastLabel } from '../workflow/past-words.ts';
import { ACTION_WORDS, AUDIT_ACTIONS } from './actions.ts';
import { AUDIT_FIELDS } from './fields.ts';
import { valueWords } from './values.ts';

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
  institution: 'Institución',
  holidays: 'Feriados',
  retention: 'Cuánto se guarda',
  reminders: 'Recordatorios',
  quotas: 'Límites por persona',
  score: 'Puntaje compuesto',
  setup: 'Puesta en marcha',
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

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
/** What is a day or a moment and nothing else, as people write it. */
function dated(text: string): string {
  if (DAY.test(text)) return formatDay(text);
  return MOMENT.test(text) ? formatDateTime(new Date(text)) : text;
}

/** Of fields that are named by what they hold: of each file, of each observation. */
const HELD: Readonly<Record<string, string>> = { observation: 'observación' };

/** The name of a field that an action has changed; where it is a day, as people write it. */
export function auditField(action: string, field: string): string {
  const [object = ''] = action.split('.');
  if (UUID.test(field)) return lookUp(HELD, object) ?? 'archivo';
  const section = action.startsWith('project.save.') ? action.slice('project.save.'.length) : '';
  const known = isSectionSlug(section) && sectionOf(section).fields.find(f => f.path === field);
  return known
    ? known.label
    : (lookUp(AUDIT_FIELDS, field) ?? field.replace(/\d{4}-\d{2}-\d{2}/g, formatDay));
}

interface Place {
  readonly action: string;
  readonly field: string;
}
const NOWHERE: Place = { action: '', field: '' };

const isPlain = (value: unknown) => value === null || typeof value !== 'object';

/**
 * A stored value in words; ids by the names given, `null` where there was nothing. Of what has parts with parts of their
 * own, only that there is something (`…`).
 */
export function auditValue(
  value: unknown,
  names: ReadonlyMap<string, string>,
  place: Place = NOWHERE,
): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return listWords(value, names, place);
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (typeof value === 'object') {
    const parts = Object.entries(value);
    if (parts.length === 0) return null;
    // Of a view: names of filters, which are those of addresses.
    if (place.field === 'query') return '…';
    if (!parts.every(([, part]) => isPlain(part))) return '…';
    return parts
      .map(
        ([key, part]) =>
          `${auditField(place.action, key)}: ${auditValue(part, names, { ...place, field: key }) ?? '–'}`,
      )
      .join(', ');
  }
  const text = String(value);
  if (isId(text)) return names.get(text) ?? 'ya no existe';
  return valueWords(place.action, place.field, text) ?? (isStatus(text) ? statusLabel(text) : dated(text));
}

function listWords(
  values: readonly unknown[],
  names: ReadonlyMap<string, string>,
  place: Place,
): string | null {
  if (values.length === 0) return null;
  const isTold = values.every(value => isPlain(value) && (!isId(value) || names.has(value)));
  if (!isTold) return formatCount(values.length, 'elemento', 'elementos');
  return values.map(value => auditValue(value, names, place)).join(', ');
}
