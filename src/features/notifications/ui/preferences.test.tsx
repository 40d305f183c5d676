import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { type Asked, answer, held, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { MAIL_TIMINGS, NOTICE_TYPES, type NoticePreference } from '../../../domain/notices/notice-types.ts';
import { Preferences } from './preferences.tsx';

let stored: NoticePreference[];
let page: Awaited<ReturnType<typeof showAt>>;

/** The server's side: whole rows by type, and everything in the answer. */
const store = ({ body }: Asked) => {
  const changed = body as NoticePreference[];
  stored = stored.map(each => changed.find(({ type }) => type === each.type) ?? each);
  return stored;
};
const PUT = 'PUT /notifications/preferences';
const inApp = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Te toca a ti: en la aplicación' });
const mail = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Te toca a ti: por correo' });
const status = () => screen.getByRole('status').textContent;
const turn = () => stored.find(({ type }) => type === 'turn');
const shown = async () => ({ type: 'turn', inApp: (await inApp()).checked, mail: (await mail()).value });

beforeEach(async () => {
  signIn();
  stored = NOTICE_TYPES.map(type => ({ type, inApp: true, mail: MAIL_TIMINGS[0] }));
  answer('GET /notifications/preferences', () => stored);
  answer(PUT, store);
  page = await showAt('/notifications', Preferences);
});

test('two changes in a row are saved in their order, and are not told as saved before both are', async () => {
  const first = held(PUT, store);
  await page.user.click(await inApp());
  await page.user.selectOptions(await mail(), 'Sin correo');
  const chosen = { type: 'turn', inApp: false, mail: 'off' };
  expect(await shown()).toEqual(chosen);
  // The second waits for the first: side by side they might be stored in either order.
  expect([requests(PUT).length, status()]).toEqual([1, 'Guardando…']);
  const second = held(PUT, store);
  first.release();
  await waitFor(() => expect(requests(PUT)).toHaveLength(2));
  expect([turn()?.inApp, turn()?.mail, status()]).toEqual([false, 'now', 'Guardando…']);
  expect(await shown()).toEqual(chosen);
  second.release();
  await waitFor(() => expect(status()).toBe('Guardado.'));
  expect([turn(), await shown()]).toEqual([chosen, chosen]);
});

test('what is refused goes back to what is stored, and says why', async () => {
  answer(PUT, () => refusal(503, { code: 'unavailable', detail: 'Ahora no.' }));
  await page.user.selectOptions(await mail(), 'Resumen diario');
  expect(await screen.findByText('Ahora no.')).toBeTruthy();
  await waitFor(async () => expect(await shown()).toEqual({ type: 'turn', inApp: true, mail: 'now' }));
  expect(status()).toBe('');
  answer(PUT, store);
  await page.user.selectOptions(await mail(), 'Resumen diario');
  await waitFor(() => expect(status()).toBe('Guardado.'));
  expect(turn()?.mail).toBe('daily');
});
