import { drawMap } from '../../../domain/drawings/map/map.ts';
import { COUNTRY, frameOf, nearer } from '../../../domain/drawings/map/view.ts';
import {
  CATALOGUE_PATH,
  cataloguePath,
  catalogueTablePath,
  publicProjectPath,
} from '../../../domain/publishing/addresses.ts';
import { type CatalogueSearch, isNarrowed } from '../../../domain/publishing/catalogue-search.ts';
import { PUBLIC_STATES, publicStateOf } from '../../../domain/publishing/publication.ts';
import { SDG_NAMES } from '../../../domain/sections/goals.ts';
import { excerpt } from '../../../domain/text/excerpt.ts';
import { formatCount, formatDay, formatList, formatNumber } from '../../../domain/text/format.ts';
import { figure, type Html, html } from '../../../server/html/html.ts';
import { pageSheet } from '../../../server/html/ink.ts';
import type { Heading, Listing, PublicDocument } from '../../../server/public/documents.ts';
import type { Card, Catalogue, CountedComuna } from '../catalogue/queries.ts';
import { activeFilters, filterChips, filterForm, type Vocabulary } from '../catalogue-filters/queries.ts';

const SUMMARY_LETTERS = 220;
/** Comunas that a card names. */
const NAMED = 3;
/** Comunas listed at first. */
const LISTED = 12;
/** Filters that a title names. */
const TITLED = 2;
const MAP_WIDTH = 320;
/** Higher than this, on the plane, the whole country is shown. */
const MOST_HIGH = 20;
const ISLANDS_FROM = -80;
/** Projects of a comuna that has the largest circle. */
const FULL_CIRCLE = 5;

const projectCount = (n: number) => formatCount(n, 'proyecto', 'proyectos');

const day = (value: string): Html => html`<time datetime="${value}">${formatDay(value)}</time>`;

function when({ from, to }: Card): Html | null {
  if (from && to) return html`${day(from)} al ${day(to)}`;
  if (from) return html`desde el ${day(from)}`;
  return to ? html`hasta el ${day(to)}` : null;
}

/** `Lota, Penco, Tomé y 4 más`. */
function where({ comunas }: Card): string {
  const more = comunas.length - NAMED;
  return formatList(more > 0 ? [...comunas.slice(0, NAMED), `${formatNumber(more)} más`] : comunas);
}

const fact = (label: string, value: string | Html | null): Html | null =>
  value ? html`<dt>${label}</dt><dd>${value}</dd>\n` : null;

const goalList = ({ goals }: Card): Html | null =>
  goals.length === 0
    ? null
    : html`<ul class="goals" aria-label="Objetivos de Desarrollo Sostenible">${goals.map(goal => html`<li>ODS ${goal}: ${SDG_NAMES[goal - 1]}</li>`)}</ul>`;

const cardItem = (card: Card, { kindLabel }: Vocabulary): Html => html`<li class="box card">
<p class="pills"><span>${kindLabel(card.kind)}</span> <span><span class="sign ${publicStateOf(card.status)}" aria-hidden="true"></span> ${PUBLIC_STATES[publicStateOf(card.status)]}</span></p>
<h3><a href="${publicProjectPath(card.code)}"><bdi>${card.title}</bdi></a></h3>
${card.summary && html`<p dir="auto">${excerpt(card.summary, SUMMARY_LETTERS)}</p>\n`}<dl>
${[fact('Unidad', formatUnit(card)), fact('Fechas', when(card)), fact('Comunas', where(card))].filter(f => f !== null)}</dl>
${goalList(card)}
</li>
`;
const formatUnit = ({ school, faculty }: Card): string => [school, faculty].filter(Boolean).join(', ');

/** Numbers of pages around this one, the first and the last; null where some are left out. */
function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter(n => n >= 1 && n <= pages);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((n, at) => (n - (shown[at - 1] ?? n - 1) > 1 ? [null, n] : [n]));
}

