import type { SectionField } from '../../sections/field.ts';
import { type IndicatorColumn, indicatorTable } from '../../sections/indicator-words.ts';
import type { Indicator } from '../../sections/indicators.ts';
import type { NameOf } from '../../sections/show.ts';
import type { Block, PrintedColumn } from './print.ts';

type Data = Readonly<Record<string, unknown>>;

interface Context {
  readonly missing: ReadonlySet<string>;
  readonly nameOf: NameOf;
  /** What stands where something is required and is not there. */
  readonly words: string;
}

const WEIGHTS: Readonly<Record<string, number>> = { name: 3, baseline: 1.6, target: 2, actual: 1.4 };

/** A table for each objective: with so many fields the form's own list would fall apart into entries. */
export function indicatorBlocks(data: Data, fields: readonly SectionField[], context: Context): Block[] {
  const list = fields.find(f => f.path === 'indicators');
  const all = (data.indicators ?? []) as readonly Indicator[];
  if (!list?.fields || all.length === 0) return [];
  const { columns, nature, groups } = indicatorTable(list.fields, all, context.nameOf);
  // What the reader may not see is not there at all.
  const isMissing = (indicator: Indicator, { of }: IndicatorColumn) =>
    of.some(
      key =>
        Object.hasOwn(indicator, key) && context.missing.has(`indicators.${all.indexOf(indicator)}.${key}`),
    );
  const cell = (indicator: Indicator, column: IndicatorColumn) => {
    const text = column.cell(indicator) || (isMissing(indicator, column) ? context.words : '');
    return column.name === 'name' ? [text, nature(indicator)].filter(Boolean).join('\n') : text;
  };
  const used = columns.filter(c => c.name === 'name' || all.some(i => cell(i, c) !== ''));
  return groups.map(({ objective, indicators }) => ({
    type: 'table',
    label: objective,
    columns: used.map((c): PrintedColumn => ({ title: c.title, weight: WEIGHTS[c.name] ?? 2 })),
    rows: indicators.map(i => used.map(c => cell(i, c))),
  }));
}
