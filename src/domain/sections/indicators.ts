import type { z } from 'zod';
import type { FieldError } from '../kit/problem.ts';
import { formatNumber } from '../text/format.ts';
import { choice, choiceFrom, date, decimal, itemReference, line, list, reference } from './field.ts';
import { isEmpty, type Requirement, type SectionContext, section } from './section.ts';

export const INDICATOR_KINDS = [
  { value: 'number', label: 'Número', help: 'Una cantidad: talleres, horas, toneladas.' },
  { value: 'percentage', label: 'Porcentaje', help: 'Casos sobre un total, por cien.' },
  { value: 'ratio', label: 'Razón', help: 'Una cantidad por cada otra: horas por estudiante.' },
  { value: 'scale', label: 'Escala', help: 'Un punto entre dos extremos: satisfacción de 1 a 7.' },
  { value: 'milestone', label: 'Hito', help: 'Se alcanza o no se alcanza.' },
  { value: 'qualitative', label: 'Cualitativo', help: 'Se describe con palabras.' },
] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number]['value'];

export const DIRECTIONS = [
  { value: 'up', label: 'Aumentar' },
  { value: 'down', label: 'Disminuir' },
  { value: 'keep', label: 'Mantener' },
] as const;

/** How several measurements come to one value. */
export const ACCUMULATIONS = [
  { value: 'sum', label: 'Suma', help: 'Se suman todas las mediciones.' },
  { value: 'last', label: 'Último', help: 'Vale la medición más reciente.' },
  { value: 'max', label: 'Máximo', help: 'Vale la más alta.' },
  { value: 'average', label: 'Promedio', help: 'Vale el promedio de todas.' },
] as const;
export type Accumulation = (typeof ACCUMULATIONS)[number]['value'];

export const INDICATOR_SCOPES = [
  { value: 'external', label: 'Externo', help: 'Lo que cambia en la comunidad.' },
  { value: 'internal', label: 'Interno', help: 'Lo que cambia en la universidad.' },
] as const;

export const INDICATOR_LEVELS = [
  { value: 'output', label: 'Producto', help: 'Lo que el proyecto hace o entrega.' },
  { value: 'outcome', label: 'Resultado', help: 'Lo que eso produce en quienes participan.' },
  { value: 'contribution', label: 'Contribución', help: 'Lo que aporta a un cambio mayor.' },
  { value: 'impact', label: 'Impacto', help: 'El cambio que permanece.' },
] as const;

/** Signed: a baseline can be a balance or a temperature. */
export const FIGURE = { min: -1_000_000_000, max: 1_000_000_000 };

const entries = list(
  'Indicadores',
  'Indicador',
  {
    objectiveId: itemReference('Objetivo específico', { required: true }),
    institutionalId: reference('institutionalIndicator', 'Indicador institucional', {
      help: 'Si el tuyo es uno de ellos, su valor se suma al de la institución.',
    }),
    name: line('Indicador', { required: true, help: 'Por ejemplo: talleres realizados.' }),
    kind: choiceFrom('Tipo', INDICATOR_KINDS, 'number'),
    unit: line('Unidad', { max: 60, help: 'Por ejemplo: personas, talleres, horas.' }),
    direction: choiceFrom('Se espera', DIRECTIONS, 'up'),
    accumulates: choiceFrom('Valor que cuenta', ACCUMULATIONS, 'last', {
      help: 'Cómo se junta lo que se mide varias veces.',
    }),
    scope: choice('Ámbito', INDICATOR_SCOPES, { required: true }),
    level: choiceFrom('Nivel', INDICATOR_LEVELS, 'outcome'),
    scaleFrom: decimal('Mínimo de la escala', FIGURE),
    scaleTo: decimal('Máximo de la escala', FIGURE),
    baseline: decimal('Línea base', FIGURE),
    baselineDay: date('Fecha de la línea base'),
    noBaseline: line('Por qué no hay línea base', {
      max: 300,
      help: 'Por ejemplo: es la primera vez que se mide.',
    }),
    target: decimal('Meta', { ...FIGURE, required: true }),
    goal: line('Qué se espera observar', { max: 500, required: true }),
    actual: decimal('Valor logrado', { ...FIGURE, help: 'Sale de las mediciones aceptadas.' }),
    verification: line('Medio de verificación', { max: 500, help: 'Por ejemplo: lista de asistencia.' }),
  },
  { required: true, min: 1, max: 40 },
);
export type Indicator = z.output<typeof entries.item>;

export const indicators = section({
  label: 'Indicadores',
  help: 'Cómo se sabrá si se logró cada objetivo.',
  fields: { indicators: entries },
  applies: (path, _data, entry) =>
    path === 'indicators' || isAskedOf(kindOfIndicator(entry), path.slice('indicators.*.'.length)),
  rules: (data, context) =>
    data.indicators.flatMap((indicator, n) => [
      ...lostObjective(indicator, n, context),
      ...(asksBaseline(context) ? measureRules(indicator, n) : []),
    ]),
});
export type Indicators = z.output<typeof indicators.schema>;

