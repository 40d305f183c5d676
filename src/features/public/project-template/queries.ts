import { ORGANISATION_TYPES } from '../../../domain/catalogues/organisations.ts';
import { drawMap } from '../../../domain/drawings/map/map.ts';
import {
  CATALOGUE_PATH,
  cataloguePath,
  publicPhotoPath,
  publicProjectPath,
} from '../../../domain/publishing/addresses.ts';
import { PUBLIC_STATES, publicStateOf } from '../../../domain/publishing/publication.ts';
import { SDGS } from '../../../domain/sections/goals.ts';
import { SCOPES } from '../../../domain/sections/territory.ts';
import { excerpt } from '../../../domain/text/excerpt.ts';
import { formatDay, labelIn } from '../../../domain/text/format.ts';
import type { Borders } from '../../../server/borders.ts';
import { figure, type Html, html, paragraphs } from '../../../server/html/html.ts';
import { pageSheet } from '../../../server/html/ink.ts';
import type { Heading, PublicDocument } from '../../../server/public/documents.ts';
import type { PageComuna, PageProject, ProjectPage } from '../project-page/queries.ts';
import { resultParts } from '../project-results/queries.ts';

interface Surroundings {
  readonly heading: Heading;
  readonly borders: Borders | undefined;
  /** Every comuna. */
  readonly around: readonly PageComuna[];
  /** What its kind is called. */
  readonly kind: string;
}

/** That of its column on a large screen, and of a phone's. */
const MAP_WIDTH = 320;

const link = (path: string, words: string): Html => html`<a href="${path}">${words}</a>`;
const list = (items: readonly (string | Html)[]): Html =>
  html`<ul>${items.map(item => html`<li>${item}</li>`)}</ul>`;
const day = (value: string): Html => html`<time datetime="${value}">${formatDay(value)}</time>`;

const stateOf = ({ status }: PageProject) => publicStateOf(status);

function datesOf({ startDate, endDate }: PageProject): Html | null {
  if (startDate && endDate) return html`${day(startDate)} al ${day(endDate)}`;
  if (startDate) return html`Desde el ${day(startDate)}`;
  return endDate ? html`Hasta el ${day(endDate)}` : null;
}

const trail = ({ title }: PageProject): Html => html`<nav class="trail" aria-label="Dónde estás"><ol>
<li>${link(CATALOGUE_PATH, 'Proyectos')}</li>
<li aria-current="page">${title}</li>
</ol></nav>`;

/** Comunas by region, in the order of the country. */
const regionsOf = ({ comunas }: PageProject): [PageComuna, readonly PageComuna[]][] =>
  [...Map.groupBy(comunas, c => c.regionCode).values()].flatMap(own => (own[0] ? [[own[0], own]] : []));

const placesOf = (project: PageProject): Html =>
  html`<ul>${regionsOf(project).map(
    ([{ region, regionCode }, own]) => html`<li>${link(cataloguePath({ region: regionCode }), region)}
${list(own.map(c => link(cataloguePath({ comuna: c.code }), c.name)))}</li>`,
  )}</ul>`;

/** Terms with what is known of each; what is not known is left out. */
function facts(project: PageProject, kind: string): Html {
  const { school, faculty, theme, call, scope, goals, partners, careers, courses } = project;
  const named = SDGS.filter(g => goals.includes(g.number));
  const rows: [string, string | Html | null | false][] = [
    ['Tipo', link(cataloguePath({ tipo: project.kind }), kind)],
    ['Código', project.code],
    ['Unidad', school && link(cataloguePath({ escuela: school.id }), school.name)],
    ['Facultad', faculty && link(cataloguePath({ facultad: faculty.id }), faculty.name)],
    ['Responsable', project.leadName],
    ['Convocatoria', call],
    ['Período', project.period],
    ['Fechas', datesOf(project)],
    ['Tema', theme],
    [
      'Objetivos de Desarrollo Sostenible',
      named.length > 0 && list(named.map(g => link(cataloguePath({ ods: g.number }), g.label))),
    ],
    [
      'Organizaciones socias',
      partners.length > 0 &&
        list(
          partners.map(p => html`${p.name} <span class="dim">${labelIn(ORGANISATION_TYPES, p.type)}</span>`),
        ),
    ],
    ['Carreras', careers.length > 0 && list(careers)],
    ['Cursos', courses.length > 0 && list(courses)],
    ['Alcance', labelIn(SCOPES, scope)],
    ['Comunas', project.comunas.length > 0 && placesOf(project)],
  ];
  return html`<dl>${rows.map(([term, value]) => value && html`<dt>${term}</dt><dd>${value}</dd>\n`).flatMap(row => row || [])}</dl>`;
}