function paging(search: CatalogueSearch, { page, pages }: Catalogue): Html | null {
  if (pages === 1) return null;
  const numbers = pageNumbers(page, pages).map(n => {
    if (n === null) return html`<li aria-hidden="true">…</li>`;
    const isHere = n === page;
    return html`<li><a href="${pathOf(search, n)}"${isHere && html` aria-current="page"`}><span class="unseen">Página </span>${n}</a></li>`;
  });
  return html`<nav class="paging" aria-label="Páginas">
<p>${page > 1 && html`<a rel="prev" href="${pathOf(search, page - 1)}">← Anterior</a>`}</p>
<ol>${numbers}</ol>
<p>${page < pages && html`<a rel="next" href="${pathOf(search, page + 1)}">Siguiente →</a>`}</p>
</nav>`;
}

/** The search from a page on: the first one has no number. */
const pathOf = ({ pagina, ...search }: CatalogueSearch, page: number): string =>
  cataloguePath(page > 1 ? { ...search, pagina: page } : search);

function comunaItem({ pagina, ...search }: CatalogueSearch, { code, name, projects }: CountedComuna): Html {
  // Short, as there may be hundreds: only the search, the path stays.
  const address = cataloguePath({ ...search, comuna: code }).slice(CATALOGUE_PATH.length);
  return html`<li><a href="${address}"${search.comuna === code && html` aria-current="true"`}>${name}</a> ${formatNumber(projects)}</li>\n`;
}

function comunaList(search: CatalogueSearch, comunas: readonly CountedComuna[]): Html {
  const items = comunas.map(comuna => comunaItem(search, comuna));
  const rest = items.slice(LISTED);
  return html`<ol class="places">
${items.slice(0, LISTED)}</ol>
${
  rest.length > 0 &&
  html`<details><summary>Ver todas (${formatNumber(comunas.length)} comunas)</summary><ol class="places">
${rest}</ol></details>`
}`;
}

/** Of what lies near each other its surroundings, else the country; islands far out in the ocean are listed only. */
function drawComunas(comunas: readonly CountedComuna[]) {
  const near = comunas.filter(({ longitude }) => longitude > ISLANDS_FROM);
  const own = frameOf(near);
  const frame = near.length === 0 || own.high > MOST_HIGH ? nearer(frameOf(COUNTRY), 1.28) : own;
  const valued = comunas.map(comuna => ({ ...comuna, value: comuna.projects }));
  return drawMap(
    { comunas: valued, point: null, frame, format: projectCount, fullFrom: FULL_CIRCLE },
    pageSheet(MAP_WIDTH, 'comunas'),
  );
}

const mapPart = (
  search: CatalogueSearch,
  { comunas }: Catalogue,
): Html => html`<section id="mapa" class="map" aria-labelledby="mapa-titulo">
<h2 id="mapa-titulo">Dónde están</h2>
${
  comunas.length === 0
    ? html`<p>Estos proyectos no nombran comunas.</p>`
    : html`<p class="dim">Proyectos por comuna; uno que está en varias cuenta en cada una.</p>
${figure(drawComunas(comunas))}
${comunaList(search, comunas)}`
}
</section>`;

/** How many were found, and of how many. */
const foundWords = (search: CatalogueSearch, { total, options }: Catalogue): string =>
  isNarrowed(search) ? `${formatNumber(total)} de ${projectCount(options.total)}` : projectCount(total);

function pageWords({ pagina = 1 }: CatalogueSearch, { page, pages }: Catalogue): string {
  const here = `Página ${formatNumber(page)} de ${formatNumber(pages)}.`;
  return pagina > page ? `La página ${formatNumber(pagina)} no existe: esta es la última. ${here}` : here;
}

/** Search engines follow filters; a table for each of them is nothing to list. */
const tableLink = (search: CatalogueSearch): Html =>
  html`<p><a href="${catalogueTablePath(search)}" rel="nofollow">Descargar la tabla (CSV)</a></p>`;

