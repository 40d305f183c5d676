import type { Page } from '@playwright/test';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { act, completeProject, type ProjectRef, projectPath, readProject } from './project-api.ts';
import { keepToasts, toast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

// A school of their own, so that no other story rings their bell.
const LEAD = 'diego.huenchulaf@biosur.example';
const DIRECTOR = 'hernan.bustos@biosur.example';

const bell = (page: Page) => page.getByRole('button', { name: /^Notificaciones/ });
const latest = (page: Page) => page.getByRole('dialog', { name: /^Notificaciones/ });

async function api(page: Page, method: 'PUT' | 'GET', path: string, data?: unknown) {
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const response = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}
const readAll = (page: Page) => api(page, 'PUT', '/notifications/read', { read: true });

/** A project of the school of architecture, sent to its director. */
async function submitted(page: Page, title: string): Promise<ProjectRef> {
  const ref = await completeProject(page, title, { schoolName: 'Arquitectura y Diseño' });
  await act(page, ref, 'submit');
  return ref;
}

// Both people are the same in all of these: one after the other.
test.describe.configure({ mode: 'serial' });

test('a project sent rings the director’s bell, opens from there, and the decision rings the lead’s', async ({
  page,
}) => {
  test.slow();
  await asPerson(page, DIRECTOR, readAll);
  await signInAs(page, LEAD);
  await readAll(page);
  const ref = await submitted(page, 'Mapa colaborativo del barrio Lorenzo Arenas');

  await asPerson(page, DIRECTOR, async director => {
    const counts: string[] = [];
    director.on('request', r => r.url().includes('/api/notifications') && counts.push(r.url()));
    await director.goto('/');
    await expect(bell(director)).toHaveAccessibleName('Notificaciones: 1 sin leer');
    expect(counts.filter(url => !url.endsWith('/unread'))).toEqual([]);
    expect(counts).toHaveLength(1);
    await bell(director).click();
    const item = latest(director).getByRole('link', { name: new RegExp(ref.code) });
    await expect(item).toContainText('Te toca revisar (sin leer)');
    await expect(item).toContainText('Diego Huenchulaf Soto envió el proyecto a Dirección.');
    await item.click();
    await expect(director).toHaveURL(new RegExp(projectPath(ref)));
    await expect(bell(director)).toHaveAccessibleName('Notificaciones');
    await expect(latest(director)).toBeHidden();
    await act(director, ref, 'endorse', { comment: 'Pertinente.' });
  });

  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('Notificaciones: 1 sin leer');
  // Opened and closed with the keyboard.
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(latest(page).getByRole('link', { name: new RegExp(ref.code) })).toContainText(
    'Hernán Bustos Aguilera dio visto bueno.',
  );
  await page.keyboard.press('Escape');
  await expect(latest(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
});

test('marking all as read can be taken back; the list filters by the address', async ({ page }) => {
  test.slow();
  await asPerson(page, DIRECTOR, readAll);
  await asPerson(page, LEAD, async lead => {
    await submitted(lead, 'Vivienda social y clima en Hualqui');
    await submitted(lead, 'Plazas que se cuidan entre vecinos');
  });
  await signInAs(page, DIRECTOR);
  await page.goto('/notifications?unread=true&type=turn');
  await expect(page.getByText('2 resultados')).toBeVisible();
  await keepToasts(page);
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click();
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
  await toast(page, 'Marcaste 2 notificaciones como leídas.')
    .getByRole('button', { name: 'Deshacer' })
    .click();
  await expect(bell(page)).toHaveAccessibleName('Notificaciones: 2 sin leer');
  await expect(page.getByText('2 resultados')).toBeVisible();

  await page
    .getByRole('checkbox', { name: /^Seleccionar / })
    .last()
    .check();
  await page.getByRole('button', { name: 'Marcar como leídas', exact: true }).click();
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
  await page
    .getByRole('table')
    .getByRole('button', { name: /Te toca revisar/ })
    .click();
  await expect(page).toHaveURL(/\/projects\/pacs\//);
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
});

test('what a person does not want to be told stays away, and the daily mail waits', async ({ page }) => {
  test.slow();
  await signInAs(page, DIRECTOR);
  await readAll(page);
  await page.goto('/notifications?tab=preferences');
  const inApp = page.getByRole('switch', { name: 'Te toca a ti: en la aplicación' });
  const mail = page.getByRole('combobox', { name: 'Te toca a ti: por correo' });
  await expect(inApp).toBeChecked();
  const before = await inApp.boundingBox();
  await inApp.uncheck();
  await mail.selectOption('Sin correo');
  await expect(page.getByRole('status').filter({ hasText: 'Guardado.' })).toBeVisible();
  // What is told of saving moves nothing below it.
  expect(await inApp.boundingBox()).toEqual(before);
  await page.reload();
  await expect(inApp).not.toBeChecked();
  await expect(mail).toHaveValue('off');

  const ref = await asPerson(page, LEAD, lead => submitted(lead, 'Taller de maquetas con escolares'));
  expect((await readProject(page, ref)).status).toBe('director_review');
  await page.goto('/notifications');
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
  await expect(page.getByText(ref.code)).toHaveCount(0);
  await asPerson(page, 'Admin', async admin => {
    // Only who sent it has a mail, the receipt.
    const { rows } = (await api(admin, 'GET', `/mails?q=${ref.code}`)) as { rows: { subject: string }[] };
    expect(rows.map(m => m.subject)).toEqual([`${ref.code}: recibimos tu proyecto`]);
  });
  await page.goto('/notifications?tab=preferences');
  await inApp.check();
  await mail.selectOption('Al momento');
  await expect(page.getByRole('status').filter({ hasText: 'Guardado.' })).toBeVisible();
});

test('the office reads at /admin/mail what was written to whom; nobody else does', async ({ page }) => {
  test.slow();
  const ref = await asPerson(page, LEAD, lead => submitted(lead, 'Rutas accesibles en Talcahuano'));
  await asPerson(page, DIRECTOR, async director => {
    await director.goto('/admin/mail');
    await expect(director.getByRole('heading', { name: 'No tienes acceso a esta página' })).toBeVisible();
    await expect(director.getByRole('link', { name: 'Correos' })).toHaveCount(0);
  });

  await signInAs(page, 'Admin');
  await page.goto(`/admin/mail?q=${ref.code}+toca`);
  await expect(page.getByText('El servidor de correo no está configurado')).toBeVisible();
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hernán Bustos Aguilera' }).click();
  await expect(page).toHaveURL(/open=/);
  const drawer = page.getByRole('dialog', { name: `${ref.code}: te toca revisar` });
  await expect(drawer.getByText('hernan.bustos@biosur.example')).toBeVisible();
  const letter = drawer.frameLocator('iframe');
  await expect(letter.getByText('Diego Huenchulaf Soto envió el proyecto a Dirección.')).toBeVisible();
  await expect(letter.getByRole('link')).toHaveAttribute('href', new RegExp(projectPath(ref)));
  await expect(drawer.getByText('Todavía no se ha intentado enviar.')).toBeVisible();
  // The checker cannot look into a frame where no script may run.
  await drawer.getByText('Solo texto').click();
  await expect(drawer.locator('iframe')).toHaveCount(0);
  await expect(drawer.getByText(/Diego Huenchulaf Soto envió el proyecto a Dirección\./)).toBeVisible();

  // Refused with its reason as long as there is no server to send it.
  const resend = drawer.getByRole('button', { name: 'Enviar de nuevo' });
  await expect(resend).toHaveAttribute('aria-disabled', 'true');
  await expect(resend).toHaveAccessibleDescription('Falta configurar el servidor de correo.');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('bell, list, preferences and mails work on a phone @phone', async ({ page }) => {
  test.slow();
  const ref = await asPerson(page, LEAD, lead => submitted(lead, 'Feria de oficios en Penco'));
  await signInAs(page, DIRECTOR);
  await page.goto('/');
  await bell(page).click();
  await expect(latest(page).getByRole('link', { name: new RegExp(ref.code) })).toBeVisible();
  for (const place of ['/notifications', '/notifications?tab=preferences']) {
    await page.goto(place);
    await expect(page.getByRole('tabpanel')).toBeVisible();
  }
  await asPerson(page, 'Admin', async admin => {
    await admin.setViewportSize(page.viewportSize() ?? { width: 390, height: 844 });
    await admin.goto(`/admin/mail?q=${ref.code}`);
    await admin.getByRole('button', { name: 'Hernán Bustos Aguilera' }).click();
    await expect(admin.getByRole('dialog').getByText('Intentos de envío')).toBeVisible();
    await admin.getByText('Solo texto').click();
    await expect(admin.locator('iframe')).toHaveCount(0);
  });
});
