import type { Locator, Page } from '@playwright/test';
import { localDay } from '../src/domain/kit/calendar.ts';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { approvedProject, projectPath, request } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const MATIAS = 'matias.sepulveda@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
/** A field that is chosen from: some are inputs, some comboboxes. */
async function choose(within: Locator, name: RegExp, option: string): Promise<void> {
  await within.getByRole('combobox', { name }).or(within.getByRole('textbox', { name })).first().click();
  await within
    .page()
    .getByRole('option', { name: new RegExp(`^${option}`) })
    .first()
    .click();
}

test('a person asks about their data, the office answers in time, and they read it @both', async ({
  page,
}) => {
  test.slow();
  await signInAs(page, MATIAS);
  const details = `Mi correo cambió, corríjanlo (${test.info().project.name}).`;
  const right = test.info().project.name === 'phone' ? 'Oposición' : 'Rectificación';
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Hacer una solicitud' }).click();
  const form = dialog(page, 'Hacer una solicitud');
  await form.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(form.getByText('Elige una de las opciones.')).toBeVisible();
  await choose(form, /^Derecho/, right);
  await form.getByRole('textbox', { name: /^Qué pides/ }).fill(details);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(details)).toBeVisible();
  await expect(page.getByText('Por responder').first()).toBeVisible();

  const answer = `Hicimos lo que pediste (${test.info().project.name}).`;
  await asPerson(page, OFFICE, async office => {
    await office.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await office.goto('/');
    const waiting = office.getByRole('region', { name: 'Te toca a ti' });
    await waiting
      .getByRole('link', { name: /Matías Sepúlveda/ })
      .first()
      .click();
    const drawer = dialog(office, /^Solicitud SD-/);
    await expect(drawer.getByText(details)).toBeVisible();
    await expectAccessible(office);
    await drawer.getByRole('button', { name: 'Ampliar plazo' }).click();
    const extending = dialog(office, /^Ampliar/);
    await extending.getByRole('textbox').fill('Falta el visto bueno de Personal.');
    await extending.getByRole('button', { name: /^Ampliar/ }).click();
    await expect(drawer.getByText(/Falta el visto bueno de Personal\./)).toBeVisible();
    await drawer.getByRole('button', { name: 'Responder' }).click();
    const answering = dialog(office, /^Responder SD-/);
    await choose(answering, /^Resultado/, 'Acogida');
    await answering.getByRole('textbox', { name: /^Respuesta/ }).fill(answer);
    await answering.getByRole('button', { name: 'Enviar respuesta' }).click();
    await expect(answering).toBeHidden();
    await expect(drawer.getByText('Acogida')).toBeVisible();
  });
  await page.goto('/profile');
  await expect(page.getByText(answer)).toBeVisible();
});

/** Another story may have published one since. */
async function noticeVersion(page: Page): Promise<number> {
  const text = await (await page.request.get('/publico/privacidad')).text();
  return Number(/Versión (\d+),/.exec(text)?.[1]);
}

test('somebody who only came to an activity is found and forgotten, and still counted', async ({ page }) => {
  test.slow();
  await signInAs(page, 'camila.rojas@biosur.example');
  const ref = await approvedProject(page, 'Talleres de la sede vecinal');
  const activity = crypto.randomUUID();
  await request(page, 'POST', `${projectPath(ref)}/activities`, {
    ...{
      id: activity,
      name: 'Taller de huertos',
      day: localDay(new Date()),
      startsAt: '',
      endsAt: '',
      place: '',
    },
    ...{
      link: '',
      comunaCode: null,
      description: '',
      counts: {},
      planItemId: null,
      completes: false,
      files: [],
    },
  });
  const person = {
    name: 'Úrsula Ñancupil',
    identifierKind: 'rut',
    identifier: '13.864.207-0',
    group: 'external',
  };
  await request(page, 'POST', `${projectPath(ref)}/activities/${activity}/attendance`, {
    ...{ noticeVersion: await noticeVersion(page), rows: [{ ...person, guardian: '' }] },
  });

  await asPerson(page, OFFICE, async office => {
    await office.goto('/admin/privacy/people');
    await office.getByRole('textbox', { name: /^Dato que entrega/ }).fill('13864207-1');
    await office.getByRole('button', { name: 'Buscar', exact: true }).last().click();
    await expect(office.getByText('El RUT no es válido: revisa el dígito verificador.')).toBeVisible();
    await office.getByRole('textbox', { name: /^Dato que entrega/ }).fill('13.864.207-0');
    await office.getByRole('button', { name: 'Buscar', exact: true }).last().click();
    await expect(office.getByText('Úrsula Ñancupil')).toBeVisible();
    expect(office.url()).not.toContain('13864207');
    await expectAccessible(office);
    await office.getByRole('button', { name: 'Eliminar…' }).click();
    await office.getByRole('button', { name: /^Eliminar 1 registro/ }).click();
    const asking = office.getByRole('dialog');
    await asking.getByRole('textbox').first().fill('13864207-0');
    await expectAccessible(office);
    await asking.getByRole('button', { name: /^Eliminar/ }).click();
    await expectToast(office, /elimin/i);
    await expect(office.getByText('No hay nada de esa persona')).toBeVisible();
  });
  const list = await request<{ rows: { name: string }[]; total: number }>(
    page,
    'GET',
    `${projectPath(ref)}/activities/${activity}/attendance`,
  );
  expect([list.total, list.rows.map(row => row.name)]).toEqual([1, ['Persona anonimizada']]);
});

test('an incident says what it lacks, and is closed once it lacks nothing', async ({ page }) => {
  await signInAs(page, OFFICE);
  await page.goto('/admin/privacy/incidents');
  await page.getByRole('button', { name: 'Nuevo incidente' }).first().click();
  const form = dialog(page, 'Nuevo incidente');
  await form.getByRole('textbox', { name: /^Título/ }).fill('Planilla enviada a otra lista');
  await form.getByRole('checkbox', { name: /difusión/ }).check();
  await form
    .getByRole('textbox', { name: /^Descripción/ })
    .fill('Se envió la lista de un taller a otra oficina.');
  await form.getByRole('textbox', { name: /^Qué datos/ }).fill('Nombres y correos de asistentes');
  await choose(form, /^Riesgo/, 'Sin riesgo razonable');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Registrar incidente' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('table').getByText('Planilla enviada a otra lista')).toBeVisible();
  await expect(
    page
      .getByRole('table')
      .getByText(/ID-\d{4}-\d{4}/)
      .first(),
  ).toBeVisible();
});
