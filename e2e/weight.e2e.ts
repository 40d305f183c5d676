import type { Locator, Page, Request } from '@playwright/test';
import { TOPIC_NAMES } from '../src/domain/figures/figures.ts';
import { expect, providerButton, signInAs, test } from './fixtures.ts';
import { act, approvedProject, completeProject, projectPath } from './project-api.ts';
import { watchRequests } from './requests.ts';
import { readPlaces } from './screens.ts';

declare global {
  /** What moved on the page while it was loaded, with the moment in ms. */
  var layoutShifts: { value: number; at: number; moved: string[] }[] | undefined;
}

const CAMILA = 'camila.rojas@biosur.example';

/** Opens an address in a browser that keeps nothing of the application, until it asks for no more. */
async function openCold(page: Page, address: string, shown: Locator, count: (request: Request) => void) {
  // The page before may still be fetching what this one is to fetch.
  await page.goto('about:blank');
  const client = await page.context().newCDPSession(page);
  await client.send('Network.clearBrowserCache');
  page.on('requestfinished', count);
  const requests = watchRequests(page);
  await page.goto(address);
  // A busy page may ask for nothing for a while before it asks for more.
  await expect(shown).toBeVisible();
  await requests.settle();
  requests.stop();
  page.off('requestfinished', count);
}

/** Bytes that came over the wire for each script of an address opened cold, once it shows what it is for. */
async function scriptsOf(page: Page, address: string, shown: Locator): Promise<Map<string, number>> {
  const found = new Map<string, Promise<number>>();
  const count = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js'))
      found.set(
        pathname,
        request.sizes().then(s => s.responseBodySize),
      );
  };
  await openCold(page, address, shown, count);
  const sizes = await Promise.all([...found].map(async ([name, size]) => [name, await size] as const));
  return new Map(sizes);
}

test('no screen of a project takes more than 150 kB of script beyond the sign-in page', async ({ page }) => {
  test.slow();
  const login = await scriptsOf(page, '/auth/login', providerButton(page, 'Microsoft'));
  await signInAs(page, CAMILA);
  const draft = await completeProject(page, 'Peso de un borrador');
  const sent = await completeProject(page, 'Peso de un proyecto enviado');
  await act(page, sent, 'submit');
  const approved = await approvedProject(page, 'Peso de un proyecto aprobado');
  const running = await approvedProject(page, 'Peso de un proyecto en ejecución');
  await act(page, running, 'start');
  const report = `${projectPath(running)}?tab=informes&informe=final`;
  const beyond = async (address: string) => {
    const headings = page.getByRole('main').getByRole('heading', { level: address === report ? 4 : 2 });
    const content = headings.first();
    const scripts = await scriptsOf(page, address, content);
    return [...scripts].reduce((sum, [name, size]) => sum + (login.has(name) ? 0 : size), 0);
  };
  const screens = [
    projectPath(draft),
    ...['team', 'plan', 'budget', 'participants', 'indicators', 'territory', 'goals'].map(
      s => `${projectPath(draft)}?section=${s}`,
    ),
    projectPath(sent),
    `${projectPath(sent)}?tab=history`,
    `${projectPath(approved)}?tab=execution`,
    `${projectPath(approved)}?tab=spending`,
    ...['informes', 'certificates', 'publication', 'case-file'].map(
      tab => `${projectPath(running)}?tab=${tab}`,
    ),
    report,
  ];
  for (const address of screens) {
    const bytes = await beyond(address);
    expect(bytes, address).toBeGreaterThan(50_000);
    expect(bytes, address).toBeLessThanOrEqual(150_000);
  }
});

