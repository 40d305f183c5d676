import { KIND_SLUGS, type KindSlug } from '../../../domain/kinds/slugs.ts';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { CATALOGUE_PATH, cataloguePath } from '../../../domain/publishing/addresses.ts';
import {
  CATALOGUE_ORDERS,
  type CatalogueSearch,
  FILTER_NAMES,
  isNarrowed,
} from '../../../domain/publishing/catalogue-search.ts';
import { PUBLIC_STATES, publicStateOf } from '../../../domain/publishing/publication.ts';
import { SDGS } from '../../../domain/sections/goals.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { type Html, html } from '../../../server/html/html.ts';
import type { Options } from '../catalogue/queries.ts';

type FilterName = (typeof FILTER_NAMES)[number];
type ChoiceName = Exclude<FilterName, 'q'>;

/** What the words of a search are read from. */
export interface Vocabulary {
  readonly options: Options;
  readonly kindLabel: (kind: KindSlug) => string;
}

interface Choice {
  readonly value: string | number;
  readonly label: string;
  readonly projects: number;
  /** Choices of one group follow each other. */
  readonly group?: string;
}

const LABELS: Readonly<Record<FilterName, string>> = {
  q: 'Palabras',
  tipo: 'Tipo',
  facultad: 'Facultad',
  escuela: 'Escuela',
  region: 'Región',
  comuna: 'Comuna',
  ods: 'ODS',
  anio: 'Año de inicio',
  estado: 'Estado',
};

/** Of one that nothing published has: its address came from elsewhere, or from before. */
const UNKNOWN = 'sin proyectos';

const countOf = (counts: Options['kinds'], kind: KindSlug) =>
  counts.find(([value]) => value === kind)?.[1] ?? 0;

function facultiesOf({ schools }: Options): Choice[] {
  const groups = Map.groupBy(schools, school => school.facultyId);
  return [...groups].map(([value, own]) => ({
    ...{ value, label: own[0]?.faculty ?? '' },
    projects: own.reduce((sum, school) => sum + school.projects, 0),
  }));
}

const BY_NAME = new Intl.Collator('es');

function comunasOf({ regions, comunas }: Options): Choice[] {
  const byRegion = Map.groupBy(
    comunas.toSorted((a, b) => BY_NAME.compare(a.name, b.name)),
    comuna => comuna.region,
  );
  return regions.flatMap(region =>
    (byRegion.get(region.code) ?? []).map(({ code, name, projects }) => ({
      ...{ value: code, label: name, projects },
      group: region.name,
    })),
  );
}

const CHOICES: Readonly<Record<ChoiceName, (vocabulary: Vocabulary) => Choice[]>> = {
  tipo: ({ options, kindLabel }) =>
    KIND_SLUGS.map(value => ({ value, label: kindLabel(value), projects: countOf(options.kinds, value) })),
  facultad: ({ options }) => facultiesOf(options),
  escuela: ({ options }) =>
    options.schools.map(({ id, name, faculty, projects }) => ({
      ...{ value: id, label: name, projects },
      group: faculty,
    })),
  region: ({ options }) =>
    options.regions.map(({ code, name, projects }) => ({ value: code, label: name, projects })),
  comuna: ({ options }) => comunasOf(options),
  ods: ({ options }) =>
    options.goals.map(([goal, projects]) => ({
      ...{ value: goal, label: SDGS[goal - 1]?.label ?? '', projects },
    })),
  anio: ({ options }) =>
    options.years.map(([year, projects]) => ({ value: year, label: String(year), projects })),
  estado: ({ options }) =>
    keysOf(PUBLIC_STATES).map(value => ({
      ...{ value, label: PUBLIC_STATES[value] },
      projects: options.statuses
        .filter(([status]) => publicStateOf(status) === value)
        .reduce((sum, [, projects]) => sum + projects, 0),
    })),
};
const CHOICE_NAMES = keysOf(CHOICES);

