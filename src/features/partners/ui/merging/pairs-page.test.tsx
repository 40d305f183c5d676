import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../../test/jsdom/server.tsx';
import type { Pair, PairSide } from '../../merging/contract.ts';
import { PairsPage } from './pairs-page.tsx';

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const sideOf = (n: number, more: Partial<PairSide> = {}): PairSide => ({
  ...{ id: idOf(n), name: `Junta de Vecinos ${n}`, rut: null, type: 'organizacion_social' },
  ...{ comuna: 'Tomé', active: true, projects: 0, agreements: 0, contact: '', ...more },
});
const pairOf = (a: PairSide, b: PairSide, more: Partial<Pair> = {}): Pair => ({
  ...{ id: `${a.id}.${b.id}`, a, b, likeness: 0.9, distinctBy: null, ...more },
});

/** What the server has. */
let pairs: Pair[];
let pending: number;
let page: Awaited<ReturnType<typeof showAt>>;

const MUNICIPALITY = sideOf(1, {
  name: 'Municipalidad de Tomé',
  rut: '69000002-4',
  projects: 3,
  contact: 'Rosa Díaz',
});
const TYPED = sideOf(2, { name: 'I. Municipalidad Tomé', comuna: null, agreements: 1 });

beforeEach(() => {
  signIn();
  pending = 0;
  pairs = [pairOf(MUNICIPALITY, TYPED, { likeness: 1 }), pairOf(sideOf(3), sideOf(4))];
  answer('GET /partners/pairs', ({ query }) => {
    const rows = pairs.filter(p => (p.distinctBy !== null) === (query.get('state') === 'distinct'));
    return { rows, total: rows.length, pending };
  });
  for (const { a, b } of pairs)
    answer(`PUT /partners/pairs/${a.id}/${b.id}`, ({ body }) => {
      const { distinct } = body as { distinct: boolean };
      pairs = pairs.map(p => (p.a.id === a.id ? { ...p, distinctBy: distinct ? 'Ana Soto' : null } : p));
      return { distinct };
    });
});

const open = async (address = '/partners/duplicates') => {
  page = await showAt(address, PairsPage);
};
const FIRST = 'Municipalidad de Tomé y I. Municipalidad Tomé';
const SECOND = 'Junta de Vecinos 3 y Junta de Vecinos 4';
const card = (name: string) => screen.findByRole('listitem', { name });
const press = async (name: string | RegExp) => page.user.click(await screen.findByRole('button', { name }));

