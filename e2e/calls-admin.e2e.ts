import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { callSettings } from './evaluation-api.ts';
import { asPerson, expect, expectKept, signInAs, test } from './fixtures.ts';
import { request } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });
test.slow();

/** A day some months from now as people type it. */
function daysAhead(days: number): string {
  const [year, month, day] = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${day}-${month}-${year}`;
}

test('the office copies last year’s call, changes lines and rubric, opens it; an academic applies; the office extends it @phone', async ({
  page,
}, { project }) => {
  const name = `Fondo Barrios Vivos ${project.name} ${Date.now() % 100_000}`;
  await signInAs(page, 'beatriz.navarrete@biosur.example');
  await page.goto('/admin/calls');
  await expect(page.getByText(/^Fondo de extensión \d{4}$/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Nueva convocatoria' }).click();
  const drawer = page.getByRole('dialog', { name: 'Nueva convocatoria' });
  await drawer.getByRole('combobox', { name: 'Copiar de' }).click();
  await page
    .getByRole('option', { name: /^Fondo de extensión/ })
    .first()
    .click();
  await drawer.getByRole('textbox', { name: 'Nombre' }).fill(name);
  await drawer.getByRole('button', { name: 'Crear copia' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(
    page.getByText('Solo la ve la oficina. Para abrirla falta la fecha de apertura y la fecha de cierre.'),
  ).toBeVisible();

  // Dates, lines and rubric, saved together; wrong weights and a cap over the budget are told where they are.
  const [closing, later] = [daysAhead(40), daysAhead(47)];
  await page.getByRole('textbox', { name: 'Cierra', exact: true }).fill(closing);
  await page.getByRole('textbox', { name: 'Cierra', exact: true }).press('Enter');
  await page.getByLabel('Hora: Cierra').fill('13:30');
  await page.getByRole('tab', { name: 'Líneas y cupos' }).click();
  await page.getByRole('button', { name: 'Agregar línea' }).click();
  await page.getByRole('textbox', { name: 'Nombre de la línea' }).last().fill('Barrios vivos');
  await page.getByRole('textbox', { name: 'Tope por proyecto' }).last().fill('9000000');
  await page.getByRole('textbox', { name: 'Presupuesto de la línea' }).last().fill('6000000');
  await page.getByRole('textbox', { name: 'Honorarios' }).fill('30');
  await page.getByRole('textbox', { name: 'Aporte mínimo de socios' }).fill('15');
  await page.getByRole('tab', { name: 'Pauta' }).click();
  const weight = page.getByRole('textbox', { name: 'Ponderación' }).first();
  const before = Number((await weight.inputValue()).replace(/\D/g, ''));
  await weight.fill(String(before + 5));
  await expect(page.getByText('Las ponderaciones suman 105 %; deben sumar 100 %.')).toBeVisible();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('alert').getByText('Pauta: Las ponderaciones deben sumar 100.')).toBeVisible();
  await weight.fill(String(before));
  await expect(page.getByText('Las ponderaciones suman 100 %; deben sumar 100 %.')).toBeVisible();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(
    page.getByText('Líneas y cupos: El tope por proyecto no puede superar el presupuesto de la línea.'),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Líneas y cupos' }).click();
  await page.getByRole('textbox', { name: 'Tope por proyecto' }).last().fill('2000000');
  await page.getByRole('tab', { name: 'Bases' }).click();
  await page.getByRole('textbox', { name: 'Texto de las bases' }).press('Control+End');
  await page.keyboard.type(' Conversa antes con tu barrio.');
  // A reload in the middle loses nothing.
  await expectKept(page, 'Conversa antes con tu barrio.');
  await page.reload();
  await expect(page.getByText(/^Recuperamos lo que estabas escribiendo el /)).toBeVisible();
  await expect(page.getByText('Conversa antes con tu barrio.')).toBeVisible();
  await expectAccessible(page);
  // A colleague saves something else meanwhile: both changes stay.
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await asPerson(page, 'tomas.espinoza@biosur.example', async colleague => {
    const { version } = await request<{ version: number }>(colleague, 'GET', `/calls/${id}`);
    const settings = await callSettings(colleague, id, { minimum: 65 });
    await request(colleague, 'PUT', `/calls/${id}`, { version, settings });
  });
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  const conflict = page
    .getByRole('alert')
    .filter({ hasText: 'Otra persona guardó cambios mientras editabas' });
  await expect(conflict.getByText('Cambió: Puntaje mínimo.')).toBeVisible();
  // Off the button, whose reason would stand over the page.
  await conflict.hover();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(page.getByText('Todo guardado.')).toBeVisible();
  expect(await request(page, 'GET', `/calls/${id}`)).toMatchObject({
    minimum: 65,
    publicText: expect.stringContaining('Conversa antes con tu barrio.'),
  });
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'bases-firmadas.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from('%PDF-1.4\nbases firmadas\n%%EOF'),
  });
  await expect(page.getByRole('button', { name: 'bases-firmadas.pdf', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Abrir convocatoria' }).click();
  const opening = page.getByRole('dialog', { name: '¿Abrir la convocatoria?' });
  await expect(opening.getByText(`Cierra el ${closing} 13:30.`)).toBeVisible();
  await opening.getByRole('button', { name: 'Abrir convocatoria' }).click();
  await expect(page.getByText(/^Ya abrió: líneas, pauta/)).toBeVisible();
  await page.getByRole('tab', { name: 'Pauta' }).click();
  await expect(page.getByRole('textbox', { name: 'Ponderación' }).first()).toBeDisabled();

  await asPerson(page, 'matias.sepulveda@biosur.example', async academic => {
    await academic.goto(`/calls?q=${encodeURIComponent(name)}`);
    await academic.getByRole('link', { name }).click();
    await expect(academic.getByRole('heading', { level: 1, name })).toBeVisible();
    const bases = academic.getByRole('main');
    await expect(bases.getByRole('row', { name: /^Barrios vivos \$2\.000\.000 / })).toBeVisible();
    const limits = bases.getByRole('region', { name: 'Límites de la propuesta' });
    await expect(limits).toContainText('HonorariosHasta el 30 % del monto pedido');
    await expect(limits).toContainText('Aporte de sociosAl menos el 15 % del monto pedido');
    await expect(bases.getByRole('region', { name: 'Pauta de evaluación' })).toContainText(
      /Pertinencia.*0 a \d+20 %/,
    );
    await expect(bases.getByText('Conversa antes con tu barrio.')).toBeVisible();
    const download = academic.waitForEvent('download');
    await bases.getByRole('button', { name: 'bases-firmadas.pdf' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('bases firmadas');
    await bases.getByRole('link', { name: 'Empezar una propuesta' }).click();
    // Several are open: the one it was started from is chosen.
    await expect(academic.getByRole('combobox', { name: 'Convocatoria' })).toHaveValue(name);
    await expectAccessible(academic);
    await academic.getByRole('textbox', { name: 'Título' }).fill('Murales de la población');
    await academic.getByRole('button', { name: 'Crear borrador' }).click();
    await expect(academic.getByRole('heading', { level: 1, name: 'Murales' })).toBeVisible();
    await academic.goto(`${new URL(academic.url()).pathname}?section=fund`);
    await expect(academic.getByRole('combobox', { name: 'Convocatoria' })).toHaveValue(name);
    await expect(academic.getByText('Convocatoria abierta: cumplido')).toBeVisible();
  });

  await page.getByRole('button', { name: 'Ampliar plazo' }).click();
  const extension = page.getByRole('dialog', { name: 'Ampliar plazo' });
  await extension.getByRole('textbox', { name: 'Nuevo cierre', exact: true }).fill(later);
  await extension.getByRole('textbox', { name: 'Nuevo cierre', exact: true }).press('Enter');
  await extension.getByRole('textbox', { name: 'Motivo' }).fill('Hubo un corte de luz en el campus.');
  await extension.getByRole('button', { name: 'Ampliar plazo' }).click();
  await expectToast(page, `Ahora cierra el ${later} 13:30. Avisamos a 1 persona con borrador.`);
  await expect(page.getByText(new RegExp(`^Cierra el ${later} 13:30`))).toBeVisible();
  await page.getByRole('tab', { name: 'Líneas y cupos' }).click();
  await expect(page.getByRole('textbox', { name: 'Honorarios' })).toBeDisabled();
  await page.getByRole('button', { name: 'Mover dinero entre líneas' }).click();
  const transfer = page.getByRole('dialog', { name: 'Mover dinero entre líneas' });
  await transfer.getByRole('combobox', { name: 'De la línea' }).click();
  await page.getByRole('option', { name: 'Barrios vivos' }).click();
  await expect(transfer.getByText('Se pueden mover hasta $6.000.000.')).toBeVisible();
  await transfer.getByRole('combobox', { name: 'A la línea' }).click();
  await page
    .getByRole('option', { name: /Quedan/ })
    .first()
    .click();
  await transfer.getByRole('textbox', { name: 'Monto' }).fill('6000001');
  await transfer.getByRole('textbox', { name: 'Motivo' }).fill('Nadie postuló a esta línea.');
  await transfer.getByRole('button', { name: 'Mover dinero' }).click();
  await expect(
    transfer.getByText('De la línea «Barrios vivos» se pueden mover hasta $6.000.000'),
  ).toBeVisible();
  await expectAccessible(page);
  await transfer.getByRole('textbox', { name: 'Monto' }).fill('1500000');
  await transfer.getByRole('button', { name: 'Mover dinero' }).click();
  await expectToast(page, 'Se movieron $1.500.000.');
  const funds = page.getByRole('region', { name: 'Dinero de las líneas' });
  await expect(funds.getByRole('row', { name: /^Barrios vivos/ })).toContainText('$4.500.000');
  await expect(page.getByRole('region', { name: 'Dinero movido' })).toContainText('Nadie postuló');
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Cifras' }).click();
  await expect(page.getByRole('region', { name: 'Por línea' }).getByText('Barrios vivos')).toBeVisible();
  await page.getByRole('button', { name: 'Exportar' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain('Línea;Barrios vivos;0;');
});