const results = (
  search: CatalogueSearch,
  catalogue: Catalogue,
  vocabulary: Vocabulary,
): Html => html`<div class="beside">
<section aria-labelledby="encontrados">
<h2 id="encontrados">${foundWords(search, catalogue)}</h2>
${filterChips(search, vocabulary)}
<p class="dim">${(catalogue.pages > 1 || search.pagina !== undefined) && pageWords(search, catalogue)} <a class="to-map" href="#mapa">Ver el mapa</a></p>
${tableLink(search)}
<ol class="cards">
${catalogue.cards.map(card => cardItem(card, vocabulary))}</ol>
${paging(search, catalogue)}
</section>
${mapPart(search, catalogue)}
</div>`;

const nothing = (
  search: CatalogueSearch,
  vocabulary: Vocabulary,
): Html => html`<section aria-labelledby="encontrados">
<h2 id="encontrados">Ningún proyecto coincide con lo que buscas</h2>
<p>Quita un filtro, o prueba con menos palabras o con otras.</p>
${filterChips(search, vocabulary)}
</section>`;

const bodyOf = (search: CatalogueSearch, catalogue: Catalogue, vocabulary: Vocabulary): Html =>
  catalogue.options.total === 0
    ? html`<p>Todavía no hay proyectos publicados. Vuelve más adelante.</p>`
    : html`${filterForm(search, vocabulary)}
${catalogue.total === 0 ? nothing(search, vocabulary) : results(search, catalogue, vocabulary)}`;

function titleOf(search: CatalogueSearch, { page }: Catalogue, vocabulary: Vocabulary): string {
  const filters = activeFilters(search, vocabulary).map(({ value }) => value);
  const named = filters.length > 0 && filters.length <= TITLED ? `: ${filters.join(', ')}` : '';
  return `Catálogo de proyectos${named}${page > 1 ? `, página ${formatNumber(page)}` : ''}`;
}

/** Of https://schema.org; positions count over all pages. */
const dataOf = (heading: Heading, name: string, path: string, { cards }: Catalogue) => ({
  '@context': 'https://schema.org',
  '@type': 'CollectionPage',
  name,
  url: heading.publicUrl + path,
  inLanguage: 'es-CL',
  publisher: { '@type': 'Organization', name: heading.institution },
  mainEntity: {
    '@type': 'ItemList',
    numberOfItems: cards.length,
    itemListElement: cards.map((card, n) => ({
      '@type': 'ListItem',
      position: n + 1,
      name: card.title,
      url: heading.publicUrl + publicProjectPath(card.code),
    })),
  },
});

/**
 * How the page is found. Searches by words are endless, other orders say the same again, and of what is found by many
 * filters at once there is too much: those stay out of search engines.
 */
function listingOf(
  heading: Heading,
  title: string,
  search: CatalogueSearch,
  catalogue: Catalogue,
  filters: number,
): Listing | undefined {
  if (search.q !== undefined || search.orden !== undefined || filters > TITLED) return undefined;
  if (catalogue.total === 0 && filters > 0) return undefined;
  const path = pathOf(search, catalogue.page);
  return {
    path,
    description: `${title} de ${heading.institution}: ${foundWords(search, catalogue)}, con mapa y filtros por tipo, unidad, comuna, año y Objetivo de Desarrollo Sostenible.`,
    data: dataOf(heading, title, path, catalogue),
  };
}

/** The catalogue as a search finds it. */
export function cataloguePage(
  heading: Heading,
  search: CatalogueSearch,
  catalogue: Catalogue,
  kindLabel: Vocabulary['kindLabel'],
): PublicDocument {
  const vocabulary = { options: catalogue.options, kindLabel };
  const title = titleOf(search, catalogue, vocabulary);
  const filters = activeFilters(search, vocabulary).length;
  const listing = listingOf(heading, title, search, catalogue, filters);
  return { title, isWide: true, body: bodyOf(search, catalogue, vocabulary), ...(listing && { listing }) };
}
