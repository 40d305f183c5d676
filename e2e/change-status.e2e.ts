import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openCall, startProposal } from './evaluation-api.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import {
  act,
  completeProject,
  fillSection,
  type ProjectRef,
  projectPath,
  readProject,
} from './project-api.ts';

const REASON = 'Acuerdo del comité del 12 de noviembre.';

/** Projects sent to the director, led by the academic; then the office is signed in. */
async function sentProjects(page: Page, titles: readonly string[]): Promise<ProjectRef[]> {
  const refs = await asPerson(page, 'Academic', async academic => {
    const made: ProjectRef[] = [];
    for (const title of titles) made.push(await completeProject(academic, title));
    for (const ref of made) await act(academic, ref, 'submit');
    return made;
  });
  await signInAs(page, 'Admin');
  return refs;
}
const dialog = (page: Page) => page.getByRole('dialog');

test('the office moves several projects at once, reads what happens to each, and takes it back', async ({
  page,
}) => {
  test.slow();
  const word = `Traslado ${Date.now()}`;
  const refs = await sentProjects(page, [`${word} uno`, `${word} dos`]);
  await page.goto('/admin/change-status');
  await page.getByRole('searchbox').fill(word);
  await expect(page).toHaveURL(/q=Traslado/);
  await expect(page.getByText('2 resultados')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check();
  await expect(page).toHaveURL(/picked=/);
  await page.reload();
  await expect(page.getByText('2 seleccionados')).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar estado…' }).click();

  await expect(dialog(page).getByRole('heading', { name: 'Cambiar el estado de 2 proyectos' })).toBeVisible();
  await dialog(page).getByRole('combobox', { name: 'Nuevo estado' }).click();
  await page.getByRole('option', { name: 'En revisión de Decanato' }).click();
  await expect(dialog(page).getByText('2 proyectos cambiarán.')).toBeVisible();
  const effects = dialog(page).getByRole('list', { name: 'Efectos del cambio' });
  await expect(effects.getByRole('listitem').first()).toContainText(
    'Lo tendrá Marcela Figueroa Ponce, hasta el',
  );
  await expect(effects.getByRole('listitem').first()).toContainText(
    'Deja de tenerlo Patricia Contreras Vidal.',
  );
  const told = 'Recibirán correo Camila Rojas Fuentes, Marcela Figueroa Ponce y Patricia Contreras Vidal.';
  await expect(dialog(page).getByRole('checkbox', { name: /Avisar/ })).toBeChecked();
  await expect(effects.getByRole('listitem').first()).toContainText(told);
  await dialog(page).getByRole('button', { name: 'Cambiar 2 proyectos' }).click();
  await expect(dialog(page).getByText('Este campo es obligatorio.')).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Motivo' }).fill(REASON);

  // Meanwhile the director decides on one of them.
  await asPerson(page, 'Director', director => act(director, refs[0] as ProjectRef, 'endorse'));
  await dialog(page).getByRole('button', { name: 'Cambiar 2 proyectos' }).click();
  await expect(dialog(page).getByText('Cambió 1 proyecto. 1 no cambió.')).toBeVisible();
  await expect(dialog(page).getByText(/Patricia Contreras Vidal ya actuó sobre este proyecto/)).toBeVisible();
  await expectAccessible(page);
  expect((await readProject(page, refs[1] as ProjectRef)).status).toBe('dean_review');
  await dialog(page).getByRole('button', { name: 'Cerrar' }).last().click();

  await page.getByRole('button', { name: 'Cambios recientes' }).click();
  await dialog(page).getByRole('link', { name: '1 proyecto a «En revisión de Decanato»' }).first().click();
  await expect(page).toHaveURL(/open=[0-9a-f-]{36}/);
  await dialog(page).getByRole('textbox', { name: 'Motivo' }).fill('Era otra lista de proyectos.');
  await dialog(page).getByRole('button', { name: 'Deshacer en 1 proyecto' }).click();
  await expect(dialog(page).getByText('Se deshizo en 1 proyecto.')).toBeVisible();
  await expectAccessible(page);
  expect((await readProject(page, refs[1] as ProjectRef)).status).toBe('director_review');
});

test('a selection of everything found outlives a reload, and a silent change tells nobody', async ({
  page,
}) => {
  test.slow();
  const word = `Silencio ${Date.now()}`;
  const refs = await sentProjects(page, [`${word} uno`, `${word} dos`]);
  await page.goto(`/admin/change-status?q=${encodeURIComponent(word)}`);
  await page.getByRole('checkbox', { name: `Seleccionar ${refs[0]?.code}` }).check();
  await page.getByRole('button', { name: 'Seleccionar los 2 resultados' }).click();
  await expect(page).toHaveURL(/picked=all/);
  // What is taken out again is remembered too.
  const one = page.getByRole('checkbox', { name: `Seleccionar ${refs[1]?.code}` });
  await one.uncheck();
  await expect(page).toHaveURL(/picked=all\.[\w-]{22}/);
  await page.reload();
  await expect(page.getByText('1 seleccionado')).toBeVisible();
  await one.check();
  await expect(page).toHaveURL(/picked=all(&|$)/);
  await page.reload();
  await expect(page.getByText('2 seleccionados')).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar estado…' }).click();
  await dialog(page).getByRole('combobox', { name: 'Nuevo estado' }).click();
  await page.getByRole('option', { name: 'En revisión de Decanato' }).click();
  await dialog(page)
    .getByRole('checkbox', { name: /Avisar/ })
    .uncheck();
  await expect(dialog(page).getByText('Nadie recibirá avisos ni correos.')).toBeVisible();
  await expect(dialog(page).getByText(/Recibirán correo/)).toHaveCount(0);
  await dialog(page).getByRole('textbox', { name: 'Motivo' }).fill(REASON);
  await dialog(page).getByRole('button', { name: 'Cambiar 2 proyectos' }).click();
  await expect(dialog(page).getByText('Cambiaron 2 proyectos.')).toBeVisible();
  await asPerson(page, 'Dean', async dean => {
    await dean.goto('/notifications');
    await expect(dean.getByRole('heading', { level: 1, name: 'Notificaciones' })).toBeVisible();
    await expect(dean.getByText(refs[1]?.code ?? '')).toHaveCount(0);
  });
});

test('only the office finds the screen', async ({ page }) => {
  await signInAs(page, 'Director');
  await page.goto('/admin/change-status');
  await expect(page.getByRole('heading', { name: 'No tienes acceso a esta página' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cambiar estado' })).toHaveCount(0);
});

test('on a phone a change is chosen, previewed and applied @phone', async ({ page }) => {
  test.slow();
  const word = `Bolsillo ${Date.now()}`;
  const [ref] = await sentProjects(page, [word]);
  await page.goto(`/admin/change-status?q=${encodeURIComponent(word)}`);
  await page.getByRole('checkbox', { name: `Seleccionar ${ref?.code}` }).check();
  await page.getByRole('button', { name: 'Cambiar estado…' }).click();
  await dialog(page).getByRole('combobox', { name: 'Nuevo estado' }).click();
  await page.getByRole('option', { name: 'Aprobado' }).click();
  await dialog(page).getByRole('textbox', { name: 'Motivo' }).fill(REASON);
  await expect(dialog(page).getByText('1 proyecto cambiará.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cambiar 1 proyecto' }).click();
  await expect(dialog(page).getByText('Cambió 1 proyecto.')).toBeVisible();
  await page.goto(projectPath(ref as ProjectRef));
  await expect(page.getByText('Aprobado').first()).toBeVisible();
});

test('who is put among the awarded gets a line and an amount, and leaving frees it @both', async ({
  page,
}) => {
  test.slow();
  const word = `Adjudicado ${Date.now()}`;
  await signInAs(page, 'Admin');
  const call = await openCall(page, `Fondo ${word}`);
  const refs = await asPerson(page, 'Academic', async academic => {
    const made: ProjectRef[] = [];
    for (const n of ['uno', 'dos']) made.push(await startProposal(academic, call, `${word} ${n}`));
    for (const ref of made)
      await fillSection(academic, ref, 'fund', {
        callId: call.id,
        lineId: call.lineId,
      });
    return made;
  });
  await page.goto(`/admin/change-status?q=${encodeURIComponent(word)}`);
  for (const { code } of refs) await page.getByRole('checkbox', { name: `Seleccionar ${code}` }).check();
  await page.getByRole('button', { name: 'Cambiar estado…' }).click();
  await dialog(page).getByRole('combobox', { name: 'Nuevo estado' }).click();
  await page.getByRole('option', { name: 'Aprobado' }).click();
  await dialog(page).getByRole('textbox', { name: 'Motivo' }).fill(REASON);
  const amountOf = ({ code }: ProjectRef) =>
    dialog(page).getByRole('textbox', { name: `Monto adjudicado de ${code}` });
  const [one, two] = refs as [ProjectRef, ProjectRef];
  const confirm = dialog(page).getByRole('button', { name: 'Cambiar 2 proyectos' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await amountOf(one).fill('2000000');
  await amountOf(two).fill('500001');
  await expect(dialog(page).getByText('A la línea le quedan $500.000 después de')).toBeVisible();
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  const wide = await dialog(page).evaluate(el => el.scrollWidth > el.clientWidth);
  expect(wide).toBe(false);
  await amountOf(two).fill('500000');
  await expect(dialog(page).getByText('Se adjudican $500.000 de la línea «Línea única».')).toBeVisible();
  await confirm.click();
  await expect(dialog(page).getByText('Cambiaron 2 proyectos.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar' }).last().click();

  await page.getByRole('checkbox', { name: `Seleccionar ${one.code}` }).check();
  await page.getByRole('button', { name: 'Cambiar estado…' }).click();
  await dialog(page).getByRole('combobox', { name: 'Nuevo estado' }).click();
  await page.getByRole('option', { name: 'Retirado' }).click();
  await expect(dialog(page).getByText('Se liberan $2.000.000.')).toBeVisible();
});