/** Fields that mean nothing for a kind. */
const UNASKED: Readonly<Record<IndicatorKind, readonly string[]>> = {
  number: ['goal', 'scaleFrom', 'scaleTo'],
  percentage: ['goal', 'scaleFrom', 'scaleTo', 'unit'],
  ratio: ['goal', 'scaleFrom', 'scaleTo'],
  scale: ['goal', 'unit'],
  milestone: [
    'goal',
    'scaleFrom',
    'scaleTo',
    'unit',
    'direction',
    'baseline',
    'baselineDay',
    'noBaseline',
    'target',
  ],
  qualitative: [
    'scaleFrom',
    'scaleTo',
    'unit',
    'direction',
    'baseline',
    'baselineDay',
    'noBaseline',
    'target',
  ],
};

/** Whether a field is asked for of an indicator of this kind. */
export const isAskedOf = (kind: IndicatorKind, field: string): boolean =>
  !UNASKED[kind].includes(field) && (field !== 'accumulates' || accumulatesBy(kind).length > 1);

/** Points of a scale do not add up; of what is reached or told in words the last counts. */
export function accumulatesBy(kind: IndicatorKind): readonly Accumulation[] {
  if (kind === 'milestone' || kind === 'qualitative') return ['last'];
  return kind === 'scale' ? ['last', 'max', 'average'] : ['sum', 'last', 'max', 'average'];
}

/** One stored before indicators had kinds is a number whose last value counts. */
export const kindOfIndicator = ({
  kind,
}: {
  readonly kind?: IndicatorKind | null | undefined;
}): IndicatorKind => kind ?? 'number';

/** How its measurements come to one value; of what does not add up never otherwise than it can. */
export function accumulationOf(indicator: {
  readonly kind?: IndicatorKind | null;
  readonly accumulates?: Accumulation | null;
}): Accumulation {
  const kind = kindOfIndicator(indicator);
  return kind === 'milestone' || kind === 'qualitative' ? 'last' : (indicator.accumulates ?? 'last');
}

/** What a value is counted in: `%` of a percentage, the ends of a scale; may be empty. */
export function unitOf(indicator: Partial<Indicator>): string {
  const { unit = '', scaleFrom = null, scaleTo = null } = indicator;
  const kind = kindOfIndicator(indicator);
  if (kind === 'percentage') return '%';
  if (kind === 'milestone' || kind === 'qualitative') return '';
  if (kind !== 'scale') return unit;
  return scaleFrom === null || scaleTo === null
    ? ''
    : `de ${formatNumber(scaleFrom, 4)} a ${formatNumber(scaleTo, 4)}`;
}

/** Where the value is to come to; a milestone has 1. Null where nobody has said it, and of what is told in words. */
export function targetOf(indicator: Partial<Indicator>): number | null {
  const kind = kindOfIndicator(indicator);
  if (kind === 'milestone') return 1;
  return kind === 'qualitative' ? null : (indicator.target ?? null);
}

/** Published before indicators had kinds, a version asks for none of their rules. */
const asksBaseline = ({ fields }: SectionContext): boolean =>
  fields === undefined ||
  (fields.find(f => f.path === 'indicators')?.fields ?? []).some(f => f.path === 'indicators.*.noBaseline');

function lostObjective({ objectiveId }: Indicator, n: number, { sections }: SectionContext): Requirement[] {
  const stated = (sections.objectives as { specific?: { id: string }[] } | undefined)?.specific;
  if (!stated || isEmpty(objectiveId) || stated.some(o => o.id === objectiveId)) return [];
  const message = 'Ese objetivo específico ya no existe: elige otro.';
  return [{ path: `indicators.${n}.objectiveId`, label: `Indicador ${n + 1}: Objetivo específico`, message }];
}

