import { type FigureName, figureOf } from '../../src/domain/figures/figures.ts';
import { COUNTS, type Item, type Reading } from './counts.ts';
import type { Project, Rows } from './rows.ts';

type Values = readonly (number | null)[];

/** As long as it is the same number but for the last digits of a fraction. */
export const rounded = (values: Values) => values.map(v => (v === null ? null : Math.round(v * 1e5) / 1e5));

/** Items of a figure among these projects. */
export const itemsOf = (name: FigureName, projects: readonly Project[], reading: Reading): Item[] =>
  projects.flatMap(p => COUNTS[name](p, reading));

/** What items come to, by each of these measures. */
export function fold(name: FigureName, items: readonly Item[], measures: readonly string[]): Values {
  const { fold: how, items: what } = figureOf(name);
  return rounded(
    measures.map(measure => {
      const values = items.flatMap(i => i.values[measure] ?? []);
      if (what === 'partners') return new Set(items.map(i => i.id)).size;
      if (values.length === 0) return null;
      if (how === 'least') return Math.min(...values);
      const all = values.reduce((a, b) => a + b, 0);
      return how === 'mean' ? all / values.length : all;
    }),
  );
}

export const addressOf = ({ row, across = null }: Pick<Item, 'row' | 'across'>) =>
  JSON.stringify([row, across]);

/** Figures whose rows belong together: all of them are told, or none. */
export const isWhole = (name: FigureName) => ['stage', 'total', 'term'].includes(figureOf(name).by);

/** Values of each row by its address; rows that are nothing are left out, but for those of a whole. */
export function rowsOf(name: FigureName, items: readonly Item[], measures: readonly string[]) {
  const grouped = Map.groupBy(items, addressOf);
  const rows = [...grouped].map(([at, own]) => [at, fold(name, own, measures)] as const);
  const told = rows.filter(([, values]) => values.some(v => v !== null && v !== 0));
  return Object.fromEntries(isWhole(name) && told.length > 0 ? rows : told);
}

/** How the university calls a row that has a name of its own; undefined for what the program names. */
export function nameOf(name: FigureName, key: string, all: Rows): string | undefined {
  const named = (rows: readonly { id: string; name: string }[], id = key) =>
    rows.find(r => r.id === id)?.name;
  switch (figureOf(name).by) {
    case 'kind': {
      const version = all.kinds.find(k => k.slug === key)?.current_version;
      return all.kind_versions.find(v => v.slug === key && v.version === version)?.definition.label;
    }
    case 'faculty':
      return named(all.faculties);
    case 'school':
      return named(all.schools);
    case 'call':
      return named(all.calls);
    case 'comuna':
      return all.comunas.find(c => c.code === key)?.name;
    case 'region':
      return all.regions.find(r => r.code === key)?.short_name;
    case 'line':
      return `${named(all.calls, key.slice(0, 36))} · ${key.slice(37)}`;
    case 'period':
      return key;
    default:
      return undefined;
  }
}
