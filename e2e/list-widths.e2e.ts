import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { expect, openWindow, test } from './fixtures.ts';
import { newInstallation } from './installation.ts';
import { readPlaces, VISITS } from './screens.ts';

/** What makes a column wide: words as long as people have them. */
async function lengthenNames(db: Database): Promise<void> {
  await sql`update users set name = name || ' Etcheverry de la Fuente'`.execute(db);
  // Whoever signs in here is known by the address they have.
  await sql`update users set email = replace(email, '@', '.etcheverry.delafuente@')
    where email !~ '^(beatriz|patricia|marcela)'`.execute(db);
  await sql`update schools set name = name || ' y Ciencias del Movimiento Humano'`.execute(db);
  await sql`update faculties set name = name || ' y Humanidades Aplicadas'`.execute(db);
  await sql`update organisations set name = name || ' de la provincia de Concepción y alrededores'`.execute(
    db,
  );
  await sql`update calls set name = name || ' para proyectos con comunidades rurales'`.execute(db);
  await sql`update projects set title = title || ' con las juntas de vecinos de la ribera norte del río Biobío'`.execute(
    db,
  );
}

/** Each place once, of the office and of whoever heads a unit; forms and steps of an import have no list. */
const LISTS = VISITS.filter(([who]) => /^(beatriz|patricia|marcela)/.test(who)).map(
  ([who, screens]) =>
    [
      who,
      [...new Set(screens.map(({ at }) => at))].filter(
        at => !/settings|import|topic=|^\/projects\/|^\/profile|^\/$/.test(at),
      ),
    ] as const,
);

/** Of each list on the page what lies outside of its place, but for what is moved sideways below its first column. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-list] table')].flatMap(table => {
      const place = table.parentElement;
      const first = table.querySelector('td[data-first]');
      if (!place || !first) return [];
      const name = table.getAttribute('aria-label');
      const edge = document.documentElement.clientWidth;
      if (place.getBoundingClientRect().right > edge) return [`${name}: its place is wider than the page`];
      const { left } = first.getBoundingClientRect();
      place.scrollLeft = place.scrollWidth;
      const end = table.getBoundingClientRect().right - place.getBoundingClientRect().right;
      const moved = first.getBoundingClientRect().left - left;
      place.scrollLeft = 0;
      if (end > 1) return [`${name}: ${end} px are out of reach`];
      return Math.abs(moved) > 1 ? [`${name}: its first column moves by ${moved} px`] : [];
    }),
  );

/** A list that has its rows, or none to have. */
async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('no list is cut off at its right on a screen of 1280 or 1440 pixels, however long the names', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const installation = await newInstallation();
  const places = await readPlaces(installation.db);
  await lengthenNames(installation.db);
  const viewport = { width: 1280, height: 900 };
  for (const [who, addresses] of LISTS) {
    const page = await openWindow(browser, who, { baseURL: installation.origin, viewport });
    for (const at of addresses)
      await test.step(at, async () => {
        await openList(
          page,
          at.replace(/\{([^}]+)\}/g, (_, name: string) => places[name] ?? name),
        );
        for (const width of [1280, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          expect([at, width, await cutOff(page)]).toEqual([at, width, []]);
        }
        await page.setViewportSize(viewport);
      });
    await page.context().close();
  }
  await installation.end();
});

/** Rows that are seen whole without moving anything. */
const rowsInSight = (page: Page) =>
  page.evaluate(() => {
    const place = document.querySelector('[data-list] table')?.parentElement;
    const { bottom = 0 } = place?.getBoundingClientRect() ?? {};
    const end = Math.min(bottom, window.innerHeight);
    return [...document.querySelectorAll('[data-list] tbody tr')].filter(
      row => row.getBoundingClientRect().bottom <= end,
    ).length;
  });

test('projects and people are read fifteen at a time, with titles and addresses in full', async ({
  browser,
}) => {
  const installation = await newInstallation();
  await lengthenNames(installation.db);
  const baseURL = installation.origin;
  const page = await openWindow(browser, 'beatriz.navarrete@biosur.example', {
    baseURL,
    viewport: { width: 1280, height: 900 },
  });
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openList(page, '/projects');
    const title = await page.getByRole('columnheader', { name: 'Título' }).boundingBox();
    expect([width, (title?.width ?? 0) >= 280]).toEqual([width, true]);
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(15);
    await openList(page, '/admin/users');
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(15);
    const cut = await page.evaluate(
      () =>
        [...document.querySelectorAll('td[data-first]')].filter(cell => cell.scrollWidth > cell.clientWidth)
          .length,
    );
    expect([width, cut]).toEqual([width, 0]);
  }
  await page.context().close();
  await installation.end();
});

test('filters stand in rows of one height, however much is chosen', async ({
  page,
  browser,
  installation,
}) => {
  await page.close();
  const window = await openWindow(browser, 'Admin', {
    baseURL: installation.origin,
    viewport: { width: 1280, height: 900 },
  });
  const chosen = ['draft', 'returned', 'approved', 'running'].map(status => `status=${status}`).join('&');
  await openList(window, `/projects?${chosen}&kind=pacs&kind=exts`);
  await window.getByRole('button', { name: 'Más filtros' }).click();
  await expect(window.getByText('Estado: 4')).toBeVisible();
  await expect(window.getByText('Tipo: 2')).toBeVisible();
  await expect(window.getByRole('combobox', { name: 'Responsable' })).toBeVisible();
  for (const width of [1280, 1440]) {
    await window.setViewportSize({ width, height: 900 });
    const boxes = await window.evaluate(() =>
      [...document.querySelectorAll('[data-list] .mantine-Input-wrapper')]
        .map(each => each.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top, height }) => ({ top, height })),
    );
    expect(boxes.length).toBeGreaterThan(10);
    expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([36]));
    // Of whatever stands side by side none is a little higher or lower.
    const tops = [...new Set(boxes.map(({ top }) => top))].sort((a, b) => a - b);
    for (const [n, top] of tops.entries())
      if (n > 0) expect(top - (tops[n - 1] ?? 0)).toBeGreaterThanOrEqual(36);
  }
});
