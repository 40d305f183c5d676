import { peopleIn } from '../../../domain/execution/people.ts';
import { countsPeople, peopleWords } from '../../../domain/publishing/people-indicators.ts';
import { publicPeople, type ToldPeople } from '../../../domain/publishing/public-people.ts';
import { toldOf } from '../../../domain/publishing/told-parts.ts';
import { correctedPeople } from '../../../domain/reports/people.ts';
import { targetOf } from '../../../domain/sections/indicator-values.ts';
import { aimWords, figureWords } from '../../../domain/sections/indicator-words.ts';
import { isAskedOf, kindOfIndicator } from '../../../domain/sections/indicators.ts';
import { formatCount, formatDay } from '../../../domain/text/format.ts';
import { type Html, html, paragraphs } from '../../../server/html/html.ts';
import { peopleOf, type StoredExecution, talliesOf } from '../../execution/queries.ts';
import type { PageProject } from '../project-page/queries.ts';

type Results = NonNullable<PageProject['results']>;

/** Activities shown; the others are counted. */
const MOST_ACTIVITIES = 30;

/** Indicators of which something was measured and accepted, in figures. */
const measured = ({ indicators, values }: Results) =>
  indicators.flatMap(indicator => {
    const actual = values.find(v => v.indicatorId === indicator.id)?.value ?? null;
    return actual === null || kindOfIndicator(indicator) === 'qualitative' ? [] : [{ indicator, actual }];
  });
type Measured = ReturnType<typeof measured>[number];

const day = (value: string): Html => html`<time datetime="${value}">${formatDay(value)}</time>`;

const PEOPLE = html`<th scope="col" class="figure">Personas</th>`;

function activitiesPart({ activities }: StoredExecution, told: ToldPeople['activities']): Html | null {
  const shown = activities.slice(0, MOST_ACTIVITIES);
  const rest = activities.length - shown.length;
  if (shown.length === 0) return null;
  const isCounted = told.slice(0, shown.length).some(people => people !== null);
  const rows = shown.map(
    (a, n) =>
      html`<tr><th scope="row">${a.name}</th><td>${day(a.day)}</td>${
        isCounted && html`<td class="figure">${told[n] ?? '—'}</td>`
      }</tr>\n`,
  );
  return html`<h3>Actividades</h3>
<table>
<caption>Actividades realizadas, la más reciente primero</caption>
<thead><tr><th scope="col">Actividad</th><th scope="col">Día</th>${isCounted && PEOPLE}</tr></thead>
<tbody>${rows}</tbody>
</table>
${rest > 0 && html`<p>Y ${formatCount(rest, 'actividad anterior', 'actividades anteriores')}.</p>`}`;
}

function peoplePart({ groups, hidesSmall }: ToldPeople): Html | null {
  if (groups.length === 0) return null;
  const bodies = groups.map(
    ({ label, rows }) => html`<tbody>
<tr><th scope="rowgroup" colspan="2" class="group">${label}</th></tr>
${rows.map(r => html`<tr><th scope="row">${r.label}</th><td class="figure">${r.count}</td></tr>\n`)}</tbody>\n`,
  );
  return html`<h3>Personas</h3>
<table>
<caption>Personas alcanzadas, por grupo</caption>
<thead><tr><th scope="col">Grupo</th>${PEOPLE}</tr></thead>
${bodies}</table>
${hidesSmall && html`<p class="dim">«&lt;5» es un grupo de 1 a 4 personas. No mostramos las sumas que dirían cuántas son.</p>`}`;
}

/** Where it began; why nobody knows is told to nobody. */
const baselineOf = ({ indicator }: Measured, words: typeof figureWords): string =>
  isAskedOf(kindOfIndicator(indicator), 'baseline') ? words(indicator, indicator.baseline ?? null) : '';

function indicatorsPart(all: readonly Measured[], told: ToldPeople['figures']): Html | null {
  if (all.length === 0) return null;
  const ofPeople = all.filter(({ indicator }) => countsPeople(indicator));
  const rows = all.map(each => {
    const { indicator, actual } = each;
    const at = ofPeople.indexOf(each);
    const words = at < 0 ? figureWords : peopleWords;
    const isTold = at < 0 || told[at] !== null;
    const cells = [
      baselineOf(each, words) || '—',
      (targetOf(indicator) === null ? '' : aimWords(indicator)) || '—',
      isTold ? words(indicator, actual) : 'No se muestra',
    ];
    return html`<tr><th scope="row">${indicator.name}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>\n`;
  });
  const heads = ['Indicador', 'Línea base', 'Meta', 'Logrado'].map(
    head => html`<th scope="col">${head}</th>`,
  );
  // Moved sideways, also by keyboard, where the screen is too narrow for it.
  return html`<h3 id="indicadores">Indicadores</h3>
<div class="scrolls" role="region" tabindex="0" aria-labelledby="indicadores"><table class="wide">
<caption>Indicadores con un valor aceptado</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${rows}</tbody>
</table></div>
${told.includes(null) && html`<p class="dim">No mostramos números de personas con los que se podría calcular un grupo de 1 a 4.</p>`}`;
}

/** What a project did, of all that was recorded: nothing where it keeps it to itself, or nothing was. */
export function resultParts(results: Results, recorded: StoredExecution): Html[] {
  const indicators = measured(results);
  const told = publicPeople({
    people: correctedPeople(peopleOf(recorded).people, results.report?.people ?? {}),
    activities: recorded.activities.map(a => peopleIn(talliesOf(a).all?.attendances ?? 0, a.counts)),
    figures: indicators.filter(({ indicator }) => countsPeople(indicator)).map(({ actual }) => actual),
  });
  const done = [
    activitiesPart(recorded, told.activities),
    peoplePart(told),
    indicatorsPart(indicators, told.figures),
  ].flatMap(part => part ?? []);
  const texts = toldOf(results.report?.texts ?? null).map(
    ({ label, text }) => html`<h3>${label}</h3>\n${paragraphs(text)}\n`,
  );
  return [
    ...(done.length > 0
      ? [html`<section aria-labelledby="hecho"><h2 id="hecho">Qué se hizo</h2>\n${done}</section>\n`]
      : []),
    ...(texts.length > 0
      ? [html`<section aria-labelledby="logrado"><h2 id="logrado">Qué se logró</h2>\n${texts}</section>\n`]
      : []),
  ];
}
