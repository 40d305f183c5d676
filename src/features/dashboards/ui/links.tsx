import { type FigureName, figureOf, type RowsBy } from '../../../domain/figures/figures.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import { paths, type Search } from '../../../web/routing/paths.ts';
import { type FigureRow, NO_KEY } from '../contract.ts';

type Cell = Pick<FigureRow, 'key' | 'across'>;

/** The list behind a row of a figure, or behind a cell of it where the figure has several across. */
export function listPath(name: FigureName, filters: Search, { key, across }: Cell): string {
  const crossed = figureOf(name).across ? { across: across ?? NO_KEY } : {};
  return paths.figure(name, { ...filters, row: key ?? NO_KEY, ...crossed });
}

/** Rows that a filter of projects has the name of. */
const FILTERED: readonly RowsBy[] = [
  ...(['status', 'kind', 'period', 'faculty', 'school', 'goal', 'comuna', 'region', 'call'] as const),
];

const listOf = (value: Search[string]) =>
  (Array.isArray(value) ? value : [value]).filter(Boolean).map(String);

/** Of the statuses filtered by, those that a figure of awarded projects counts. */
const awardedOf = (status: Search[string]) => {
  const asked = listOf(status);
  return AWARDED.filter(s => asked.length === 0 || asked.includes(s));
};

/**
 * The same projects in their own list; null where it has no filter for them, or would find others: those of a figure that
 * counts only what has an amount or an indicator.
 */
export function projectsPath(name: FigureName, { scope, row, across, ...filters }: Search): string | null {
  const figure = figureOf(name);
  const counts = Object.values(figure.measures).every(({ unit }) => unit === 'projects');
  if (figure.items !== 'projects' || !counts || !FILTERED.includes(figure.by)) return null;
  if (typeof row !== 'string' || row === NO_KEY || across === NO_KEY) return null;
  if (scope !== 'all' && scope !== 'mine') return null;
  return paths.projects({
    ...filters,
    ...(figure.awarded ? { status: awardedOf(filters.status) } : {}),
    ...(name.startsWith('overdue_') ? { overdue: true } : {}),
    ...(scope === 'mine' ? { mine: true } : {}),
    ...(figure.across && across ? { [figure.across]: across } : {}),
    [figure.by]: row,
  });
}