/** Its comunas alone: the exact point may be somebody's house. */
function map({ comunas }: PageProject, { around, borders }: Surroundings): Html | null {
  if (comunas.length === 0) return null;
  const codes = new Set(comunas.map(c => c.code));
  const data = {
    comunas,
    around: around.filter(c => !codes.has(c.code)),
    point: null,
    borders: borders ? { lines: borders.of([...codes]), license: borders.license } : null,
  };
  return figure(drawMap(data, pageSheet(MAP_WIDTH, 'mapa')));
}

function photosPart({ code, photos }: PageProject): Html | null {
  if (photos.length === 0) return null;
  const items = photos.map(
    ({ file, caption, small }) => html`<li><figure>
<a href="${publicPhotoPath(code, file, 'whole')}"><img src="${publicPhotoPath(code, file, 'small')}" alt="${caption}" width="${small.width}" height="${small.height}" loading="lazy"></a>
<figcaption>${caption}</figcaption>
</figure></li>\n`,
  );
  return html`<section aria-labelledby="fotos"><h2 id="fotos">Fotos</h2>
<ul class="photos">${items}</ul></section>\n`;
}

const summaryPart = ({ summary }: PageProject): Html | false =>
  summary.trim() !== '' &&
  html`<section aria-labelledby="resumen"><h2 id="resumen">Resumen</h2>\n${paragraphs(summary.trim())}</section>`;

/** Letters that search engines and messengers show of a description. */
const DESCRIBED = 200;

/** The beginning of its summary. */
const descriptionOf = ({ summary, title }: PageProject): string => excerpt(summary, DESCRIBED) || title;

/** The page for programs: https://schema.org/Project and https://schema.org/BreadcrumbList. */
function dataOf(project: PageProject, { heading }: Surroundings): Readonly<Record<string, unknown>> {
  const { code, title, startDate, endDate, theme, comunas, goals, photos } = project;
  const { publicUrl, institution } = heading;
  const url = publicUrl + publicProjectPath(code);
  const keywords = [
    ...(theme ? [theme] : []),
    ...SDGS.filter(g => goals.includes(g.number)).map(g => g.label),
  ];
  const [photo] = photos;
  const item = (position: number, name: string, address: string) => ({
    ...{ '@type': 'ListItem', position, name, item: address },
  });
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...{ '@type': 'Project', '@id': url, url, name: title, identifier: code },
        description: descriptionOf(project),
        parentOrganization: { '@type': 'CollegeOrUniversity', name: institution },
        ...(comunas.length > 0 && {
          areaServed: comunas.map(c => ({
            ...{ '@type': 'AdministrativeArea', name: c.name },
            containedInPlace: { '@type': 'AdministrativeArea', name: c.region },
          })),
        }),
        ...(keywords.length > 0 && { keywords }),
        ...(startDate && { foundingDate: startDate }),
        ...(endDate && { dissolutionDate: endDate }),
        ...(photo && { image: publicUrl + publicPhotoPath(code, photo.file, 'whole') }),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [item(1, 'Proyectos', publicUrl + CATALOGUE_PATH), item(2, title, url)],
      },
    ],
  };
}

/** All that anybody may see of a project. */
export function projectDocument({ project, recorded }: ProjectPage, around: Surroundings): PublicDocument {
  const { code, title, results, photos } = project;
  const [photo] = photos;
  const state = stateOf(project);
  const body = html`<p class="state-of"><span class="sign ${state}" aria-hidden="true"></span>${PUBLIC_STATES[state]}</p>
<div class="project">
<div class="about">${summaryPart(project)}
</div>
<aside class="facts box" aria-labelledby="ficha"><h2 id="ficha">Ficha del proyecto</h2>
${facts(project, around.kind)}
${map(project, around)}</aside>
<div class="done">
${photosPart(project)}${results && recorded && resultParts(results, recorded)}</div>
</div>`;
  return {
    ...{ title, body, isWide: true, trail: trail(project) },
    listing: {
      path: publicProjectPath(code),
      description: descriptionOf(project),
      ...(photo && { picture: publicPhotoPath(code, photo.file, 'whole') }),
      data: dataOf(project, around),
    },
  };
}
