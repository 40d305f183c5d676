import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { act, completeProject, type ProjectRef, projectPath, startProject } from './project-api.ts';

const ACADEMIC = 'camila.rojas@biosur.example';
const HEIR = 'matias.sepulveda@biosur.example';

async function pick(page: Page, label: string, typed: string, name: string) {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed);
  await page.getByRole('option', { name }).click();
}
const row = (page: Page, { code }: ProjectRef) => page.getByRole('listitem').filter({ hasText: code });

test('somebody leaves: what they lead goes to a colleague, what cannot go is said, nothing is lost', async ({
  page,
}) => {
  test.slow();
  const [draft, sent] = await asPerson(page, ACADEMIC, async academic => {
    const started = await startProject(academic, `Herencia ${Date.now()}`, 'exts');
    const complete = await completeProject(academic, `Herencia enviada ${Date.now()}`);
    await act(academic, complete, 'submit');
    return [started, complete] as const;
  });
  await signInAs(page, 'Admin');
  await page.goto('/admin/reassign');
  await expect(page.getByRole('heading', { name: 'Elige de quién' })).toBeVisible();

  await pick(page, 'De', 'camila', 'Camila Rojas Fuentes');
  await expect(page.getByRole('heading', { name: /^Proyectos que dirige/ })).toBeVisible();
  await expect(page).toHaveURL(/from=/);
  await pick(page, 'A', 'matias', 'Matías Sepúlveda Araya');
  // One of them to somebody who may not lead projects.
  await page.getByRole('button', { name: new RegExp(`^Otra persona para ${sent.code}`) }).click();
  await page.getByRole('combobox', { name: new RegExp(`^Otra persona para ${sent.code}`) }).fill('soledad');
  await page.getByRole('option', { name: 'Soledad Cifuentes' }).click();
  await expect(row(page, sent)).toContainText(
    'no tiene un rol con el que se dirijan proyectos. Queda fuera.',
  );
  await expect(page.getByText(/Recibirán correo .*Matías Sepúlveda Araya/)).toBeVisible();
  // All of it is in the address: a reload asks for none of it again.
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'A', exact: true })).toHaveValue('Matías Sepúlveda Araya');
  await expect(
    page.getByRole('combobox', { name: new RegExp(`^Otra persona para ${sent.code}`) }),
  ).toHaveValue('Soledad Cifuentes Lagos');
  await page.getByRole('checkbox', { name: new RegExp(`^Reasignar ${draft.code}`) }).uncheck();
  await page.reload();
  await expect(
    page.getByRole('checkbox', { name: new RegExp(`^Reasignar ${draft.code}`) }),
  ).not.toBeChecked();
  await page.getByRole('checkbox', { name: new RegExp(`^Reasignar ${draft.code}`) }).check();
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Deja la universidad en diciembre.');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Reasignar \d+$/ }).click();
  await expect(page.getByText(/Se reasign(ó|aron) \d+ elementos?/)).toBeVisible();
  await expect(row(page, draft)).toHaveCount(0);
  await expect(row(page, sent)).toHaveCount(1);

  await asPerson(page, HEIR, async heir => {
    await heir.goto(projectPath(draft));
    await expect(heir.getByText('Te toca a ti').first()).toBeVisible();
  });
  await asPerson(page, ACADEMIC, async old => {
    await old.goto(projectPath(draft));
    await expect(
      old.getByRole('heading', { name: 'No encontramos lo que buscas, o no tienes acceso.' }),
    ).toBeVisible();
  });
});

test('only the office finds the screen', async ({ page }) => {
  await signInAs(page, 'Dean');
  await page.goto('/admin/reassign');
  await expect(page.getByRole('heading', { name: 'No tienes acceso a esta página' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reasignar' })).toHaveCount(0);
});

test('on a phone the rows stay readable @phone', async ({ page }) => {
  test.slow();
  await asPerson(page, 'Director', director =>
    startProject(director, `Herencia de dirección ${Date.now()}`, 'exts'),
  );
  await signInAs(page, 'Admin');
  await page.goto('/admin/reassign');
  await pick(page, 'De', 'patricia', 'Patricia Contreras Vidal');
  await expect(page.getByRole('heading', { name: /^Escuelas que dirige/ })).toBeVisible();
});
