import { formatDay, formatMoney, formatNumber } from '../text/format.ts';
import { keyOf, type SectionField } from './field.ts';
import { SDG_NAMES } from './goals.ts';
import { isEmpty } from './section.ts';

export type NameOf = (id: string) => string;

const list = (value: unknown) => (Array.isArray(value) ? value : []) as readonly unknown[];
const optionLabel = (info: SectionField, value: unknown) =>
  info.options?.find(o => o.value === value)?.label ?? String(value);

function showCounts(info: SectionField, value: unknown): string {
  const counts = value as Record<string, { expected: number | null; actual: number | null }>;
  return (info.options ?? [])
    .flatMap(({ value: group, label }) => {
      const { expected = null, actual = null } = counts[group] ?? {};
      if (expected === null && actual === null) return [];
      const real = actual === null ? '' : ` (reales: ${formatNumber(actual)})`;
      return [`${label}: ${expected === null ? '—' : formatNumber(expected)}${real}`];
    })
    .join('\n');
}

const REFERENCES = new Set([
  'person',
  'school',
  'theme',
  'project',
  'organisation',
  'offering',
  'file',
  'item',
  'call',
  'callLine',
  'institutionalIndicator',
]);

function showOne(info: SectionField, value: unknown, nameOf: NameOf): string {
  switch (info.type) {
    case 'money':
      return formatMoney(Number(value));
    case 'integer':
    case 'decimal':
      return formatNumber(Number(value), 4);
    case 'date':
      return formatDay(String(value));
    case 'flag':
      return 'Sí';
    case 'choice':
      return optionLabel(info, value);
    default:
      return REFERENCES.has(info.type) ? nameOf(String(value)) || 'Sin nombre' : String(value);
  }
}

/** One entry of a list on one line: its filled fields, in order. */
const showEntry = (info: SectionField, entry: Record<string, unknown>, nameOf: NameOf) =>
  (info.fields ?? [])
    .map(f => [f, entry[keyOf(f)]] as const)
    .filter(([, value]) => !isEmpty(value))
    .map(([f, value]) => `${f.label}: ${showOne(f, value, nameOf)}`)
    .join(' · ');

/** Any stored value as text for people; empty when there is nothing. Entries of lists come one a line. */
export function showValue(info: SectionField, value: unknown, nameOf: NameOf): string {
  if (isEmpty(value)) return info.type === 'flag' ? 'No' : '';
  switch (info.type) {
    case 'choices':
      return list(value)
        .map(v => optionLabel(info, v))
        .join(', ');
    case 'keywords':
    case 'targets':
      return list(value).join(', ');
    case 'goals':
      return list(value)
        .map(n => `${n}. ${SDG_NAMES[Number(n) - 1]}`)
        .join('\n');
    case 'comunas':
    case 'careers':
      return list(value)
        .map(v => nameOf(String(v)) || String(v))
        .join(', ');
    case 'point': {
      const { latitude, longitude } = value as { latitude: number; longitude: number };
      return `${formatNumber(latitude, 5)}; ${formatNumber(longitude, 5)}`;
    }
    case 'counts':
      return showCounts(info, value);
    case 'list':
      return list(value)
        .map((entry, n) => `${n + 1}. ${showEntry(info, entry as Record<string, unknown>, nameOf)}`)
        .join('\n');
    case 'answers':
      return Object.values(value as Record<string, unknown>)
        .map(String)
        .join('\n');
    default:
      return showOne(info, value, nameOf);
  }
}
