import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { TOPIC_NAMES } from '../src/domain/figures/figures.ts';
import { IMPORT_NOUNS } from '../src/domain/imports/nouns.ts';
import { KIND_SLUGS } from '../src/domain/kinds/slugs.ts';
import { ofPages } from '../src/web/routing/pages.ts';
import { paths } from '../src/web/routing/paths.ts';
import { CATALOGUES } from '../test/catalogues.ts';
import { expect } from './fixtures.ts';

/** A screen with its main dialogs. */
export interface Screen {
  /** Address; `{name}` stands for an id of {@link readPlaces}. */
  readonly at: string;
  /** What each of these opens or unfolds is looked at, too; what lies over the page is closed after it. */
  readonly opens?: readonly ((page: Page) => Promise<unknown>)[];
  /** What stands there instead where this person is not let in, or nothing is. */
  readonly instead?: string;
}

const SECOND_REVIEWER = 'diego.huenchulaf@biosur.example';

/** Ids of the prepared university that addresses need. */
export async function readPlaces(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; id: string | null }>`
    select 'project:' || status as name, id::text from projects where title like 'Proyecto en estado %'
    union all select 'draft:' || kind, id::text from projects where title like 'Borrador de %'
    union all select 'changed', (select project_id::text from change_requests limit 1)
    union all select 'appealed', (select project_id::text from appeals limit 1)
    union all select 'call:open', (select id::text from calls where state = 'open' limit 1)
    union all select 'call:resolved', (select p.call_id::text from appeals a join projects p on p.id = a.project_id limit 1)
    union all select 'call:resolving', (select call_id::text from projects where status = 'resolution' and call_id is not null limit 1)
    union all select 'review', (select id::text from reviews where state = 'accepted' limit 1)
    union all (select 'review:' || r.state, r.id::text from reviews r join users u on u.id = r.user_id
      where r.state in ('invited', 'confirmed') and u.email = ${SECOND_REVIEWER})
    union all select 'round', (select call_id::text from preference_rounds limit 1)
    union all select 'institutional', (select i.id::text from institutional_indicators i
      order by (select count(*) from project_indicators n where n.indicator_id = i.id) desc, i.name limit 1)
    union all select 'partner', (select l.organisation_id::text from project_partners l
      group by l.organisation_id order by count(*) desc, 1 limit 1)
    union all select 'survey', (select id::text from waves order by opened_at desc nulls last, id limit 1)
    union all select 'instrument', (select i.id::text from instruments i
      order by (select count(*) from waves w where w.instrument_id = i.id) desc, i.name limit 1)
    union all select 'import:' || noun, id::text from imports`.execute(db);
  return Object.fromEntries(rows.flatMap(({ name, id }) => (id ? [[name, id]] : [])));
}

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const show = (tab: string | RegExp) => (page: Page) => page.getByRole('tab', { name: tab }).click();
/** What is read or fetched first opens a moment after the click: looked at before, it would go unseen. */
const seesDialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
const firstOf = (page: Page) => page.getByRole('region').getByRole('row').nth(1).getByRole('button').first();
/** Opens the first row of a list. */
async function openFirst(page: Page) {
  await firstOf(page).click();
  await seesDialog(page);
}
/** The same of a catalogue, which may still be empty. */
async function openFirstOfAny(page: Page) {
  await expect(
    firstOf(page)
      .or(page.getByText(/^Todavía no hay /))
      .first(),
  ).toBeVisible();
  if (await firstOf(page).isVisible()) await openFirst(page);
}
const chooseAction = (name: string) => async (page: Page) => {
  await press('Más acciones')(page);
  await page.getByRole('menuitem', { name }).click();
};
/** Opens the dialog of a step, in the header or in the bar at the foot. */
const step = (name: string | RegExp) => async (page: Page) => {
  // By keyboard: a refused one opens what is missing.
  await page.getByRole('button', { name }).last().focus();
  await page.keyboard.press('Enter');
  await seesDialog(page);
};
/** Sends the dialog as it is, so that what it refuses is marked. */
const send = (name: string) => (page: Page) => page.getByRole('dialog').getByRole('button', { name }).click();
const writeObservation = async (page: Page) => {
  await page.getByRole('button', { name: 'Observar Presupuesto' }).click();
  await page
    .getByLabel(/^Observación( \d+)? a Presupuesto$/)
    .last()
    .fill('Falta la cotización.');
};
const inTurn = (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async function all(page: Page) {
    for (const take of steps) await take(page);
  };
const openDialog = (name: string | RegExp) => inTurn(press(name), seesDialog);
const openMenu = (name: string) => inTurn(press(name), page => expect(page.getByRole('menu')).toBeVisible());
const beginCopy = (page: Page) => page.getByRole('radio', { name: 'Copia de un proyecto mío' }).check();
/** Entries of a list show their inputs. */
const addEntry = async (page: Page) => {
  const add = page
    .getByRole('main')
    .getByRole('button', { name: /^Agregar (?!otra)/ })
    .first();
  if (await add.isVisible()) await add.click();
};

const select = (page: Page) => page.getByRole('region').getByRole('checkbox').nth(1).check();
async function openLetter(page: Page) {
  await openFirst(page);
  // The checker cannot look into a frame where no script may run.
  await page.getByText('Solo texto').click();
  await expect(page.locator('iframe')).toHaveCount(0);
}
async function chooseWhoLeaves(page: Page) {
  await page.getByRole('combobox', { name: 'De', exact: true }).fill('patricia');
  await page.getByRole('option', { name: 'Patricia Contreras Vidal' }).click();
  await expect(page.getByRole('heading', { name: /^Escuelas que dirige/ })).toBeVisible();
}
/** A phone shows the proposal or the rubric. */
async function showRubric(page: Page) {
  const rubric = page.getByRole('radiogroup', { name: 'Qué se ve' }).getByText('Pauta');
  await expect(rubric.or(page.getByRole('radiogroup', { name: /^Puntaje de/ })).first()).toBeVisible();
  if (await rubric.isVisible()) await rubric.click();
}

const SECTIONS =
  'identification diagnosis objectives partners team courses participants territory goals plan indicators budget contribution attachments';
const sectionsOf = (kind: string, project: string, names: string): Screen[] =>
  names.split(' ').map(name => ({ at: `/projects/${kind}/{${project}}?section=${name}`, opens: [addEntry] }));

const list = (at: string, add: string): Screen => ({ at, opens: [openFirst, openDialog(add)] });

const project = (kind: string, status: string, search = '') =>
  `/projects/${kind}/{project:${status}}${search}`;

/** What everybody sees who has entered; `{name}` in an address is a place of {@link readPlaces}. */
const ACADEMIC: readonly Screen[] = [
  { at: '/', opens: [press(/^Notificaciones/), openMenu('Nuevo proyecto')] },
  { at: '/projects', opens: [press(/^(Más filtros|Filtros)$/)] },
  { at: '/calls' },
  { at: '/calls/{call:open}' },
  { at: '/calls/{call:resolved}' },
  { at: '/partners', opens: [press('Ver en el mapa')] },
  { at: '/partners/{partner}' },
  { at: '/partners/agreements' },
  { at: '/surveys' },
  { at: '/surveys/instruments' },
  { at: '/certificates' },
  { at: '/reports' },
  { at: '/reports/accreditation' },
  { at: '/reports/annual' },
  { at: '/reports/dossier' },
  { at: '/reports/registers', opens: [openDialog(/^Columnas de/)] },
  { at: '/notifications' },
  { at: '/notifications?tab=preferences' },
  { at: '/profile', opens: [openDialog('Crear token')] },
  { at: '/no/existe', instead: 'Página no encontrada' },
  { at: '/admin/audit', instead: 'No tienes acceso a esta página' },
  ...KIND_SLUGS.map(kind => ({ at: `/projects/${kind}/new`, opens: [beginCopy] })),
];
const WRITING: readonly Screen[] = [
  ...sectionsOf('pacs', 'project:draft', SECTIONS),
  ...sectionsOf('exts', 'draft:exts', 'event'),
  ...sectionsOf('fexs', 'draft:fexs', 'fund'),
  ...sectionsOf('cons', 'draft:cons', 'contract'),
  ...sectionsOf('incs', 'draft:incs', 'venture'),
  {
    at: project('pacs', 'draft', '?section=diagnosis'),
    opens: [openDialog('Editar Necesidad o problema')],
  },
  { at: project('pacs', 'returned'), opens: [show(/^Observaciones/)] },
  { at: project('pacs', 'approved', '?section=budget'), opens: [press('Pedir un cambio de presupuesto')] },
  { at: project('pacs', 'running'), opens: [step('Enviar informe final a Dirección')] },
  { at: project('pacs', 'running', '?section=indicators') },
  { at: project('pacs', 'running', '?section=participants') },
  { at: project('pacs', 'running', '?tab=informes') },
  { at: project('pacs', 'running', '?tab=surveys') },
  { at: project('pacs', 'running', '?tab=certificates') },
  { at: project('pacs', 'running', '?tab=publication') },
  { at: project('pacs', 'running', '?tab=case-file') },
  {
    at: project('pacs', 'running', '?tab=informes&informe=final'),
    // Escape leaves no text that is being written: it comes last.
    opens: [openDialog('Elegir fotos'), press('Corregir cantidades'), openDialog('Editar Resultados')],
  },
  { at: '/projects/incs/{appealed}?tab=evaluation' },
];
const READING: readonly Screen[] = [
  ...['', '?tab=observations', '?tab=files', '?tab=history', '?tab=changes', '?tab=case-file'].map(
    search => ({
      at: project('pacs', 'director_review', search),
    }),
  ),
  { at: project('pacs', 'director_review'), opens: [step('Dar visto bueno')] },
  {
    at: project('pacs', 'director_review'),
    opens: [writeObservation, step(/^Devolver con \d+ observaci/)],
  },
  { at: project('pacs', 'director_review'), opens: [inTurn(chooseAction('Rechazar'), send('Rechazar'))] },
  { at: '/projects/pacs/{changed}?tab=changes', opens: [openDialog('Rechazar cambio')] },
  { at: '/profile', opens: [openDialog('Nombrar subrogante')] },
  { at: '/admin/users' },
  { at: '/' },
];
const OFFICE_LISTS: readonly Screen[] = [
  ...CATALOGUES.map(name => ({
    at: paths[name](),
    opens: [openFirstOfAny, openDialog(/^Nuev[oa] /)],
  })),
  list('/admin/courses/offerings', 'Nueva oferta'),
  { at: '/admin/institutional-indicators/{institutional}' },
  list('/admin/users', 'Nueva persona'),
  { at: '/admin/users', opens: [select, openDialog('Dar un rol')] },
  { at: '/partners', opens: [openDialog('Nueva organización')] },
  { at: '/partners/{partner}', opens: [openDialog('Editar')] },
  { at: '/partners/duplicates' },
  { at: '/partners/agreements' },
  { at: '/surveys', opens: [openDialog('Nueva encuesta')] },
  { at: '/surveys/{survey}', opens: [show('Personas'), show('Preguntas'), show('Resultados')] },
  { at: '/surveys/instruments', opens: [openDialog('Nuevo instrumento')] },
  { at: '/surveys/instruments/{instrument}' },
  { at: '/surveys/series/{instrument}' },
  { at: '/certificates', opens: [openFirstOfAny] },
  { at: '/certificates/issue' },
  { at: '/reports', opens: [press(/^(Más filtros|Filtros)$/)] },
  ...TOPIC_NAMES.map(topic => ({ at: `/reports?topic=${topic}` })),
  { at: '/reports/projects_by_status?row=draft' },
  ...IMPORT_NOUNS.map(noun => ({ at: `/admin/${noun}/import` })),
  // What was read of a file looks the same for all, but for the columns.
  ...['users', 'projects'].map(noun => ({ at: `/admin/${noun}/import?import={import:${noun}}` })),
];
const OFFICE_TOOLS: readonly Screen[] = [
  { at: '/' },
  { at: '/projects', opens: [press('Exportar')] },
  { at: '/admin/audit', opens: [openFirst] },
  { at: '/admin/mail', opens: [openLetter] },
  { at: '/admin/change-status', opens: [select, openDialog('Cambiar estado…')] },
  { at: '/admin/reassign', opens: [chooseWhoLeaves] },
  { at: '/admin/privacy', opens: [openFirstOfAny, openDialog('Registrar solicitud')] },
  { at: '/admin/privacy/incidents', opens: [openFirstOfAny] },
  { at: '/admin/privacy/processing', opens: [openFirstOfAny] },
  { at: '/admin/privacy/people' },
  { at: '/admin/searches' },
  { at: '/admin/settings' },
  ...'general installation holidays public-pages reminders privacy-notice retention quotas history'
    .split(' ')
    .map(part => ({ at: `/admin/settings?part=${part}` })),
  {
    at: '/admin/settings?part=mail-texts',
    opens: [openDialog(/^Editar el texto: Cuenta habilitada/)],
  },
  { at: '/admin/expenses', opens: [openDialog('Nuevo tipo')] },
  { at: '/admin/kinds' },
  { at: '/admin/kinds/fexs', opens: [show('Secciones'), show('Pauta'), show('Versiones')] },
  { at: project('pacs', 'running'), opens: [press('Más acciones')] },
  { at: project('pacs', 'running'), opens: [inTurn(chooseAction('Suspender'), send('Suspender'))] },
  {
    at: project('pacs', 'director_review'),
    opens: [inTurn(chooseAction('Extender plazo'), send('Extender plazo'))],
  },
];
const OFFICE_CALLS: readonly Screen[] = [
  { at: '/admin/calls', opens: [openDialog('Nueva convocatoria')] },
  {
    at: '/admin/calls/{call:open}',
    opens: [
      show('Líneas y cupos'),
      show('Comisión'),
      show('Pauta'),
      show('Bases'),
      show('Cifras'),
      openDialog('Ampliar plazo'),
    ],
  },
  { at: '/admin/calls/{call:resolving}/letters', opens: [openDialog('Editar la carta: No adjudicado')] },
  { at: '/admin/calls/{call:resolved}/ranking' },
  {
    at: '/admin/calls/{call:resolving}/ranking',
    opens: [press('Severidad de quienes evalúan'), press('Puntajes por criterio')],
  },
  { at: '/admin/reviews?call={call:resolving}' },
  { at: '/certificates/issue?missing=false', opens: [show('Evaluadores')] },
  { at: '/admin/reviews', opens: [openDialog('Proponer asignación')] },
  { at: '/admin/admissibility', opens: [openFirst] },
  { at: '/projects/incs/{appealed}?tab=evaluation', opens: [openDialog('Responder la apelación')] },
  { at: project('fexs', 'admissibility') },
];
const REVIEWER: readonly Screen[] = [
  { at: '/' },
  { at: '/projects' },
  { at: '/reviews' },
  { at: '/reports' },
  { at: '/reviews/{review}', opens: [showRubric] },
  { at: '/reviews/preferences/{round}' },
];
/** Before the answer, and once nothing of it can be changed. */
const NOT_WRITING: readonly Screen[] = [
  { at: '/reviews/{review:invited}', opens: [openDialog('Declarar conflicto de interés')] },
  { at: '/reviews/{review:confirmed}', opens: [showRubric] },
];

/** Who looks at what; every page of the application is in one of these. */
export const VISITS: readonly (readonly [who: string, screens: readonly Screen[]])[] = [
  ['camila.rojas@biosur.example', ACADEMIC],
  ['camila.rojas@biosur.example', WRITING],
  ['patricia.contreras@biosur.example', READING],
  ['marcela.figueroa@biosur.example', [{ at: '/' }, { at: '/projects' }, { at: '/admin/users' }]],
  ['soledad.cifuentes@biosur.example', REVIEWER],
  [SECOND_REVIEWER, NOT_WRITING],
  ['beatriz.navarrete@biosur.example', OFFICE_LISTS],
  ['beatriz.navarrete@biosur.example', OFFICE_TOOLS],
  ['beatriz.navarrete@biosur.example', OFFICE_CALLS],
];

/** Where a path leads to with an id in it; the type asks for every path of the application. */
export const ADDRESSES: Record<keyof typeof paths, readonly string[]> = {
  ...ofPages(name => [paths[name]()]),
  review: [paths.review('id')],
  preferences: [paths.preferences('id')],
  partner: [paths.partner('id')],
  survey: [paths.survey('id')],
  figure: [paths.figure('projects_by_status')],
  instrument: [paths.instrument('id')],
  surveySeries: [paths.surveySeries('id')],
  newProject: KIND_SLUGS.map(kind => paths.newProject(kind)),
  project: KIND_SLUGS.map(kind => paths.project(kind, 'id')),
  importInto: IMPORT_NOUNS.map(noun => paths.importInto(noun)),
  call: [paths.call('id')],
  adminCall: [paths.adminCall('id')],
  callLetters: [paths.callLetters('id')],
  ranking: [paths.ranking('id')],
  institutionalValues: [paths.institutionalValues('id')],
  kind: [paths.kind('fexs')],
  // Looked at by its own story: there is no matrix before somebody writes one.
  accreditationMatrix: [],
  // Looked at by tests of their own: nobody has entered there.
  login: [],
  microsoftReturn: [],
};