/** Those that find something; a value that is asked for stays, so that the next search does not lose it. */
function offered(name: ChoiceName, search: CatalogueSearch, vocabulary: Vocabulary): Choice[] {
  const chosen = search[name];
  const all = CHOICES[name](vocabulary);
  const found = all.filter(({ value, projects }) => projects > 0 || value === chosen);
  if (chosen === undefined || found.some(({ value }) => value === chosen)) return found;
  return [{ value: chosen, label: UNKNOWN, projects: 0 }, ...found];
}

export interface ActiveFilter {
  readonly name: FilterName;
  readonly label: string;
  readonly value: string;
}

/** What a search is narrowed by, in words. */
export function activeFilters(search: CatalogueSearch, vocabulary: Vocabulary): ActiveFilter[] {
  return FILTER_NAMES.flatMap((name): ActiveFilter[] => {
    const chosen = search[name];
    if (chosen === undefined) return [];
    const label = LABELS[name];
    if (name === 'q') return [{ name, label, value: `«${chosen}»` }];
    const found = CHOICES[name](vocabulary).find(({ value }) => value === chosen);
    return [{ name, label, value: found?.label ?? UNKNOWN }];
  });
}

const option = (value: string | number, label: string, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen && html` selected`}>${label}</option>`;

function select(name: ChoiceName, search: CatalogueSearch, vocabulary: Vocabulary): Html {
  const groups = Map.groupBy(offered(name, search, vocabulary), ({ group }) => group);
  const written = [...groups].map(([group, choices]) => {
    const inside = choices.map(({ value, label, projects }) =>
      option(value, `${label} (${formatNumber(projects)})`, value === search[name]),
    );
    return group === undefined ? html`${inside}` : html`<optgroup label="${group}">${inside}</optgroup>`;
  });
  return html`<div><label for="${name}">${LABELS[name]}</label>
<select id="${name}" name="${name}">${option('', 'Cualquiera', false)}${written}</select></div>`;
}

const orderSelect = ({ orden }: CatalogueSearch): Html => html`<div><label for="orden">Orden</label>
<select id="orden" name="orden">${keysOf(CATALOGUE_ORDERS).map(order => option(order, CATALOGUE_ORDERS[order], order === orden))}</select></div>`;

/** A form that needs no script: what is chosen stands in the address. */
export function filterForm(search: CatalogueSearch, vocabulary: Vocabulary): Html {
  const isOpen = CHOICE_NAMES.some(name => search[name] !== undefined) || search.orden !== undefined;
  return html`<form class="filters box" method="get" action="${CATALOGUE_PATH}" role="search">
<div class="words"><label for="q">Buscar en títulos y resúmenes</label>
<input id="q" name="q" type="search" value="${search.q}" maxlength="200" autocomplete="off">
<button type="submit">Buscar</button></div>
<details${isOpen && html` open`}><summary>Filtros y orden</summary>
<div class="choices">${CHOICE_NAMES.map(name => select(name, search, vocabulary))}
${orderSelect(search)}</div>
<button type="submit">Aplicar filtros</button></details>
</form>`;
}

/** The same search without this filter, from its first page. */
const without = ({ pagina, ...search }: CatalogueSearch, name: FilterName): string =>
  cataloguePath({ ...search, [name]: undefined });

/** What is filtered by, each with a link that takes it off. */
export function filterChips(search: CatalogueSearch, vocabulary: Vocabulary): Html | null {
  if (!isNarrowed(search)) return null;
  const chips = activeFilters(search, vocabulary).map(
    ({ name, label, value }) =>
      html`<li><a href="${without(search, name)}"><span class="unseen">Quitar </span>${label}: <bdi>${value}</bdi><span aria-hidden="true"> ✕</span></a></li>\n`,
  );
  return html`<ul class="chips" aria-label="Filtros puestos">
${chips}<li><a class="plain" href="${cataloguePath(search.orden && { orden: search.orden })}">Quitar filtros</a></li>
</ul>`;
}
