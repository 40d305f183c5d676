import { randomUUID } from 'node:crypto';
import { expectAccessible } from './axe.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { expectReadable, openIndex } from './packs.ts';
import { expectToast } from './toasts.ts';

test('the office writes criteria, sees what nothing shows, and has a pack @both', async ({ page }, info) => {
  test.slow();
  const name = `Matriz ${randomUUID().slice(0, 8)}`;
  await signInAs(page, 'Admin');
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Acreditación', exact: true }).click();
  await page.getByRole('button', { name: 'Nueva matriz' }).first().click();
  const data = page.getByRole('dialog', { name: 'Nueva matriz' });
  await data.getByRole('textbox', { name: /^Nombre/ }).fill(name);
  await data.getByRole('button', { name: 'Crear matriz' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('button', { name: 'Agregar criterio' }).click();
  const form = page.getByRole('dialog', { name: 'Nuevo criterio' });
  await form.getByRole('textbox', { name: /^Código/ }).fill('C1');
  await form.getByRole('textbox', { name: /^Nombre/ }).fill('Proyectos con el territorio');
  await form.getByRole('textbox', { name: /^Texto/ }).fill('Hay proyectos en ejecución.');
  await form.getByRole('combobox', { name: /^Evidencia/ }).click();
  await page.getByRole('option', { name: 'Fichas de los proyectos' }).click();
  await page.getByRole('option', { name: 'Registro: Actividades' }).click();
  await form.getByRole('textbox', { name: /^Texto/ }).click();
  await form.getByRole('button', { name: 'Agregar enunciado' }).click();
  await form
    .getByRole('textbox', { name: /^Texto/ })
    .nth(1)
    .fill('Nada lo muestra.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Agregar criterio' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 enunciado sin evidencia' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Preparar paquete' }).click();
  await expectToast(page, new RegExp(`^${name} · Toda la universidad · [0-9-]+: lista para descargar\\.`));
  const open = page.getByRole('button', { name: new RegExp(`^Descargar ${name}`) });
  const index = await openIndex(page, open, info);
  await expect(
    index.getByRole('heading', { level: 2, name: 'C1 · Proyectos con el territorio' }),
  ).toBeVisible();
  await expect(index.getByText('Sin evidencia.')).toBeVisible();
  await expectReadable(index);
  await index.close();
  await page.getByRole('button', { name: new RegExp(`^Quitar ${name}`) }).click();
});
