import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { expectAccessible } from './axe.ts';
import { expect, openWindow, test } from './fixtures.ts';
import { type Installation, newInstallation } from './installation.ts';
import { act, completeProject } from './project-api.ts';
import { expectToast } from './toasts.ts';

// An installation of its own, with a mail server: the one of the other stories has none.
test.describe.configure({ mode: 'serial' });

let smtp: SMTPServer;
let installation: Installation;
let refusing = true;
const delivered: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusing ? Object.assign(new Error('Mailbox is full'), { responseCode: 452 }) : null),
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', part => {
        text += String(part);
      });
      stream.on('end', () => {
        delivered.push(text);
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  installation = await newInstallation({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'vinculacion@biosur.example',
  });
  // Of what happened before there is nothing to send.
  const over = { state: 'failed', next_attempt_at: null, sent_at: null } as const;
  await installation.db.updateTable('mails').set(over).execute();
});

test.afterAll(async () => {
  await installation.end();
  await new Promise<void>(resolve => smtp.close(resolve));
});

const state = (page: Page, name: string) => page.getByRole('table').getByText(name, { exact: true });

test('a mail that was refused shows why, and leaves when the office sends it again', async ({ browser }) => {
  test.slow();
  const open = (who: string) => openWindow(browser, who, { baseURL: installation.origin });
  const lead = await open('Academic');
  const ref = await completeProject(lead, 'Cartas que llegan');
  await act(lead, ref, 'submit');

  const page = await open('Admin');
  await page.goto(`/admin/mail?q=${ref.code}+toca`);
  await expect(page.getByText(/Salen por 127\.0\.0\.1:\d+ como/)).toBeVisible();
  await expect(state(page, 'Pendiente')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check();
  await page.getByRole('button', { name: 'Enviar de nuevo' }).click();
  await expectToast(page, '1 correo volvió a la cola de envío.');

  await page.getByRole('button', { name: 'Patricia Contreras Vidal' }).click();
  const drawer = page.getByRole('dialog', { name: `${ref.code}: te toca revisar` });
  await expect(async () => {
    await page.reload();
    await expect(drawer.getByText('El último intento falló')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table').getByRole('cell').filter({ hasText: /^1$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Patricia Contreras Vidal' }).click();
  await expect(drawer.getByText('No se entregó.')).toBeVisible();
  expect(delivered).toEqual([]);

  refusing = false;
  await drawer.getByRole('button', { name: 'Enviar de nuevo' }).click();
  // The lead's receipt leaves by itself, sooner or later.
  const toHer = () => delivered.filter(text => text.includes('patricia.contreras@'));
  await expect.poll(() => toHer().length, { timeout: 60_000 }).toBe(1);
  expect(toHer()[0]).toContain(ref.code);
  await expect(async () => {
    await page.reload();
    await expect(drawer.getByText('Enviado', { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expect(drawer.getByText('Entregado.')).toBeVisible();
});

test('the office sends itself a test mail and sees it leave', async ({ browser }) => {
  test.slow();
  const page = await openWindow(browser, 'Admin', { baseURL: installation.origin });
  await page.goto('/admin/mail');
  await page.getByRole('button', { name: 'Enviar correo de prueba' }).click();
  await expectToast(page, /^Correo de prueba en camino a beatriz\.navarrete@/);
  const drawer = page.getByRole('dialog', { name: 'Correo de prueba' });
  // Without a reload: what is on its way is looked at again.
  await expect(drawer.getByText('Entregado.')).toBeVisible({ timeout: 60_000 });
  await expect(drawer.getByText('Tipo')).toBeVisible();
  expect(delivered.filter(text => text.includes('beatriz.navarrete@')).join()).toContain('Correo de prueba');
  await expectAccessible(page);
});