describe('pairs to be looked at', () => {
  test('stand side by side with what tells them apart, how alike they are in words', async () => {
    await open();
    const first = within(await card(FIRST));
    expect(first.getByText('Nombres iguales')).toBeTruthy();
    const rows = first.getAllByRole('row').slice(1);
    expect(rows.map(row => [...row.children].map(cell => cell.textContent))).toEqual([
      ['RUT', '69000002-4', '–'],
      ['Tipo', 'Organización social', 'Organización social'],
      ['Comuna', 'Tomé', '–'],
      ['Proyectos', '3', '0'],
      ['Convenios', '0', '1'],
      ['Contacto', 'Rosa Díaz', '–'],
    ]);
    expect(first.getByRole('link', { name: MUNICIPALITY.name }).getAttribute('href')).toBe(
      `/partners/${MUNICIPALITY.id}`,
    );
    expect(within(await card(SECOND)).getByText('Nombres casi iguales')).toBeTruthy();
  });

  test('said to be distinct, one goes and the keyboard is at the next; the toast takes it back', async () => {
    await open();
    await press(`Son distintas: ${FIRST}`);
    await waitFor(() => expect(screen.queryByRole('listitem', { name: FIRST })).toBeNull());
    await waitFor(async () => expect(document.activeElement).toBe(await card(SECOND)));
    await press('Deshacer');
    expect(await card(FIRST)).toBeTruthy();
    expect(
      requests()
        .filter(r => r.method === 'PUT')
        .map(r => r.body),
    ).toEqual([{ distinct: true }, { distinct: false }]);
  });

  test('the last one gone, the list says so and has the keyboard', async () => {
    pairs = pairs.slice(1);
    await open();
    await press(`Son distintas: ${SECOND}`);
    expect(await screen.findByText('No hay posibles duplicados')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Posibles duplicados' }));
  });

  test('a refusal is told, and the pair is read again', async () => {
    const { a, b } = pairs[0] as Pair;
    answer(`PUT /partners/pairs/${a.id}/${b.id}`, () => {
      pairs = pairs.slice(1);
      return refusal(422, { code: 'rule', detail: 'Esa pareja ya no existe.' });
    });
    await open();
    await press(`Son distintas: ${FIRST}`);
    expect(await screen.findByText('Esa pareja ya no existe.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('listitem', { name: FIRST })).toBeNull());
  });

  test('the one with more projects is kept at first; merged, the pair goes and the next has the keyboard', async () => {
    const merged = pairs[0]?.b.id ?? '';
    answer(`GET /partners/${merged}/merge`, ({ query }) => {
      expect(query.get('into')).toBe(MUNICIPALITY.id);
      return { merged: TYPED, into: MUNICIPALITY, taken: [], hasOtherRut: false };
    });
    answer(`POST /partners/${merged}/merge`, () => {
      pairs = pairs.slice(1);
      return { merge: idOf(9), into: MUNICIPALITY.id };
    });
    await open();
    await press(`Unir ${FIRST}`);
    const dialog = await screen.findByRole('dialog', { name: 'Unir organizaciones' });
    const kept = within(dialog).getByRole<HTMLInputElement>('radio', { name: MUNICIPALITY.name });
    expect(kept.checked).toBe(true);
    await within(dialog).findByText(/Lo que tiene «I. Municipalidad Tomé»/);
    await page.user.click(within(dialog).getByRole('button', { name: 'Unir organizaciones' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: FIRST })).toBeNull());
    await waitFor(async () => expect(document.activeElement).toBe(await card(SECOND)));
    expect(requests(`POST /partners/${merged}/merge`).map(r => r.body)).toEqual([{ into: MUNICIPALITY.id }]);
  });
});

test('pairs said to be distinct name who said it, and may be looked at again', async () => {
  pairs = [pairOf(sideOf(3), sideOf(4), { distinctBy: 'Tomás Espinoza' })];
  await open();
  expect(await screen.findByText('No hay posibles duplicados')).toBeTruthy();
  await page.user.click(screen.getByRole('radio', { name: 'Distintas' }));
  const found = within(await card(SECOND));
  expect(page.address()).toContain('state=distinct');
  expect(found.getByText(/Tomás Espinoza indicó que son distintas/)).toBeTruthy();
  expect(found.queryByRole('button', { name: /^Unir/ })).toBeNull();
  await press(`Volver a revisar ${SECOND}`);
  expect(await screen.findByText('Todavía no hay parejas marcadas como distintas')).toBeTruthy();
});

test('while organisations are compared it says how many, and reads the list again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    pending = 1234;
    pairs = [];
    await open();
    expect(await screen.findByText('Se están comparando 1.234 organizaciones…')).toBeTruthy();
    expect(screen.getByText('Todavía no hay posibles duplicados')).toBeTruthy();
    pending = 0;
    pairs = [pairOf(sideOf(3), sideOf(4))];
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(await card(SECOND)).toBeTruthy();
    expect(screen.queryByText(/comparando/)).toBeNull();
    const asked = requests('GET /partners/pairs').length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(requests('GET /partners/pairs')).toHaveLength(asked);
  } finally {
    vi.useRealTimers();
  }
});

test('a search that finds nothing, and a list that cannot be read, are told', async () => {
  pairs = [];
  await open('/partners/duplicates?q=nada');
  expect(await screen.findByText('Nada coincide con la búsqueda')).toBeTruthy();
  answer('GET /partners/pairs', () => refusal(403, { code: 'forbidden', detail: 'No puedes.' }));
  await open();
  expect(await screen.findByText('No puedes.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Reintentar' }).length).toBeGreaterThan(0);
});
