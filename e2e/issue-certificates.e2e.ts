import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { completeProject, type ProjectRef } from './project-api.ts';

const WIDTHS = [1440, 390] as const;

const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name });
async function expectAccessibleAnywhere(page: Page) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('the office says in the editor of a kind when certificates are given, and reads it before publishing', async ({
  page,
}) => {
  await signInAs(page, 'Admin');
  await page.goto('/admin/kinds/fexs');
  const rule = page.getByRole('combobox', { name: 'Certificados' });
  await expect(rule).toHaveValue('No se emiten');
  await rule.click();
  await page.getByRole('option', { name: 'A quienes asisten, por cada actividad' }).click();
  await expect(page.getByRole('status').filter({ hasText: /Guardado a las/ })).toBeVisible();
  await page.reload();
  await expect(rule).toHaveValue('A quienes asisten, por cada actividad');
  await page.getByRole('button', { name: /Publicar versión/ }).click();
  const differences = dialog(page, 'Publicar versión').getByRole('table', { name: 'Diferencias' });
  await expect(differences.getByRole('row', { name: /^Certificados/ })).toContainText(
    'A quienes asisten, por cada actividad',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar borrador' }).click();
  await dialog(page, '¿Descartar el borrador?').getByRole('button', { name: 'Descartar borrador' }).click();
  await expect(rule).toHaveValue('No se emiten');
});

test('the office issues what is missing of projects closed earlier, with a result for each', async ({
  page,
  installation: { db },
}) => {
  test.slow();
  const word = `Cerrado ${Date.now()}`;
  const refs = await asPerson(page, 'Academic', async academic => {
    const made: ProjectRef[] = [];
    for (const n of ['uno', 'dos']) made.push(await completeProject(academic, `${word} ${n}`));
    return made;
  });
  // As they came to the platform: nobody was given anything as they were closed.
  await sql`update projects set status = 'closed', status_since = now() where id = any(${refs.map(r => r.id)}::uuid[])`.execute(
    db,
  );
  await signInAs(page, 'Admin');
  await page.goto('/certificates/issue');
  await page.getByRole('searchbox').fill(word);
  await expect(page.getByText('2 resultados')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Solo los que faltan' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check();
  await page.getByRole('button', { name: 'Emitir…' }).click();
  const issuing = dialog(page, 'Emitir certificados de 2 proyectos');
  await expect(issuing.getByRole('switch', { name: /^Avisar/ })).not.toBeChecked();
  await expectAccessibleAnywhere(page);
  // Meanwhile one of them was opened again: the other is issued all the same.
  await sql`update projects set status = 'running' where id = ${refs[0]?.id}`.execute(db);
  await issuing.getByRole('button', { name: /^Emitir \d+ certificados/ }).click();
  await expect(issuing.getByRole('status')).toHaveText(
    /^Se emiti(ó|eron) \d+ certificados? en 1 proyecto\. 1 proyecto sin emitir\.$/,
  );
  await expect(issuing.getByRole('listitem').first()).toContainText('El proyecto no está cerrado.');
  await expect(issuing.getByRole('listitem').nth(1)).toContainText(/Se emiti(ó|eron) \d+ certificado/);
  await expectAccessibleAnywhere(page);
  await issuing.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
  const { rows } = await sql<{ project: string }>`
    select distinct project_id as project from certificates where project_id = any(${refs.map(r => r.id)}::uuid[])`.execute(
    db,
  );
  expect(rows.map(r => r.project)).toEqual([refs[1]?.id]);
  // Asked for all, it is there and cannot be chosen again.
  await page.getByRole('switch', { name: 'Solo los que faltan' }).click();
  await expect(
    page.getByRole('checkbox', { name: /^Seleccionar .*: Todas las personas ya tienen su certificado\.$/ }),
  ).toBeDisabled();
  await page.getByRole('tab', { name: 'Evaluadores' }).click();
  await expect(page).toHaveURL(/tab=reviewers/);
  await expectAccessibleAnywhere(page);
});
