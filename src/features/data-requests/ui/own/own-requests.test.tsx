import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ownRequestOf, requestId } from '../../../../../test/jsdom/data-requests.tsx';
import { ME, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../../web/drafts.ts';
import type { OwnDataRequest } from '../../contract.ts';
import { OwnDataRequests } from './own-requests.tsx';

const ONE = ownRequestOf();
const DONE = ownRequestOf({
  ...{ id: requestId(61), code: 'SD-2026-0000', right: 'rectification', state: 'answered' },
  ...{ outcome: 'refused', answer: 'Tu nombre está bien escrito.', settledAt: '2026-12-05T15:00:00.000Z' },
  ...{ extendedAt: '2026-12-03T15:00:00.000Z', extensionReason: 'Faltaba un archivo.' },
});
const FILE = 'POST /personal-data/requests';
let stored: OwnDataRequest[];
let page: Awaited<ReturnType<typeof showAt>>;

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = [ONE, DONE];
  answer('GET /personal-data/requests', () => ({ rows: stored, days: 30 }));
});

const show = async () => {
  page = await showAt('/profile', OwnDataRequests);
  await screen.findByText(/dentro de 30 días corridos/);
};
const form = async () => within(await screen.findByRole('dialog', { name: 'Hacer una solicitud' }));
/** All at once, as from the clipboard. */
const write = async (field: HTMLElement, words: string) => {
  await page.user.click(field);
  await page.user.paste(words);
};
const click = (name: string) => page.user.click(screen.getByRole('button', { name }));

test('says where each stands, until when it is answered, and what was answered', async () => {
  await show();
  const [first, second] = within(screen.getByRole('list', { name: 'Tus solicitudes' })).getAllByRole(
    'listitem',
  );
  for (const words of ['Acceso · SD-2026-0001', 'Por responder', 'hasta el 01-01-2100', ONE.details])
    expect(first?.textContent).toContain(words);
  for (const words of [
    'Rechazada',
    'El plazo se amplió el 03-12-2026: Faltaba un archivo.',
    'Respuesta de la oficina, 05-12-2026: Tu nombre está bien escrito.',
  ])
    expect(second?.textContent).toContain(words);
  expect(screen.getAllByRole('button', { name: /^Desistir/ })).toHaveLength(1);
});

test('one is made; a refusal keeps what was written, and sends the same again', async () => {
  stored = [];
  await show();
  expect(screen.queryByRole('list')).toBeNull();
  await click('Hacer una solicitud');
  const asked = await form();
  await page.user.click(asked.getByRole('combobox', { name: /^Derecho/ }));
  await page.user.click(await screen.findByRole('option', { name: /^Portabilidad/ }));
  const help = asked.getByRole('combobox').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(help)?.textContent).toBe(
    'Recibir los datos en un archivo que otra institución pueda leer.',
  );
  const details = asked.getByRole<HTMLTextAreaElement>('textbox', { name: /^Qué pides/ });
  const send = () => page.user.click(asked.getByRole('button', { name: 'Enviar solicitud' }));
  await write(details, 'Todo');
  await send();
  expect(details.getAttribute('aria-invalid')).toBe('true');
  expect(requests(FILE)).toEqual([]);
  await write(details, ' lo que tengan de mí.');
  const detail = 'Ya pediste lo mismo: espera la respuesta.';
  answer(FILE, () => refusal(422, { code: 'rule', detail }));
  await send();
  expect((await asked.findByRole('alert')).textContent).toBe(detail);
  expect(details.value).toBe('Todo lo que tengan de mí.');
  answer(FILE, () => ONE);
  await send();
  expect(await screen.findByText('Enviamos tu solicitud SD-2026-0001 a la oficina.')).toBeTruthy();
  const [first, second] = requests(FILE).map(({ body }) => body);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ right: 'portability', details: 'Todo lo que tengan de mí.' });
});

test('what was begun is there after a reload', async () => {
  await show();
  await click('Hacer una solicitud');
  await write((await form()).getByRole('textbox', { name: /^Qué pides/ }), 'Mis asistencias a talleres');
  await page.user.tab();
  page.unmount();
  await show();
  await click('Hacer una solicitud');
  const again = await form();
  await waitFor(() =>
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: /^Qué pides/ }).value).toBe(
      'Mis asistencias a talleres',
    ),
  );
});

test('one is given up once that is confirmed', async () => {
  const path = `POST /personal-data/requests/${ONE.id}/withdrawal`;
  await show();
  await click('Desistir de SD-2026-0001');
  const asked = within(
    await screen.findByRole('dialog', { name: '¿Desistir de la solicitud SD-2026-0001?' }),
  );
  answer(path, () => refusal(422, { code: 'rule', detail: 'Ya se respondió.' }));
  await page.user.click(asked.getByRole('button', { name: 'Desistir' }));
  expect((await asked.findByRole('alert')).textContent).toBe('Ya se respondió.');
  answer(path, () => {
    stored = [ownRequestOf({ state: 'withdrawn' }), DONE];
    return stored[0];
  });
  await page.user.click(asked.getByRole('button', { name: 'Desistir' }));
  expect(await screen.findByText('Desististe de la solicitud SD-2026-0001.')).toBeTruthy();
  expect(await screen.findByText('Desistida')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Desistir/ })).toBeNull();
});
