import type { Page } from '@playwright/test';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { act, completeProject } from './project-api.ts';

const CAMILA = 'camila.rojas@biosur.example';
const DIRECTOR = 'patricia.contreras@biosur.example';
const DEAN = 'marcela.figueroa@biosur.example';

const figures = (page: Page, unit: string) =>
  page.getByRole('list', { name: `Proyectos por estado: ${unit}` });

/** The figure and the list it leads to say the same; asked again when somebody else takes a step in between. */
const drillDown = (page: Page, unit: string, search: RegExp) =>
  expect(async () => {
    await page.goto('/');
    const figure = figures(page, unit).getByRole('link', { name: /En revisión de Dirección/ });
    const count = Number((await figure.textContent())?.replace(/\D/g, ''));
    expect(count).toBeGreaterThan(0);
    await figure.click();
    await expect(page).toHaveURL(search);
    await expect(page.getByText(new RegExp(`^1–${count} de ${count}$`))).toBeVisible({ timeout: 4000 });
  }).toPass();

test('everybody starts with what waits for them; heads see their units and reach each list @phone', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await completeProject(page, 'Inicio según quién entra');
  await act(page, ref, 'submit');
  await page.goto('/');
  await expect(
    page.getByRole('list', { name: 'Mis proyectos' }).getByText('Inicio según quién entra').first(),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Próximos plazos' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oficina' })).toHaveCount(0);

  for (const [who, unit, search] of [
    [DIRECTOR, 'Escuela de Enfermería', /school=[\w-]{36}/],
    [DEAN, 'Facultad de Salud y Ciencias Sociales', /faculty=[\w-]{36}/],
  ] as const)
    await asPerson(page, who, async head => {
      await head.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
      await head.goto('/');
      await drillDown(head, unit, search);
      await expect(head).toHaveURL(/status=director_review/);
    });
});

test('the office sees what needs it, in two requests at most one after the other @phone', async ({
  page,
}) => {
  // Somebody of another university, whose account waits for the office from now on.
  await asPerson(page, 'constanza.silva@otra-universidad.example', async () => undefined);
  await signInAs(page, 'Admin');
  const asked: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  const office = page.getByRole('region', { name: 'Oficina' });
  await expect(office.getByText('Pasos sin titular')).toBeVisible();
  await expect(office.getByText('Pasos vencidos')).toBeVisible();
  expect(asked.filter(path => path === '/api/home')).toHaveLength(1);
  await office.getByRole('link', { name: /^Cuentas por habilitar/ }).click();
  await expect(page).toHaveURL(/\/admin\/users\?state=pending/);
});
