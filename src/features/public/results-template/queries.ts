import {
  CALLS_PATH,
  callResultsPath,
  cataloguePath,
  publicProjectPath,
} from '../../../domain/publishing/addresses.ts';
import { formatCount, formatDate, formatMoney, formatNumber } from '../../../domain/text/format.ts';
import { type Html, html } from '../../../server/html/html.ts';
import type { Heading, Place, PublicDocument } from '../../../server/public/documents.ts';
import {
  type Award,
  awardLines,
  type CallResults,
  type PublishedCall,
  stateWords,
} from '../results/queries.ts';

/** Where a page is shown: links lead to the catalogue only while it is open. */
interface Surroundings {
  readonly heading: Heading;
  readonly isOpen: boolean;
  readonly places: readonly Place[];
}

const catalogueLink = (isOpen: boolean): Html | false =>
  isOpen && html`<p><a href="${cataloguePath()}">Ver el catálogo de proyectos</a></p>`;

/** `Recibió 24 propuestas y adjudicó 8, por $45.000.000.` */
function outcome({ received, awarded, granted }: PublishedCall): string {
  const came = formatCount(received, 'propuesta', 'propuestas');
  return awarded === 0
    ? `Recibió ${came} y no adjudicó ninguna.`
    : `Recibió ${came} y adjudicó ${formatNumber(awarded)}, por ${formatMoney(granted)}.`;
}

const callItem = (call: PublishedCall): Html => html`<li class="box">
<h3><a href="${callResultsPath(call.id)}">${call.name}</a></h3>
<p class="dim">${call.kind}</p>
<p>${outcome(call)}</p>
</li>
`;

const SCHEMA = 'https://schema.org';

const callList = (calls: readonly PublishedCall[], { publicUrl }: Heading) => ({
  '@context': SCHEMA,
  '@type': 'ItemList',
  numberOfItems: calls.length,
  itemListElement: calls.map(({ id, name }, n) => ({
    '@type': 'ListItem',
    position: n + 1,
    name,
    url: `${publicUrl}${callResultsPath(id)}`,
  })),
});

/** Every call whose results anybody may read, by year. */
export function callsPage(
  calls: readonly PublishedCall[],
  { heading, isOpen, places }: Surroundings,
): PublicDocument {
  const years = [...new Set(calls.map(c => c.year))];
  const lists = years.map(
    year => html`<h2>${year}</h2>
<ul class="calls">
${calls.filter(c => c.year === year).map(callItem)}</ul>
`,
  );
  return {
    title: 'Resultados de convocatorias',
    places,
    body: html`<p>Qué propuestas adjudicó ${heading.institution} en sus convocatorias, y con cuánto dinero.</p>
${calls.length > 0 ? lists : html`<p class="box">Todavía no hay resultados publicados.</p>`}
${catalogueLink(isOpen)}`,
    listing: {
      path: CALLS_PATH,
      description: `Resultados de las convocatorias de ${heading.institution}: propuestas recibidas, adjudicadas y montos.`,
      data: callList(calls, heading),
    },
  };
}

const fact = (label: string, value: string | Html): Html =>
  html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
const day = (instant: string): Html =>
  html`<time datetime="${instant}">${formatDate(new Date(instant))}</time>`;

const titleOf = ({ code, title }: Award, isOpen: boolean): Html | string | null =>
  title !== null && isOpen ? html`<a href="${publicProjectPath(code)}">${title}</a>` : title;

const awardRow = (award: Award, isOpen: boolean): Html => html`<tr>
<th scope="row"><span class="dim"><code>${award.code}</code> · ${stateWords(award)}</span>
${titleOf(award, isOpen)} ${award.unit && html`<span class="dim">${award.unit}</span>`}</th>
<td class="money">${formatMoney(award.amount)}</td>
</tr>
`;

function lineSection(line: ReturnType<typeof awardLines>[number], n: number, isOpen: boolean): Html {
  const { name, money, granted, awards } = line;
  const rows = html`<table class="awards" aria-labelledby="linea-${n + 1}">
<thead><tr><th scope="col">Proyecto</th><th scope="col" class="money">Monto adjudicado</th></tr></thead>
<tbody>
${awards.map(a => awardRow(a, isOpen))}</tbody>
</table>`;
  return html`<h3 id="linea-${n + 1}" class="line">${name}</h3>
<p class="dim">${money !== null && `Dinero de la línea: ${formatMoney(money)}. `}Adjudicado: ${formatMoney(granted)}.</p>
${awards.length > 0 ? rows : html`<p>Ningún proyecto adjudicado.</p>`}
`;
}

const NO_CONSENT = html`<p class="dim">Solo con su código: sin consentimiento para mostrar su título, o retirado por la oficina.</p>`;

/** Awards as https://schema.org/MonetaryGrant; their order says nothing. */
const grantList = ({ name, awards }: CallResults, { heading, isOpen }: Surroundings) => ({
  '@context': SCHEMA,
  '@type': 'ItemList',
  name: `Proyectos adjudicados de ${name}`,
  numberOfItems: awards.length,
  itemListOrder: `${SCHEMA}/ItemListUnordered`,
  itemListElement: awards.map(({ code, title, amount }) => ({
    '@type': 'MonetaryGrant',
    identifier: code,
    ...(title !== null && { name: title }),
    ...(title !== null && isOpen && { url: `${heading.publicUrl}${publicProjectPath(code)}` }),
    amount: { '@type': 'MonetaryAmount', currency: 'CLP', value: amount },
    funder: { '@type': 'Organization', name: heading.institution },
  })),
});

const facts = ({ kind, year, opensAt, closesAt, received, awarded, granted }: CallResults): Html =>
  html`<dl class="box outcome">${[
    fact('Tipo de proyecto', kind),
    fact('Año', String(year)),
    fact('Abrió', day(opensAt)),
    fact('Cerró', day(closesAt)),
    fact('Propuestas recibidas', formatNumber(received)),
    fact('Propuestas adjudicadas', formatNumber(awarded)),
    fact('Monto adjudicado', formatMoney(granted)),
  ]}</dl>`;

/** To whom a call was awarded: nothing of who was not, of scores or of people. */
export function resultsPage(results: CallResults, around: Surroundings): PublicDocument {
  const { id, name, awards } = results;
  const { heading, isOpen, places } = around;
  const table = html`<p><a href="${callResultsPath(id)}/csv">Descargar la tabla (CSV)</a></p>`;
  return {
    title: `Resultados de ${name}`,
    places,
    body: html`${facts(results)}
<h2>Proyectos adjudicados</h2>
${awards.some(a => a.title === null) && NO_CONSENT}
${awardLines(results).map((line, n) => lineSection(line, n, isOpen))}
${awards.length > 0 && table}
<p><a href="${CALLS_PATH}">Ver todas las convocatorias</a></p>
${catalogueLink(isOpen)}`,
    listing: {
      path: callResultsPath(id),
      description: `${name}, ${heading.institution}. ${outcome(results)}`,
      data: grantList(results, around),
    },
  };
}