/** What a figure needs to be judged later: where it began, or why nobody knows, and ends that make sense. */
function measureRules(indicator: Partial<Indicator>, n: number): Requirement[] {
  const kind = kindOfIndicator(indicator);
  const { noBaseline, direction = 'up', accumulates = 'last' } = indicator;
  // Stored before these fields existed, an entry lacks them.
  const { baseline = null, baselineDay = null, target = null, scaleFrom = null, scaleTo = null } = indicator;
  const ask = (key: keyof Indicator, label: string, message: string | null): Requirement => ({
    path: `indicators.${n}.${key}`,
    label: `Indicador ${n + 1}: ${label}`,
    message,
  });
  const missing: Requirement[] = [];
  if (isAskedOf(kind, 'baseline'))
    missing.push(
      baseline === null
        ? ask('noBaseline', 'Línea base', isEmpty(noBaseline) ? NO_BASELINE : null)
        : ask('baselineDay', 'Fecha de la línea base', baselineDay === null ? 'Di de cuándo es.' : null),
    );
  if (kind === 'scale' && (scaleFrom === null || scaleTo === null || scaleTo <= scaleFrom))
    missing.push(ask('scaleTo', 'Escala', 'Di entre qué valores se mide, de menor a mayor.'));
  if (!accumulatesBy(kind).includes(accumulates) && isAskedOf(kind, 'accumulates'))
    missing.push(ask('accumulates', 'Valor que cuenta', 'Los puntos de una escala no se suman: elige otro.'));
  const wrongWay =
    isAskedOf(kind, 'target') && baseline !== null && target !== null && direction !== 'keep'
      ? wayError(direction, target - baseline)
      : null;
  if (wrongWay !== null) missing.push(ask('target', 'Meta', wrongWay));
  return missing;
}
const NO_BASELINE = 'Escribe la línea base o por qué no la hay.';

function wayError(direction: 'up' | 'down', way: number): string | null {
  if (direction === 'up' && way < 0)
    return 'Se espera que aumente: la meta no puede ser menor que la línea base.';
  return direction === 'down' && way > 0
    ? 'Se espera que disminuya: la meta no puede ser mayor que la línea base.'
    : null;
}

/** What is stored of the section: values come from measurements, and are written into no document. */
export const withoutActuals = ({ indicators: all }: Indicators): Indicators => ({
  indicators: all.map(indicator => ({ ...indicator, actual: null })),
});

/** The section as it is read: with what its accepted measurements come to. */
export const withActuals = (
  { indicators: all = [] }: Partial<Indicators>,
  measured: Readonly<Record<string, { readonly value: number | null }>>,
): Indicators => ({
  indicators: all.map(indicator => ({ ...indicator, actual: measured[indicator.id]?.value ?? null })),
});

/** What measurements were taken by: with other ones they would mean something else. */
const MEASURED_BY = ['kind', 'accumulates', 'scaleFrom', 'scaleTo'] as const;

/** What one stored before indicators had kinds stands for. */
const BEFORE = { kind: 'number', accumulates: 'last', scaleFrom: null, scaleTo: null } as const;

/** An indicator of the institution, as far as one of a project that names it takes from it. */
export interface Institutional extends Pick<Indicator, (typeof GIVEN)[number]> {
  readonly id: string;
}
const GIVEN = ['kind', 'unit', 'direction', 'accumulates', 'scope', 'level'] as const;

/** Whether the indicator of the institution decides a field of the one that names it. */
export const isGiven = (field: string): boolean => GIVEN.some(key => key === field);

/** What an indicator takes from the one of the institution that it names. */
export const givenBy = (row: Institutional): Omit<Institutional, 'id'> => ({
  ...{ kind: row.kind, unit: row.unit, direction: row.direction },
  ...{ accumulates: row.accumulates, scope: row.scope, level: row.level },
});

/** The section with what indicators take from those of the institution, so that their values add up. */
export const fillFromInstitution = (
  { indicators: all }: Indicators,
  institutional: readonly Institutional[],
): Indicators => ({
  indicators: all.map(indicator => {
    const row = institutional.find(i => i.id === indicator.institutionalId);
    return row ? { ...indicator, ...givenBy(row) } : indicator;
  }),
});

interface Some {
  readonly indicators: readonly (Partial<Indicator> & Pick<Indicator, 'id'>)[];
}

const MEASURED_OTHERWISE =
  'Este indicador ya tiene mediciones, y el de la institución se mide de otra manera: elige otro o ninguno.';

/** All that is wrong with a change of indicators, of which these have been measured. */
export function measuredErrors(before: Some, after: Some, measured: readonly string[]): FieldError[] {
  return before.indicators.flatMap((indicator): FieldError[] => {
    if (!measured.includes(indicator.id)) return [];
    const n = after.indicators.findIndex(i => i.id === indicator.id);
    const changed = after.indicators[n];
    if (!changed)
      return [
        { path: 'indicators', message: `«${indicator.name}» ya tiene mediciones: no se puede quitar.` },
      ];
    const keys = MEASURED_BY.filter(key => (changed[key] ?? BEFORE[key]) !== (indicator[key] ?? BEFORE[key]));
    const chosen = changed.institutionalId ?? null;
    // What the institution decides has no field of its own to say it at.
    if (keys.some(isGiven) && chosen !== null && chosen !== indicator.institutionalId)
      return [{ path: `indicators.${n}.institutionalId`, message: MEASURED_OTHERWISE }];
    return keys.map(key => ({
      path: `indicators.${n}.${key}`,
      message: 'Este indicador ya tiene mediciones: no se puede cambiar.',
    }));
  });
}
