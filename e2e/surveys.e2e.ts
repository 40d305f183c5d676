import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { approvedProject, projectPath, request } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** The office writes two questions; leaving in between loses nothing. */
async function writeInstrument(page: Page, name: string): Promise<void> {
  await page.goto('/surveys/instruments');
  await page.getByRole('button', { name: 'Nuevo instrumento' }).click();
  const drawer = dialog(page, 'Nuevo instrumento');
  await drawer.getByRole('button', { name: 'Crear instrumento' }).click();
  await expect(drawer.getByText('Este campo es obligatorio.')).toBeVisible();
  await drawer.getByRole('textbox', { name: /^Nombre/ }).fill(name);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Crear instrumento' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const [kind, text] of [
    ['Escala', '¿Cómo fue el trato?'],
    ['Texto', '¿Qué mejorarías?'],
  ] as const) {
    await page.getByRole('button', { name: 'Agregar pregunta' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
    await page.getByRole('textbox', { name: 'Pregunta' }).last().fill(text);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar preguntas' }).click();
  await expectToast(page, /guardad/);
}

test('a survey is prepared, sent, answered in a room, and closed @both', async ({ page, browser }) => {
  test.slow();
  const instrument = `Trato ${test.info().project.name}`;
  await signInAs(page, CAMILA);
  await asPerson(page, OFFICE, async office => {
    await office.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await writeInstrument(office, instrument);
  });
  const ref = await approvedProject(page, `Huertas encuestadas ${test.info().project.name}`);
  await page.goto(`${projectPath(ref)}?tab=surveys`);
  await page.getByRole('button', { name: 'Nueva encuesta' }).click();
  const form = dialog(page, 'Nueva encuesta');
  await form
    .getByRole('combobox', { name: /^Instrumento/ })
    .or(form.getByRole('textbox', { name: /^Instrumento/ }))
    .first()
    .click();
  await page.getByRole('option', { name: instrument }).click();
  await form
    .getByRole('combobox', { name: /^Para quién/ })
    .or(form.getByRole('textbox', { name: /^Para quién/ }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Participantes' }).click();
  await form.getByRole('radio', { name: 'Anónima' }).check();
  await form.getByRole('textbox', { name: /^Mensaje/ }).fill('Cuéntanos <b>cómo</b> te fue.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Crear encuesta' }).click();

  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${instrument}`) })).toBeVisible();
  await page.getByRole('button', { name: 'Pegar lista' }).click();
  const paste = page.getByRole('dialog', { name: /Pegar lista/ });
  await paste.getByRole('textbox').first().fill('Ana Soto; ana@junta.example\nLuis Vera; luis@junta.example');
  await expectAccessible(page);
  await paste.getByRole('button', { name: /^Revisar/ }).click();
  await paste.getByRole('button', { name: /^Agregar/ }).click();
  await expect(page.getByText('ana@junta.example')).toBeVisible();

  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(dialog(page, 'Enviar la encuesta')).toContainText('2 personas');
  await expectAccessible(page);
  await dialog(page, 'Enviar la encuesta').getByRole('button', { name: 'Enviar' }).click();
  await expectToast(page, 'Encuesta enviada a 2 personas.');

  await page.getByRole('tab', { name: 'Código en sala' }).click();
  await page.getByRole('button', { name: 'Crear código' }).click();
  const address = (await page.getByText(/\/publico\/encuesta\//).textContent()) ?? '';
  await expectAccessible(page);

  // Somebody in the room, on a phone of their own.
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const room = await phone.newPage();
  const asked = new URL(new URL(address).pathname, page.url()).href;
  await room.goto(asked);
  await expect(room.getByRole('heading', { level: 1 })).toContainText(instrument);
  await expect(room.getByText('Cuéntanos <b>cómo</b> te fue.')).toBeVisible();
  await expectAccessible(room);
  expect(await room.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await room.getByRole('button', { name: 'Enviar mis respuestas' }).click();
  await expect(room.getByText('Responde al menos una pregunta.')).toBeVisible();
  await expectAccessible(room);
  await room.getByRole('radio', { name: '4' }).check();
  await room.getByRole('textbox', { name: '¿Qué mejorarías?' }).fill('Nada <script>');
  await room.getByRole('button', { name: 'Enviar mis respuestas' }).click();
  await expect(room.getByRole('heading', { name: 'Gracias por responder' })).toBeVisible();
  await room.goto(asked);
  await expect(room.getByRole('heading', { name: 'Ya se respondió desde este dispositivo' })).toBeVisible();
  await phone.close();

  await page.reload();
  await expect(page.getByRole('main')).toContainText('1 de 2');
  await page.getByRole('button', { name: 'Cerrar ahora' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cerrar/ })
    .last()
    .click();
  await expect(page.getByText(/Se están contando las respuestas/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recordar' })).toHaveCount(0);
});

test('results are read by group, with what was written, and over the years @both', async ({ page }) => {
  test.slow();
  await signInAs(page, OFFICE);
  const { rows } = await request<{ rows: { id: string; title: string }[] }>(
    page,
    'GET',
    '/waves?state=ready&sort=-openedAt',
  );
  const last = rows.find(row => row.title.startsWith('Socios de la universidad'));
  await page.goto(`/surveys/${last?.id}`);
  await expect(page.getByText(/^52 respuestas/)).toBeVisible();
  const shown = page
    .getByRole('combobox', { name: 'Mostrar' })
    .or(page.getByRole('textbox', { name: 'Mostrar' }))
    .first();
  await shown.click();
  await page.getByRole('option', { name: /^Organización socia/ }).click();
  await expect(page).toHaveURL(/part=1/);
  await expect(page.getByText(/Lo escrito es de todas las respuestas/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Resultados por año' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Valoración del trabajo en conjunto' }),
  ).toBeVisible();
  await expect(page.getByText('Cambió la escala').first()).toBeVisible();
  await expectAccessible(page);
});
