import { writeFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { photoWith } from '../test/photos.ts';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, expectKept, signInAs, test } from './fixtures.ts';
import { approvedProject, type ProjectRef, projectPath, request } from './project-api.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const COLLEAGUE = 'matias.sepulveda@biosur.example';
const execution = (ref: ProjectRef) => `${projectPath(ref)}?tab=execution`;
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const today = () => new Date().toLocaleDateString('sv', { timeZone: 'America/Santiago' });

async function photos(info: TestInfo, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const path = info.outputPath(`foto-${n}.jpg`);
      await writeFile(path, await photoWith({ width: 320, height: 240 }));
      return path;
    }),
  );
}

/** Photos are on their way until the answer is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = '**/uploads/*/finish';
  await page.route(held, async route => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Counts what a thumb does. */
function thumb() {
  let taps = 0;
  return {
    taps: () => taps,
    tap: async (what: Locator) => {
      taps += 1;
      await what.click();
    },
    type: async (what: Locator, text: string) => {
      taps += 1;
      await what.fill(text);
    },
  };
}

test('on a phone an activity with photos and people is recorded from the plan in six taps @phone', async ({
  page,
}, info) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Huerto que se registra en terreno');
  const files = await photos(info, 2);
  await page.goto(projectPath(ref));
  const { tap, type, taps } = thumb();
  await tap(page.getByRole('tab', { name: 'Ejecución' }));
  await tap(part(page, 'Lo que viene').getByRole('button', { name: 'Registrar Entrega de la guía' }));
  const form = page.getByRole('dialog', { name: 'Registrar actividad' });
  await expect(form.getByRole('textbox', { name: 'Qué se hizo' })).toHaveValue('Entrega de la guía');
  await type(form.getByRole('textbox', { name: 'Personas que participaron' }), '38');
  const choosing = page.waitForEvent('filechooser');
  await tap(form.getByRole('button', { name: 'Agregar fotos o archivos' }));
  // The album is one tap of the phone's own.
  const arrive = await holdUploads(page);
  await (await choosing).setFiles(files);
  await tap(form.getByRole('button', { name: 'Guardar actividad' }));
  // Nobody taps again: it is saved once the photos are there.
  await expect(form.getByRole('button', { name: 'Guardar al llegar 2 archivos' })).toBeVisible();
  arrive();
  await expectToast(page, 'Actividad registrada.');
  expect(taps() + 1).toBe(6);
  const line = part(page, 'Actividades').getByRole('listitem').filter({ hasText: 'Entrega de la guía' });
  await expect(line).toContainText('38');
  await expect(line.getByTitle('Fotos')).toContainText('2');
  await expect(part(page, 'Plan y avance').getByRole('row', { name: /Entrega de la guía/ })).toContainText(
    'Hecha',
  );
  await line.getByRole('button', { name: 'Entrega de la guía' }).click();
  const detail = page.getByRole('dialog', { name: 'Entrega de la guía' });
  await expect(detail.getByRole('button', { name: /^Ver foto-/ })).toHaveCount(2);
  await expectAccessible(page);
});

test('the plan stands beside what was done, on the chart and in the table @both', async ({ page }) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Plan que se compara con lo hecho');
  await page.goto(execution(ref));
  await expect(part(page, 'Actividades')).toContainText('Todavía no hay actividades registradas');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Registrar actividad', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Registrar actividad' });
  await expectAccessible(page);
  // What is wrong is said at its field, and nothing is lost.
  await form.getByRole('button', { name: 'Guardar actividad' }).click();
  await expect(form.getByText(/al menos 3/i)).toBeVisible();
  await form.getByRole('textbox', { name: 'Qué se hizo' }).fill('Feria de la salud fuera del plan');
  await expectKept(page, 'Feria de la salud fuera del plan');
  await page.reload();
  await page.getByRole('button', { name: 'Seguir' }).click();
  await expect(form.getByRole('textbox', { name: 'Qué se hizo' })).toHaveValue(
    'Feria de la salud fuera del plan',
  );
  await expect(page.getByText('Quedó algo sin guardar')).toHaveCount(0);
  await form.getByRole('button', { name: 'Guardar actividad' }).click();
  await expectToast(page, 'Actividad registrada.');
  const plan = part(page, 'Plan y avance');
  await expect(plan.getByRole('row', { name: /^Fuera del plan/ })).toContainText('Feria de la salud');
  await plan.scrollIntoViewIfNeeded();
  await plan.getByRole('button', { name: 'Ver tabla' }).click();
  await expect(plan.getByRole('table').first()).toContainText('Estado');
  await expectAccessible(page);
});

