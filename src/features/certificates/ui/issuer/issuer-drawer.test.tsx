import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../../web/drafts.ts';
import type { StoredIssuer } from '../../issuer/contract.ts';
import { IssuerDrawer } from './issuer-drawer.tsx';

const ISSUER = '/certificates/issuer';
const PUT = `PUT ${ISSUER}`;
const LATER = '2026-11-25T12:00:00.000Z';
let stored: StoredIssuer;

function Screen() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Abrir
      </button>
      <IssuerDrawer opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

let page: Awaited<ReturnType<typeof showAt>>;
const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const badges = () => screen.getByRole<HTMLInputElement>('switch', { name: /Open Badge 3.0/ });
const show = async () => {
  page = await showAt('/', Screen);
  await press('Abrir');
};
const sent = () => requests(PUT).map(({ body }) => body);

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = {
    ...{ signer: 'Elena Vidal', position: '', openBadges: false },
    ...{ updatedAt: '2026-11-20T12:00:00.000Z', updatedBy: 'Eva Ríos' },
  };
  answer(`GET ${ISSUER}`, () => stored);
});

test('who signs is changed, and badges are turned on with words of what they are', async () => {
  await show();
  expect((await field(/Nombre de quien firma/)).value).toBe('Elena Vidal');
  expect(screen.getByText(/Último cambio: Eva Ríos/)).toBeTruthy();
  expect(screen.getByText(/insignia digital firmada/)).toBeTruthy();
  await page.user.type(await field(/Cargo/), 'Directora');
  await page.user.click(badges());
  answer(PUT, ({ body }) => {
    stored = { ...stored, ...(body as StoredIssuer), updatedAt: LATER };
    return stored;
  });
  await press('Guardar');
  expect(await screen.findByText(/Firma y opciones guardadas/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([
    {
      ...{ signer: 'Elena Vidal', position: 'Directora', openBadges: true },
      updatedAt: '2026-11-20T12:00:00.000Z',
    },
  ]);
  await press('Abrir');
  await waitFor(async () => expect((await field(/Cargo/)).value).toBe('Directora'));
});

test.each([
  ['Guardar lo mío', 'Otra firma'],
  ['Usar lo guardado', 'Luis Mora'],
])('what somebody else saved meanwhile is shown beside it: «%s»', async (choice, signer) => {
  await show();
  await page.user.clear(await field(/Nombre de quien firma/));
  await page.user.type(await field(/Nombre de quien firma/), 'Otra firma');
  answer(PUT, ({ body }) => {
    const { updatedAt, ...values } = body as StoredIssuer;
    const newer = { ...stored, signer: 'Luis Mora', updatedBy: 'Luis Mora', updatedAt: LATER };
    if (updatedAt !== LATER) return refusal(409, { code: 'conflict', extra: { stored: newer } });
    return { ...newer, ...values };
  });
  await press('Guardar');
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('Luis Mora dejó: nombre «Luis Mora», cargo «vacío», Open Badge no.');
  expect((await field(/Nombre de quien firma/)).value).toBe('Otra firma');
  await press(choice);
  if (choice === 'Usar lo guardado') {
    await waitFor(async () => expect((await field(/Nombre de quien firma/)).value).toBe('Luis Mora'));
    await press('Guardar');
  }
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().at(-1)).toMatchObject({ signer, updatedAt: LATER });
});

test('a reading that fails is said, and tried again', async () => {
  answer(`GET ${ISSUER}`, () => refusal(403, { code: 'forbidden', detail: 'No tienes permiso.' }));
  await show();
  expect(await screen.findByText(/No tienes permiso/)).toBeTruthy();
  answer(`GET ${ISSUER}`, () => stored);
  await press('Reintentar');
  expect((await field(/Nombre de quien firma/)).value).toBe('Elena Vidal');
});
