import type { FieldError } from '../kit/problem.ts';
import { formatNumber } from '../text/format.ts';
import {
  type Accumulation,
  type Indicator,
  type IndicatorKind,
  type Indicators,
  kindOfIndicator,
} from './indicators.ts';

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
