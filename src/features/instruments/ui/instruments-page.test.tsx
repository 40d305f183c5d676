import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import { forgetDrafts } from '../../../web/drafts.ts';
import { saveSession } from '../../../web/storage.ts';
import type { Instrument } from '../contract.ts';
import { InstrumentsPage } from './instruments-page.tsx';

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`;
const ASKED: Instrument = {
  ...{ id: id(10), name: 'Satisfacción de socios', purpose: 'Al cierre', active: true, version: 2 },
  ...{ questions: 7, waves: 3, updatedAt: '2026-11-22T15:00:00.000Z', updatedBy: 'Eva' },
};
const NEW: Instrument = { ...ASKED, id: id(11), name: 'Vacío', version: 1, questions: 0, waves: 0 };
let stored: Instrument[];
let page: Awaited<ReturnType<typeof showAt>>;

beforeEach(async () => {
  signIn();
  await forgetDrafts([], ME);
  stored = [ASKED, NEW];
  answer('GET /instruments', () => ({ rows: stored, total: stored.length }));
});
const show = async (search = '') => {
  page = await showAt(`/surveys/instruments${search}`, InstrumentsPage);
};
const asAcademic = () =>
  saveSession({ token: 't', user: { id: ME, email: 'ana@u.cl', name: 'Ana', roles: ['Academic'] } });

test('the list says how much each asks, and leads to its page and results', async () => {
  await show();
  const link = await screen.findByRole('link', { name: ASKED.name });
  expect(link.getAttribute('href')).toBe(`/surveys/instruments/${ASKED.id}`);
  const results = screen.getAllByRole('link', { name: /^Resultados por año/ });
  expect(results.map(r => r.getAttribute('href'))).toEqual([`/surveys/series/${ASKED.id}`]);
  const [, first] = screen.getAllByRole('row');
  for (const words of ['Al cierre', '7', '2', '3', 'Activo']) expect(first?.textContent).toContain(words);
});

test('a new one leads to where its questions are written', async () => {
  answer('POST /instruments', ({ body }) => ({ ...NEW, ...(body as object), id: id(12) }));
  await show();
  await page.user.click(await screen.findByRole('button', { name: 'Nuevo instrumento' }));
  const form = within(await screen.findByRole('dialog', { name: 'Nuevo instrumento' }));
  await page.user.click(form.getByRole('button', { name: 'Crear instrumento' }));
  expect(form.getByText('Este campo es obligatorio.')).toBeTruthy();
  await page.user.type(form.getByRole('textbox', { name: /^Nombre/ }), 'Participantes');
  await page.user.click(form.getByRole('button', { name: 'Crear instrumento' }));
  await waitFor(() => expect(page.address()).toBe(`/surveys/instruments/${id(12)}`));
  expect(requests('POST /instruments')[0]?.body).toEqual({ name: 'Participantes', purpose: '' });
});

test('a taken name is told at its field', async () => {
  const message = 'Ya hay un instrumento con ese nombre.';
  const errors = [{ path: 'name', message }];
  answer('POST /instruments', () => refusal(422, { code: 'rule', detail: message, errors }));
  await show('?open=new');
  const form = within(await screen.findByRole('dialog', { name: 'Nuevo instrumento' }));
  await page.user.type(form.getByRole('textbox', { name: /^Nombre/ }), ASKED.name);
  await page.user.click(form.getByRole('button', { name: 'Crear instrumento' }));
  await waitFor(() =>
    expect(form.getByRole('textbox', { name: /^Nombre/ }).getAttribute('aria-invalid')).toBe('true'),
  );
});

test('some are taken out of use, and back from the message', async () => {
  answer('POST /instruments/bulk/active', ({ body }) => {
    const { rows } = body as { rows: { id: string; value: boolean }[] };
    return { rows: rows.map(r => ({ id: r.id, before: !r.value, refused: null })) };
  });
  await show();
  await page.user.click(await screen.findByRole('checkbox', { name: new RegExp(NEW.name) }));
  await page.user.click(await screen.findByRole('button', { name: 'Desactivar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.click(dialog.getByRole('button', { name: 'Desactivar' }));
  await page.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() =>
    expect(requests('POST /instruments/bulk/active').map(r => r.body)).toEqual([
      { rows: [{ id: NEW.id, value: false }] },
      { rows: [{ id: NEW.id, value: true }] },
    ]),
  );
});

test('others only look, and are told what will stand there', async () => {
  asAcademic();
  await show('?open=new');
  await screen.findByRole('link', { name: ASKED.name });
  expect(screen.queryByRole('button', { name: 'Nuevo instrumento' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  stored = [];
  page.unmount();
  await show();
  expect(await screen.findByText('No hay instrumentos disponibles')).toBeTruthy();
});
