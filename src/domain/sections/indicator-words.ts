import { formatDay, formatNumber } from '../text/format.ts';
import { keyOf, type SectionField } from './field.ts';
import { targetOf, unitOf } from './indicator-values.ts';
import { ACCUMULATIONS, type Indicator, isAskedOf, kindOfIndicator } from './indicators.ts';
import { type NameOf, showValue } from './show.ts';

type Some = Partial<Indicator>;

/** A value as people read it: `12 talleres`, `80 %`, `Alcanzado`; empty without one, and of what is told in words. */
export function figureWords(indicator: Some, value: number | null): string {
  const kind = kindOfIndicator(indicator);
  if (value === null || kind === 'qualitative') return '';
  if (kind === 'milestone') return value >= 1 ? 'Alcanzado' : 'No alcanzado';
  // The ends of its scale belong to the indicator, not to each value.
  const unit = kind === 'scale' ? '' : unitOf(indicator);
  return `${formatNumber(value, 4)} ${unit}`.trim();
}

/** What is to be reached: `40 talleres`, `Mantener 80 %`, `Hasta 10 casos`. */
export function aimWords(indicator: Some): string {
  const kind = kindOfIndicator(indicator);
  const { goal = '', direction = 'up', baseline = null } = indicator;
  if (kind === 'qualitative') return goal;
  if (kind === 'milestone') return 'Alcanzarlo';
  const figure = figureWords(indicator, targetOf(indicator));
  if (figure === '') return '';
  if (direction === 'keep') return `Mantener ${figure}`;
  return direction === 'down' && baseline === null ? `Hasta ${figure}` : figure;
}

/** Where it began, and when; or why nobody knows. */
export function baselineWords(indicator: Some): string {
  if (!isAskedOf(kindOfIndicator(indicator), 'baseline')) return '';
  const { baseline = null, baselineDay, noBaseline = '' } = indicator;
  if (baseline === null) return noBaseline;
  const day = baselineDay ? `, ${formatDay(baselineDay)}` : '';
  return `${figureWords(indicator, baseline)}${day}`;
}

/** `Resultado · Escala de 1 a 7 · Externo · cuenta el promedio`, as far as the fields shown say so. */
function natureWords(indicator: Some, fields: readonly SectionField[], nameOf: NameOf): string {
  const label = (name: keyof Indicator): string => {
    const field = fields.find(f => keyOf(f) === name);
    return field ? showValue(field, indicator[name], nameOf) : '';
  };
  const { institutionalId, accumulates } = indicator;
  const counted = ACCUMULATIONS.find(a => a.value === accumulates)?.label.toLowerCase();
  const isCounted = label('accumulates') !== '' && isAskedOf(kindOfIndicator(indicator), 'accumulates');
  const ends = kindOfIndicator(indicator) === 'scale' ? unitOf(indicator) : '';
  return [
    label('level'),
    [label('kind'), label('kind') && ends].filter(Boolean).join(' '),
    label('scope'),
    isCounted && `cuenta ${accumulates === 'sum' ? 'la' : 'el'} ${counted}`,
    institutionalId && label('institutionalId') && `institucional: ${label('institutionalId')}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A column of the table of indicators: its cells, and the fields they tell. */
export interface IndicatorColumn {
  readonly name: string;
  readonly title: string;
  readonly of: readonly string[];
  readonly cell: (indicator: Some) => string;
}

/** Told together; what they show of the others stands in the small words of the name. */
const COLUMNS = [
  { name: 'name', of: ['name'] },
  { name: 'baseline', of: ['baseline', 'noBaseline', 'baselineDay'] },
  { name: 'target', of: ['target', 'goal'] },
  { name: 'actual', of: ['actual'] },
  { name: 'verification', of: ['verification'] },
] as const;

const CELLS: Readonly<Record<(typeof COLUMNS)[number]['name'], (indicator: Some) => string>> = {
  name: i => i.name ?? '',
  baseline: baselineWords,
  target: aimWords,
  actual: i => figureWords(i, i.actual ?? null),
  verification: i => i.verification ?? '',
};

const IN_WORDS: readonly string[] = [
  ...COLUMNS.flatMap(c => c.of),
  ...['objectiveId', 'institutionalId', 'kind', 'level', 'scope', 'accumulates', 'direction', 'unit'],
  ...['scaleFrom', 'scaleTo'],
];

interface IndicatorTable {
  readonly columns: readonly IndicatorColumn[];
  /** Below the name of each. */
  readonly nature: (indicator: Some) => string;
  /** By objective, in the order of the first indicator of each; one group without a name where they name none. */
  readonly groups: readonly { readonly objective: string; readonly indicators: readonly Indicator[] }[];
}

/** Indicators as a table for people, of the fields that this version of the form has. */
export function indicatorTable(
  fields: readonly SectionField[],
  indicators: readonly Indicator[],
  nameOf: NameOf,
): IndicatorTable {
  const shown = new Set(fields.map(keyOf));
  const seen = (indicator: Some): Some =>
    Object.fromEntries(Object.entries(indicator).filter(([key]) => key === 'kind' || shown.has(key)));
  const known = COLUMNS.flatMap(({ name, of }): IndicatorColumn[] => {
    const title = fields.find(f => of.some(key => key === keyOf(f)))?.label;
    return title === undefined ? [] : [{ name, title, of, cell: i => CELLS[name](seen(i)) }];
  });
  const others = fields
    .filter(f => !IN_WORDS.includes(keyOf(f)))
    .map((f): IndicatorColumn => {
      const key = keyOf(f);
      const cell = (i: Some) => showValue(f, (i as Record<string, unknown>)[key], nameOf);
      return { name: key, title: f.label, of: [key], cell };
    });
  const objectives = shown.has('objectiveId') ? Map.groupBy(indicators, i => i.objectiveId ?? '') : null;
  return {
    columns: [...known, ...others],
    nature: i => natureWords(i, fields, nameOf),
    groups: objectives
      ? [...objectives].map(([id, own]) => ({ objective: id && nameOf(id), indicators: own }))
      : [{ objective: '', indicators }],
  };
}