test('a meeting keeps what was agreed, and who answers for it ticks it off @both', async ({ page }) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Reuniones con la junta de vecinos');
  await page.goto(execution(ref));
  await page.getByRole('button', { name: 'Registrar reunión' }).click();
  const form = page.getByRole('dialog', { name: 'Registrar reunión' });
  await form.getByRole('combobox', { name: 'Con quién' }).click();
  await page.getByRole('option', { name: /Junta de Vecinos/ }).click();
  await form.getByRole('textbox', { name: 'De qué se habló' }).fill('Calendario de los talleres');
  await form.getByRole('button', { name: 'Agregar acuerdo' }).click();
  await form.getByRole('textbox', { name: 'Qué se acordó' }).fill('Reservar la sede social');
  await form.getByRole('button', { name: 'Guardar reunión' }).click();
  await expect(form.getByText('Este campo es obligatorio.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Responsable' }).click();
  await page.getByRole('option', { name: 'Camila Rojas Fuentes' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Guardar reunión' }).click();
  await expectToast(page, 'Reunión registrada.');
  const coming = part(page, 'Lo que viene')
    .getByRole('listitem')
    .filter({ hasText: 'Reservar la sede social' });
  await expect(coming).toContainText('Acuerdo · Camila Rojas Fuentes');
  await coming.getByRole('checkbox').click();
  await expect(coming).toHaveCount(0);
  await expect(
    part(page, 'Reuniones y acuerdos').getByRole('checkbox', { name: 'Hecho: Reservar la sede social' }),
  ).toBeChecked();
});

test('the university sees activities and counts, and records nothing', async ({ page }) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Lo que todos pueden ver');
  await request(page, 'POST', `${projectPath(ref)}/activities`, {
    ...{ id: crypto.randomUUID(), name: 'Taller abierto', day: today(), counts: { direct: 12 } },
  });
  await request(page, 'POST', `${projectPath(ref)}/meetings`, {
    ...{ id: crypto.randomUUID(), day: today(), summary: 'Solo del equipo' },
  });
  await asPerson(page, 'diego.huenchulaf@biosur.example', async other => {
    await other.goto(execution(ref));
    await expect(part(other, 'Actividades')).toContainText('Taller abierto');
    await expect(part(other, 'Personas')).toContainText('12');
    await expect(other.getByText('Solo del equipo')).toHaveCount(0);
    await expect(other.getByRole('button', { name: /^Registrar/ })).toHaveCount(0);
  });
});

test('of a team everybody changes their own; once the end is sent nobody does', async ({
  page,
  installation: { db },
}) => {
  test.slow();
  await signInAs(page, CAMILA);
  const ref = await approvedProject(page, 'Registro de un equipo');
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', COLLEAGUE)
    .executeTakeFirstOrThrow();
  await db.insertInto('project_members').values({ project_id: ref.id, user_id: id }).execute();
  const path = `${projectPath(ref)}/activities`;
  const others = crypto.randomUUID();
  await request(page, 'POST', path, { id: others, name: 'Taller de la responsable', day: today() });
  await asPerson(page, COLLEAGUE, async member => {
    const own = crypto.randomUUID();
    await member.goto(execution(ref));
    await request(member, 'POST', path, { id: own, name: 'Visita del equipo', day: today() });
    await member.goto(`${execution(ref)}&field=${others}`);
    const detail = (name: string) => member.getByRole('dialog', { name });
    await expect(detail('Taller de la responsable')).toContainText('Registrada por Camila Rojas');
    await expect(detail('Taller de la responsable').getByRole('button', { name: 'Editar' })).toHaveCount(0);
    await member.goto(`${execution(ref)}&field=${own}`);
    await detail('Visita del equipo').getByRole('button', { name: 'Editar' }).click();
    const form = detail('Editar actividad');
    await form.getByRole('textbox', { name: 'Qué se hizo' }).fill('Visita a seis hogares');
    await form.getByRole('button', { name: 'Guardar actividad' }).click();
    await expectToast(member, 'Actividad guardada.');
    await expect(detail('Visita a seis hogares')).toBeVisible();
  });
  for (const status of ['final_report', 'closed'] as const) {
    await db.updateTable('projects').set({ status }).where('id', '=', ref.id).execute();
    await page.goto(`${execution(ref)}&field=${others}`);
    const detail = page.getByRole('dialog', { name: 'Taller de la responsable' });
    await expect(detail).toBeVisible();
    await expect(detail.getByRole('button', { name: /^(Editar|Eliminar)$/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Registrar actividad' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page.getByText('Se registra desde la aprobación').first()).toBeAttached();
  }
});
