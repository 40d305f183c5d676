import type { z } from 'zod';
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
    actual: decimal('Valor logrado', {
      ...FIGURE,
      copied: false,
      help: 'Sale de las mediciones aceptadas.',
    }),
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

/** What is reached, or told in words, has no figures to compare. */
const FIGURES = ['unit', 'direction', 'baseline', 'baselineDay', 'noBaseline', 'target'];
const ENDS = ['scaleFrom', 'scaleTo'];

/** Fields that mean nothing for a kind. */
const UNASKED: Readonly<Record<IndicatorKind, readonly string[]>> = {
  number: ['goal', ...ENDS],
  percentage: ['goal', ...ENDS, 'unit'],
  ratio: ['goal', ...ENDS],
  scale: ['goal', 'unit'],
  milestone: ['goal', ...ENDS, ...FIGURES],
  qualitative: [...ENDS, ...FIGURES],
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
