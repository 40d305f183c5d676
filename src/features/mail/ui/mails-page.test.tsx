import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, held, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getMail, MailRow } from '../contract.ts';
import { MailsPage } from './mails-page.tsx';

type Mail = OutputOf<typeof getMail>;
const ID = '00000000-0000-4000-8000-00000000000a';
const AT = '2026-05-04T13:00:00.000Z';
const REFUSAL = 'Mail command failed: 550 5.1.1 No such user';
const ROW: MailRow = {
  id: ID,
  createdAt: AT,
  type: 'test',
  to: { name: 'Ana Soto', address: 'ana@u.cl' },
  subject: 'Correo de prueba',
  project: null,
  state: 'pending',
  attempts: 0,
  lastError: null,
  nextAttemptAt: AT,
  sentAt: null,
};
const mailOf = (more: Partial<Mail> = {}): Mail => ({
  ...ROW,
  html: '<p>Hola</p>',
  text: 'Hola',
  log: [],
  ...more,
});
const SENT = mailOf({
  ...{ state: 'sent', attempts: 1, sentAt: AT, nextAttemptAt: null },
  log: [{ at: AT, answer: '250 OK queued', error: null }],
});

let isConfigured: boolean;
let mail: Mail;
let page: Awaited<ReturnType<typeof showAt>>;
beforeEach(() => {
  signIn();
  isConfigured = true;
  mail = mailOf();
  answer('GET /mails', () => ({ rows: [], total: 0 }));
  answer('GET /mails/status', () => ({
    ...{ configured: isConfigured, server: 'smtp.u.cl', from: 'vinculacion@u.cl' },
    counts: { pending: 0, sent: 0, failed: 0, kept: 0 },
  }));
  answer(`GET /mails/${ID}`, () => mail);
  answer('POST /mails/test', () => ({ id: ID, to: 'ana@u.cl' }));
});
const open = async (search = '') => {
  page = await showAt(`/admin/mail${search}`, MailsPage);
};
const testButton = () => screen.findByRole('button', { name: 'Enviar correo de prueba' });
const drawer = async () => within(await screen.findByRole('dialog', { name: 'Correo de prueba' }));

test('a test mail opens and is seen leaving without a reload', async () => {
  await open();
  await page.user.click(await testButton());
  expect(await screen.findByText('Correo de prueba en camino a ana@u.cl.')).toBeTruthy();
  expect(await (await drawer()).findByText('Todavía no se ha intentado enviar.')).toBeTruthy();
  mail = SENT;
  expect(await (await drawer()).findByText('Entregado.')).toBeTruthy();
  expect((await drawer()).getByText('Mensaje del servidor: 250 OK queued')).toBeTruthy();
  expect(page.address()).toContain(`open=${ID}`);
});

test('one that is asked for is not asked for again', async () => {
  const sending = held('POST /mails/test', () => ({ id: ID, to: 'ana@u.cl' }));
  await open();
  await page.user.click(await testButton());
  await page.user.click(await testButton());
  sending.release();
  await drawer();
  expect(requests('POST /mails/test')).toHaveLength(1);
});

test('what the server refuses is said, and nothing opens', async () => {
  answer('POST /mails/test', () =>
    refusal(422, { code: 'rule', detail: 'Aún no hay un servidor de correo configurado.' }),
  );
  await open();
  await page.user.click(await testButton());
  expect(await screen.findByText('Aún no hay un servidor de correo configurado.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without a mail server the button says what is missing', async () => {
  isConfigured = false;
  await open();
  expect(
    await screen.findByRole('button', {
      name: 'Enviar correo de prueba',
      description: 'Falta configurar el servidor de correo.',
    }),
  ).toBeTruthy();
  await page.user.click(await testButton());
  expect(requests('POST /mails/test')).toHaveLength(0);
});

test('why one did not leave is told in words, beside what the server said', async () => {
  mail = mailOf({
    ...{ attempts: 1, lastError: REFUSAL },
    log: [{ at: AT, answer: null, error: REFUSAL }],
  });
  await open(`?open=${ID}`);
  const alert = within(await (await drawer()).findByRole('alert'));
  expect(alert.getByText(/El servidor de correo rechaza la dirección de quien lo recibe\./)).toBeTruthy();
  expect(alert.getByText(`Mensaje del servidor: ${REFUSAL}`)).toBeTruthy();
});
