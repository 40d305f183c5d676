import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { act, completeProject, type ProjectRef, projectPath, readProject } from './project-api.ts';

const CAMILA = 'camila.rojas@biosur.example';

const pointOf = async (page: Page, ref: ProjectRef) => {
  const { sections } = await readProject(page, ref);
  return sections.find(s => s.slug === 'territory')?.data.point as {
    latitude: number;
    longitude: number;
  } | null;
};
const saved = (page: Page) => expect(page.getByText(/^Guardado/).first()).toBeVisible();

test('an academic marks the place of a project on the map, and who reads it sees it there @both', async ({
  page,
}) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Huertos en Boca Sur');
  await page.goto(`${projectPath(ref)}?section=territory`);
  await page.getByRole('button', { name: 'Marcar en el mapa' }).click();
  const map = page.getByRole('group', { name: /^Comunas: San Pedro de la Paz\./ });
  await expect(map.getByRole('img', { name: 'San Pedro de la Paz' })).toBeVisible();
  await expectAccessible(page);

  await map.click({ position: { x: 170, y: 120 } });
  await expect(page.getByText(/, cerca del centro de /)).toBeVisible();
  await expect.poll(() => pointOf(page, ref)).not.toBeNull();
  const clicked = await pointOf(page, ref);
  await page.getByRole('button', { name: /^Punto en / }).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await pointOf(page, ref))?.latitude).toBeGreaterThan(clicked?.latitude ?? 0);
  await expect
    .poll(async () => (await pointOf(page, ref))?.longitude)
    .toBeGreaterThan(clicked?.longitude ?? 0);
  await saved(page);
  await expectAccessible(page);

  await act(page, ref, 'submit');
  await asPerson(page, 'Director', async director => {
    await director.goto(projectPath(ref));
    // It comes when it is about to be seen.
    await director.getByRole('heading', { name: 'Territorio' }).scrollIntoViewIfNeeded();
    const seen = director.getByRole('figure', { name: 'Mapa' });
    await expect(seen.getByRole('img', { name: /^Punto marcado: / })).toBeVisible();
    await expect(seen.getByRole('img', { name: 'San Pedro de la Paz' })).toBeVisible();
    await expectAccessible(director);
  });
});

test('the plan is read as a Gantt by keyboard, as a table and as files', async ({ page }) => {
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Un plan que se ve');
  await page.goto(`${projectPath(ref)}?section=plan`);
  const gantt = page.getByRole('figure', { name: 'Carta Gantt' });
  const bars = gantt.getByRole('img');
  await bars.first().focus();
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  await expect(bars.last()).toHaveAccessibleName(/^Hito: Entrega de la guía, 10-12-2026/);
  await gantt.getByRole('button', { name: 'Ver tabla' }).click();
  await expect(gantt.getByRole('row')).toHaveCount(5);
  await expectAccessible(page);

  const file = async (name: string) => {
    await gantt.getByRole('button', { name: 'Descargar' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const png = await file('Imagen (PNG)');
  expect(png.name).toBe('carta-gantt.png');
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  // Twice the 720 of the paper it is drawn on.
  expect(png.content.readUInt32BE(16)).toBe(1440);
  expect((await file('Datos (CSV)')).content.toString()).toContain('Entrega de la guía;Hito;10-12-2026');
});
