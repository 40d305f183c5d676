import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { show, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { request } from '../../api.ts';
import { loadConfig } from '../../config.ts';
import { clearSession } from '../../storage.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { LastResortHost } from './last-resort-host.tsx';

const shape = {
  permission: 'active',
  summary: '',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string(), lastResort: z.string().optional() }),
  output: z.object({ ok: z.boolean() }),
} as const;
const save = endpoint({ ...shape, method: 'PUT', path: '/things/:id' });
const decide = endpoint({ ...shape, method: 'POST', path: '/things/:id' });

const WORDS = 'Participas en FEX-2026-0004. Como nadie más puede hacerlo, explica por qué decides tú.';
const REASON = 'Nadie más está en la oficina.';

/** The server asks why, as long as it is not told. */
function guard(what: string) {
  answer(what, ({ body }) =>
    (body as { lastResort?: string }).lastResort
      ? { ok: true }
      : refusal(403, { code: 'last_resort', detail: WORDS }),
  );
}
const sent = (what: string) => requests(what).map(({ body }) => body);
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => screen.findByRole('dialog', { name: 'Participas en lo que decides' });
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Por qué decides tú' });
const gone = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Participas en lo que decides' })).toBeNull());

type Call = typeof save | typeof decide;
/** What became of a request: its answer, or the words of its refusal. */
const start = (what: Call, id: string) => {
  let outcome!: Promise<unknown>;
  act(() => {
    outcome = request(what, { params: { id }, body: { name: 'x' } }).catch((error: Error) => error.message);
  });
  return outcome;
};

// Fetched with the first question.
beforeAll(() => import('./reason-dialog.tsx'));
beforeEach(async () => {
  await loadConfig();
  clearSession();
  signIn();
  for (const what of ['PUT /things/1', 'PUT /things/2', 'POST /things/1']) guard(what);
});

test('asks in the server’s words, and sends the same again with the reason', async () => {
  const { user } = show(<LastResortHost />);
  const outcome = start(decide, '1');
  expect((await dialog()).textContent).toContain(WORDS);
  expect(document.activeElement).toBe(field());
  await user.type(field(), 'Corto.');
  expect(screen.getByText('Quedan 1.994 caracteres')).toBeTruthy();
  expect(button('Decidir').getAttribute('aria-disabled')).toBe('true');
  await user.click(button('Decidir'));
  expect(sent('POST /things/1')).toHaveLength(1);
  await user.clear(field());
  await user.type(field(), ` ${REASON} `);
  await user.click(button('Decidir'));
  expect(await outcome).toEqual({ ok: true });
  expect(sent('POST /things/1')).toEqual([{ name: 'x' }, { name: 'x', lastResort: REASON }]);
  await gone();
});

test('whoever would rather not is refused as before, and nothing is sent', async () => {
  const { user } = show(<LastResortHost />);
  const outcome = start(decide, '1');
  await dialog();
  await user.click(button('Cancelar'));
  expect(await outcome).toBe(WORDS);
  expect(sent('POST /things/1')).toHaveLength(1);
  await gone();
});

test('a thing saved again and again is asked about once, another one anew', async () => {
  const { user } = show(<LastResortHost />);
  const first = start(save, '1');
  await dialog();
  await user.type(field(), REASON);
  await user.click(button('Decidir'));
  await first;
  await gone();
  expect(await start(save, '1')).toEqual({ ok: true });
  const other = start(save, '2');
  await dialog();
  expect(field().value).toBe('');
  await user.click(button('Cancelar'));
  expect(await other).toBe(WORDS);
  clearSession();
  signIn();
  const next = start(save, '1');
  await dialog();
  await user.click(button('Cancelar'));
  expect(await next).toBe(WORDS);
});

test('every act is asked about, with the last words to start from', async () => {
  const { user } = show(<LastResortHost />);
  const first = start(decide, '1');
  await dialog();
  await user.type(field(), REASON);
  await user.click(button('Decidir'));
  await first;
  await gone();
  const second = start(decide, '1');
  await dialog();
  expect(field().value).toBe(REASON);
  await user.click(button('Decidir'));
  expect(await second).toEqual({ ok: true });
});

test('two at once are asked one after the other, each for itself', async () => {
  const { user } = show(<LastResortHost />);
  const first = start(save, '1');
  await dialog();
  await user.type(field(), REASON);
  const second = start(save, '2');
  await waitFor(() => expect(sent('PUT /things/2')).toHaveLength(1));
  expect(field().value).toBe(REASON);
  await user.click(button('Decidir'));
  expect(await first).toEqual({ ok: true });
  await waitFor(() => expect(field().value).toBe(''));
  await user.click(button('Cancelar'));
  expect(await second).toBe(WORDS);
});

/** Decides from a dialog of its own. */
function Screen() {
  const [open, setOpen] = useState(true);
  return (
    <ConfirmDialog
      open={open}
      title="Resolver"
      confirm="Resolver todo"
      onConfirm={() => request(decide, { params: { id: '1' }, body: { name: 'x' } })}
      onCancel={() => setOpen(false)}
    />
  );
}

test('Escape leaves the dialog open from which the request was made, with the refusal in it', async () => {
  const { user } = show(
    <>
      <Screen />
      <LastResortHost />
    </>,
  );
  await user.click(button('Resolver todo'));
  await dialog();
  await user.keyboard('{Escape}');
  await gone();
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', WORDS);
  expect(screen.getByRole('dialog', { name: 'Resolver' })).toBeTruthy();
});

test('without anybody to ask, and for any other refusal, it stays refused', async () => {
  const { unmount } = show(<LastResortHost />);
  const asked = start(decide, '1');
  await dialog();
  unmount();
  expect(await asked).toBe(WORDS);
  expect(await start(decide, '1')).toBe(WORDS);
  show(<LastResortHost />);
  answer('POST /things/1', () => refusal(403, { code: 'forbidden', detail: 'No.' }));
  expect(await start(decide, '1')).toBe('No.');
  expect(screen.queryByRole('dialog')).toBeNull();
});
