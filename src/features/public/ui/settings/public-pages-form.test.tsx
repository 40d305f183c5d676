import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import type { getPublicPages, StoredPages } from '../../contract.ts';
import { PublicPagesForm } from './public-pages-form.tsx';

const PUT = 'PUT /public-pages';
const LATER = '2026-11-25T12:00:00.000Z';
let stored: OutputOf<typeof getPublicPages>;
const onSaved = vi.fn();

const show = async (catalogue: boolean) => {
  stored = { ...stored, catalogue };
  const { user } = await showAt('/', () => <PublicPagesForm onSaved={onSaved} />);
  return { user, box: await box() };
};
const box = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Mostrar el catálogo público/ });
const sent = () => requests(PUT).map(({ body }) => body);
const dialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Dejar de mostrar el catálogo' }));

beforeEach(() => {
  signIn();
  onSaved.mockClear();
  stored = {
    ...{ catalogue: true, projects: 31, calls: 1 },
    ...{ updatedAt: '2026-11-20T12:00:00.000Z', updatedBy: 'Eva Ríos' },
  };
  answer('GET /public-pages', () => stored);
  answer(PUT, ({ body }) => {
    const { updatedAt, catalogue } = body as StoredPages;
    if (updatedAt !== stored.updatedAt) return refusal(409, { code: 'conflict', extra: { stored } });
    stored = { ...stored, catalogue, updatedAt: LATER };
    return stored;
  });
});

test('says how much is public now, and where', async () => {
  await show(true);
  expect(
    screen.getByText('Ahora son públicos 31 proyectos y los resultados de 1 convocatoria.'),
  ).toBeTruthy();
  expect(screen.getByText(/Último cambio: Eva Ríos/)).toBeTruthy();
  const link = screen.getByRole('link', { name: /^Ver el catálogo público/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/publico/proyectos', '_blank']);
});

test('is turned off once it was told what stops being seen, and on at once', async () => {
  const { user, box: own } = await show(true);
  await user.click(own);
  const asked = await dialog();
  expect(asked.getByText(/^Dejan de verse de inmediato el catálogo, las páginas/)).toBeTruthy();
  expect(own.checked).toBe(true);
  await user.click(asked.getByRole('button', { name: 'Cancelar' }));
  expect(sent()).toEqual([]);
  await user.click(own);
  await user.click((await dialog()).getByRole('button', { name: 'Dejar de mostrar' }));
  await waitFor(() => expect(own.checked).toBe(false));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(own);
  await waitFor(() => expect(own.checked).toBe(true));
  expect(await screen.findByText('El catálogo público se muestra.')).toBeTruthy();
  expect(sent()).toEqual([
    { catalogue: false, updatedAt: '2026-11-20T12:00:00.000Z' },
    { catalogue: true, updatedAt: LATER },
  ]);
  expect(onSaved).toHaveBeenCalledTimes(2);
});

test('what somebody else decided meanwhile is shown before it is decided again', async () => {
  const { user, box: own } = await show(true);
  await user.click(own);
  stored = { ...stored, updatedAt: LATER, updatedBy: 'Luis Mora' };
  const asked = await dialog();
  await user.click(asked.getByRole('button', { name: 'Dejar de mostrar' }));
  expect((await asked.findByRole('alert')).textContent).toMatch(/^Otra persona lo cambió mientras tanto/);
  expect(await screen.findByText(/Último cambio: Luis Mora/)).toBeTruthy();
  expect(own.checked).toBe(true);
  expect(onSaved).not.toHaveBeenCalled();
  await user.click(asked.getByRole('button', { name: 'Dejar de mostrar' }));
  await waitFor(() => expect(own.checked).toBe(false));
});

test('a refusal is said beside it, and nothing is changed', async () => {
  const { user, box: own } = await show(false);
  answer(PUT, () => refusal(403, { code: 'forbidden', detail: 'No tienes permiso.' }));
  await user.click(own);
  expect(await screen.findByText('No tienes permiso.')).toBeTruthy();
  await waitFor(() => expect(own.checked).toBe(false));
  expect(onSaved).not.toHaveBeenCalled();
});