test('nor does any of these others', async ({ page, installation }) => {
  const login = await scriptsOf(page, '/auth/login', providerButton(page, 'Microsoft'));
  await signInAs(page, 'Admin');
  const {
    partner = '',
    survey = '',
    instrument = '',
    'call:open': call = '',
  } = await readPlaces(installation.db);
  const matrix = await installation.db
    .insertInto('accreditation_matrices')
    .values({ name: 'Peso de una matriz' })
    .returning('id')
    .executeTakeFirst();
  const others = [
    ...['/profile', '/calls', `/calls/${call}`, '/admin/courses', '/admin/users', '/admin/searches'],
    ...['general', 'holidays', 'mail-texts', 'history'].map(part => `/admin/settings?part=${part}`),
    ...['/partners', `/partners/${partner}`, '/partners/duplicates', '/partners/agreements'],
    ...['/surveys', `/surveys/${survey}`, '/surveys/instruments', `/surveys/instruments/${instrument}`],
    ...[`/surveys/series/${instrument}`, '/certificates', '/certificates/issue'],
    ...TOPIC_NAMES.map(topic => `/reports?topic=${topic}`),
    ...['/reports/projects_by_status?row=draft', '/reports/registers', '/reports/annual', '/reports/dossier'],
    ...['/reports/accreditation', `/reports/accreditation/${matrix?.id}`],
    ...['', '/incidents', '/processing', '/people'].map(page => `/admin/privacy${page}`),
  ];
  for (const address of others) {
    const scripts = await scriptsOf(page, address, page.getByRole('heading', { level: 1 }));
    const bytes = [...scripts].reduce((sum, [name, size]) => sum + (login.has(name) ? 0 : size), 0);
    expect(bytes, address).toBeGreaterThan(50_000);
    expect(bytes, address).toBeLessThanOrEqual(150_000);
  }
});

test('home and the list of projects opened cold ask for at most 25 things', async ({ page }) => {
  await signInAs(page, 'Admin');
  const screens = {
    '/': page.getByRole('region', { name: 'Te toca a ti' }),
    '/projects': page.getByRole('table', { name: 'Proyectos' }).getByRole('link').first(),
  };
  for (const [address, shown] of Object.entries(screens)) {
    const asked: string[] = [];
    await openCold(page, address, shown, request => asked.push(request.url()));
    expect(asked.filter(url => url.includes('/assets/')).length, address).toBeGreaterThan(10);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25);
  }
});

test('what a screen needs is asked for before the application itself has come', async ({ page }) => {
  await signInAs(page, 'Admin');
  const asked = ['default-layout', 'projects-page'].map(name =>
    page.waitForRequest(`**/assets/${name}-*.js`),
  );
  await page.route('**/assets/start-*.js', async route => {
    await Promise.all(asked);
    await route.continue();
  });
  await page.goto('/projects');
  await expect(page.getByRole('table', { name: 'Proyectos' }).getByRole('link').first()).toBeVisible();
});

test('who has no session fetches nothing of the screen wanted', async ({ page }) => {
  const asked: string[] = [];
  await openCold(page, '/projects', providerButton(page, 'Microsoft'), request => asked.push(request.url()));
  expect(asked.some(url => url.includes('/assets/start-'))).toBe(true);
  expect(asked.filter(url => /\/assets\/(layout|list|projects-page)-/.test(url))).toEqual([]);
});

test('a project opened cold does not jump while it loads, on desktop and phone @both', async ({ page }) => {
  await signInAs(page, CAMILA);
  const draft = await completeProject(page, 'Un proyecto que no salta');
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly { readonly node: Element | null }[];
    }
    const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === 'layout-shift';
    globalThis.layoutShifts = [];
    new PerformanceObserver(list => {
      for (const { value, startTime, sources } of list.getEntries().filter(isShift)) {
        const moved = sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '');
        globalThis.layoutShifts?.push({ value, at: Math.round(startTime), moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const requests = watchRequests(page);
  for (const section of ['identification', 'team', 'budget', 'indicators']) {
    await page.goto(`${projectPath(draft)}?section=${section}`);
    await expect(page.locator(`#section-${section}`)).toBeVisible();
    await requests.settle();
    const shifts = (await page.evaluate(() => globalThis.layoutShifts)) ?? [];
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, `${section}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.02);
  }
});
