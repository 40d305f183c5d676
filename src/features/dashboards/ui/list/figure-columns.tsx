import { type Figure, type FigureName, figureOf, type Unit } from '../../../../domain/figures/figures.ts';
import type { Scope } from '../../../../domain/figures/scopes.ts';
import { formatValue } from '../../../../domain/figures/totals.ts';
import { labelOfMeasure, unitIn } from '../../../../domain/figures/values.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { paths } from '../../../../web/routing/paths.ts';
import type { Column } from '../../../../web/table/columns.ts';
import type { FigureItem, listFigure } from '../../contract.ts';

type Answer = Pick<OutputOf<typeof listFigure>, 'measures' | 'scope'>;

/** What an item is besides its project. */
const NAMES: Partial<Record<Figure['items'], string>> = {
  steps: 'Desde y hasta',
  reviews: 'Evaluador(a)',
  awards: 'Línea',
};
/** Of an item each is 1, which tells nothing. */
const COUNTED: readonly Unit[] = ['projects', 'partners', 'reviews'];

/** A value as it is read; a dash where nobody has said it, but for what is counted here. */
export const valueText = (unit: Unit, value: number | null): string =>
  value === null && !COUNTED.includes(unit) ? '–' : formatValue(unit, value ?? 0);

const CODE: Column<FigureItem> = {
  key: 'code',
  title: 'Código',
  value: r => r.project?.code,
  sort: 'code',
  width: '8.5rem',
};
const TITLE: Column<FigureItem> = {
  key: 'title',
  title: 'Título',
  value: r => r.project?.title,
  lines: 2,
  width: 'clamp(12rem, 30vw, 28rem)',
};

/** Columns of the list behind a figure, its measures among them; before the answer those that it has at most. */
export function columnsFor(
  name: FigureName,
  answer: Answer | undefined,
  row: string | undefined,
): Column<FigureItem>[] {
  const figure = figureOf(name);
  const measures = (answer?.measures ?? Object.keys(figure.measures)).map((key, n): Column<FigureItem> => {
    const unit = unitIn(figure, key, row);
    return {
      key,
      title: labelOfMeasure(name, key),
      value: r => valueText(unit, r.values[n] ?? null),
      align: 'right',
      ...(n === 0 ? { sort: 'value' } : {}),
    };
  });
  const told = measures.filter(({ key }) => !COUNTED.includes(unitIn(figure, key, row)));
  if (figure.items === 'partners')
    return [{ key: 'name', title: 'Socio', value: r => r.name, sort: 'code', lines: 2 }, ...told];
  const title = NAMES[figure.items];
  // One's own reviews are told without title and name: some are blind.
  const isOwn = answer?.scope === 'reviews';
  const named: Column<FigureItem>[] = title && !isOwn ? [{ key: 'name', title, value: r => r.name }] : [];
  return [CODE, ...(isOwn ? [] : [TITLE]), ...named, ...told];
}

/** The page of an item: of the partner, of the own review, else of its project. */
export function itemPath({ id, project }: FigureItem, scope: Scope | undefined): string {
  if (!project) return paths.partner(id);
  return scope === 'reviews' ? paths.review(id) : paths.project(project.kind, project.id);
}
