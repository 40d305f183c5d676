import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { fillSection, type ProjectRef, projectPath, readProject, startProject } from './project-api.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const MATIAS = 'matias.sepulveda@biosur.example';

const title = (page: Page) => page.getByRole('textbox', { name: 'Título' });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /Guardado a las/ });
const field = (page: Page, name: string) => page.getByRole('radiogroup', { name });

async function identification(page: Page, ref: ProjectRef) {
  const { sections } = await readProject(page, ref);
  return sections.find(s => s.slug === 'identification')?.data ?? {};
}

async function open(page: Page, ref: ProjectRef) {
  await page.goto(projectPath(ref));
  await expect(title(page)).toBeVisible();
}

async function addKeyword(page: Page, word: string) {
  await page.getByRole('combobox', { name: 'Palabras clave' }).fill(word);
  await page.keyboard.press('Enter');
}

test('the same person in two windows: both values side by side, either can be kept, nothing is lost', async ({
  page,
  context,
}) => {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, 'Una persona en dos ventanas');
  const second = await context.newPage();
  await open(page, ref);
  await open(second, ref);
  await addKeyword(second, 'territorio');
  await title(second).fill('Título de la segunda ventana');
  await expect(saved(second)).toBeVisible();

  await title(page).fill('Título de la primera ventana');
  const panel = page.getByRole('region', { name: 'Guardaste cambios en otra ventana mientras editabas' });
  await expect(field(page, 'Título').getByText('Título de la primera ventana')).toBeVisible();
  await expect(field(page, 'Título').getByText('Título de la segunda ventana')).toBeVisible();

  // The other window goes on and the first is reloaded meanwhile: what it had is still there.
  await title(second).fill('La segunda ventana sigue escribiendo');
  await expect.poll(async () => (await identification(page, ref)).title).toContain('sigue escribiendo');
  await page.reload();
  await expect(field(page, 'Título').getByText('Título de la primera ventana')).toBeVisible();
  await expect(field(page, 'Título').getByText('La segunda ventana sigue escribiendo')).toBeVisible();
  // Only the other window changed these, which is known after the reload, too.
  await expect(field(page, 'Palabras clave').getByRole('radio', { name: /Lo guardado/ })).toBeChecked();
  await panel.getByRole('button', { name: 'Guardar lo elegido' }).click();
  await expect(saved(page)).toBeVisible();
  expect(await identification(page, ref)).toMatchObject({
    title: 'Título de la primera ventana',
    keywords: ['territorio'],
  });
});

test('two people in the same section: each reads what the other saved, and what only one changed stays', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await startProject(page, 'Dos personas en una sección');
  const { id } = await asPerson(page, MATIAS, async other => {
    const user = await other.evaluate(() => JSON.parse(localStorage.getItem('auth-user') ?? '{}'));
    return user as { id: string };
  });
  await fillSection(page, ref, 'identification', { alternateId: id });
  await open(page, ref);

  await asPerson(page, MATIAS, async alternate => {
    await open(alternate, ref);
    await title(page).fill('Título que puso Camila');
    await expect(saved(page)).toBeVisible();

    await title(alternate).fill('Título que puso Matías');
    await addKeyword(alternate, 'patrimonio');
    await expect(
      alternate.getByRole('region', { name: 'Otra persona guardó cambios mientras editabas' }),
    ).toBeVisible();
    await expect(field(alternate, 'Título').getByText('Título que puso Camila')).toBeVisible();
    await expect(field(alternate, 'Título').getByText('Título que puso Matías')).toBeVisible();
    await expect(
      field(alternate, 'Título').getByRole('radio', { name: 'Lo guardado por Camila Rojas Fuentes' }),
    ).toBeVisible();
    await expectAccessible(alternate);
    await field(alternate, 'Título')
      .getByRole('radio', { name: /Lo guardado por/ })
      .check();
    await alternate.getByRole('button', { name: 'Guardar lo elegido' }).click();
    await expect(saved(alternate)).toBeVisible();
    await expect(title(alternate)).toHaveValue('Título que puso Camila');
    expect(await identification(page, ref)).toMatchObject({
      title: 'Título que puso Camila',
      keywords: ['patrimonio'],
    });
  });

  // Now the lead is behind: looking at the window again does not turn what others wrote into her own change.
  const read = page.waitForResponse(r => r.url().endsWith(projectPath(ref)) && r.ok());
  await page.clock.install();
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await read;
  await page.clock.resume();
  await title(page).fill('Otro título de Camila');
  await expect(field(page, 'Palabras clave').getByRole('radio', { name: /Lo guardado/ })).toBeChecked();
  await expect(field(page, 'Título').getByRole('radio', { name: 'Lo mío' })).toBeChecked();
  await page.getByRole('button', { name: 'Guardar lo elegido' }).click();
  await expect(saved(page)).toBeVisible();
  expect(await identification(page, ref)).toMatchObject({
    title: 'Otro título de Camila',
    keywords: ['patrimonio'],
  });
});

test('both values are readable on a phone @phone', async ({ page }) => {
  await signInAs(page, CAMILA);
  const ref = await startProject(page, 'Dos ventanas en el teléfono');
  await open(page, ref);
  await fillSection(page, ref, 'identification', { title: 'Título guardado desde otro lugar' });
  await title(page).fill('Título escrito en el teléfono');
  await expect(field(page, 'Título').getByText('Título guardado desde otro lugar')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Conservar lo mío' }).click();
  await expect(saved(page)).toBeVisible();
  expect((await identification(page, ref)).title).toBe('Título escrito en el teléfono');
});
