import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../test/jsdom/server.tsx';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { listQuery, pageOf } from '../../../domain/text/rules.ts';
import { Cut } from '../../ui/cut.tsx';
import { DataList, type DataListProps } from '../data-list.tsx';

const row = z.object({ id: z.string(), name: z.string(), text: z.string(), cost: z.number().optional() });
type Thing = z.infer<typeof row>;
const LIST = endpoint({
  method: 'GET',
  path: '/things',
  permission: 'active',
  summary: 'Things',
  query: listQuery(['name', 'turn'], 'name').extend({ details: z.stringbool().optional() }),
  output: pageOf(row),
});
const LONG = 'Un texto de muchas palabras que no cabe en una sola línea de la tabla';
const PROPS: DataListProps<Thing> = {
  title: 'Cosas',
  endpoint: LIST,
  columns: [
    { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name' },
    { key: 'text', title: 'Texto', value: r => r.text, lines: 2 },
    { key: 'cut', title: 'Corte', value: r => r.text, render: r => <Cut max="9rem">{r.text}</Cut> },
    { key: 'cost', title: 'Costo', value: r => r.cost, needs: { details: true }, optional: true },
    {
      ...{ key: 'turn', title: 'Turno', value: () => '', optional: true, sort: 'turn' },
      sortWords: ['Me toca primero', 'Me toca al final'],
    },
  ],
  empty: { title: 'Nada' },
};

let page: Awaited<ReturnType<typeof showAt>>;
async function list(search = '') {
  page = await showAt(`/things${search}`, () => <DataList {...PROPS} />);
  await screen.findByRole('columnheader', { name: 'Nombre' });
  await screen.findByText('Uno');
}
async function again(search = '') {
  page.unmount();
  await list(search);
}
const headings = () => screen.getAllByRole('columnheader').map(each => each.textContent);
const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
const tick = async (name: string) => page.user.click(await screen.findByRole('menuitemcheckbox', { name }));
const item = async (name: string) => page.user.click(await screen.findByRole('menuitem', { name }));
const until = (check: () => void) => vi.waitFor(() => act(async () => check()));
const USUAL = ['Nombre', 'Texto', 'Corte'];

beforeEach(() => {
  signIn();
  answer('GET /things', ({ query }) => ({
    rows: [{ id: '1', name: 'Uno', text: LONG, ...(query.get('details') && { cost: 500 }) }],
    total: 1,
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('columns chosen', () => {
  test('are those of the next visit, until the usual ones are wanted again', async () => {
    await list();
    await press('Columnas');
    await tick('Corte');
    await until(() => expect(headings()).toEqual(['Nombre', 'Texto']));
    expect(page.address()).toBe('/things?cols=name%2Ctext');
    await again();
    expect(headings()).toEqual(['Nombre', 'Texto']);
    expect(page.address()).toBe('/things');
    await press('Columnas');
    await item('Columnas habituales');
    await until(() => expect(headings()).toEqual(USUAL));
    await again();
    expect(headings()).toEqual(USUAL);
  });

  test('of an address are shown exactly, and change nothing of one’s own', async () => {
    await list();
    await press('Columnas');
    await tick('Texto');
    await again('?cols=name,text');
    expect(headings()).toEqual(['Nombre', 'Texto']);
    await again();
    expect(headings()).toEqual(['Nombre', 'Corte']);
  });

  test('are of the person who chose them', async () => {
    await list();
    await press('Columnas');
    await tick('Texto');
    page.unmount();
    signIn('00000000-0000-4000-8000-000000000002');
    await list();
    expect(headings()).toEqual(USUAL);
  });

  test('hold while the browser stores nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await list();
    await press('Columnas');
    await tick('Corte');
    await until(() => expect(headings()).toEqual(['Nombre', 'Texto']));
    await again();
    expect(headings()).toEqual(['Nombre', 'Texto']);
    vi.restoreAllMocks();
    await press('Columnas');
    await item('Columnas habituales');
    await until(() => expect(headings()).toEqual(USUAL));
  });

  test('ask for what they need while they are shown, the file of everything does not', async () => {
    await list();
    await press('Columnas');
    await tick('Costo');
    await screen.findByText('500');
    await tick('Costo');
    await until(() => expect(headings()).toEqual(USUAL));
    expect(requests('GET /things').map(({ query }) => query.toString())).toEqual(['', 'details=true']);
    await again('?cols=name,cost');
    answer('GET /things/export', () => new Response('codigo'));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    await press('Exportar');
    await item('CSV');
    await until(() => expect(requests('GET /things/export')).toHaveLength(1));
    expect(requests('GET /things/export')[0]?.query.toString()).toBe('format=csv');
  });

  test('tell how a phone orders by them', async () => {
    await list();
    const order = screen.getByRole('combobox', { name: 'Orden', hidden: true });
    expect([...order.children].map(each => each.textContent)).toEqual([
      ...['Nombre, ascendente', 'Nombre, descendente', 'Me toca primero', 'Me toca al final'],
    ]);
  });
});

test('text of two lines has its whole as a tooltip', async () => {
  await list();
  // A column cut by itself has its own.
  const cells = screen.getAllByTitle(LONG).map(each => each.closest('td')?.dataset.lines);
  expect(cells).toEqual(['2', undefined]);
});

describe('the width of a column', () => {
  const handle = (name = 'Texto') => screen.getByRole('separator', { name: `Ancho de ${name}` });
  const now = (name?: string) => Number(handle(name).getAttribute('aria-valuenow'));
  const usual = (name?: string) => handle(name).getAttribute('aria-valuetext') === 'Ancho habitual';
  const cell = () => screen.getAllByTitle(LONG)[0]?.closest('td') as HTMLElement;
  const shown = () => screen.getByRole('table').style.getPropertyValue('--width-text');

  beforeEach(() => {
    // Ten rem; jsdom lays nothing out.
    vi.spyOn(HTMLTableCellElement.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, 0, 160, 30),
    );
  });

  test('is changed by keyboard, lasts, and goes back to the usual one', async () => {
    await list();
    expect(usual()).toBe(true);
    expect(cell().hasAttribute('data-sized')).toBe(false);
    act(() => handle().focus());
    await page.user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect([now(), shown(), usual()]).toEqual([11, '11rem', false]);
    expect(cell().style.getPropertyValue('--column-width')).toBe('var(--width-text)');
    await again();
    expect([now(), shown()]).toEqual([11, '11rem']);
    expect(usual('Nombre')).toBe(true);
    // A width depends on the screen: a link passes none on.
    expect(page.address()).toBe('/things');
    act(() => handle().focus());
    await page.user.keyboard('{Home}');
    expect([usual(), shown()]).toEqual([true, '']);
  });

  test('is dragged at its edge, and a double click takes it back', async () => {
    await list();
    const drag = (...xs: number[]) => {
      fireEvent.pointerDown(handle(), { button: 0, clientX: 300, pointerId: 1 });
      for (const clientX of xs) fireEvent.pointerMove(handle(), { clientX, pointerId: 1 });
      fireEvent.pointerUp(handle(), { pointerId: 1 });
    };
    drag(316, 348);
    expect([now(), shown()]).toEqual([13, '13rem']);
    drag(-9000);
    expect(now()).toBe(4);
    drag(9000);
    expect(now()).toBe(60);
    // Moved without being held, it stays.
    fireEvent.pointerMove(handle(), { clientX: 10, pointerId: 1 });
    expect([now(), shown()]).toEqual([60, '60rem']);
    fireEvent.doubleClick(handle());
    expect(usual()).toBe(true);
  });

  test('is changed without dragging where columns are chosen, and forgotten with them', async () => {
    await list();
    await press('Columnas');
    await item('Texto: más ancha');
    expect(now()).toBe(12);
    await item('Texto: más angosta');
    expect(now()).toBe(10);
    expect(screen.queryByRole('menuitem', { name: 'Costo: más ancha' })).toBeNull();
    await item('Columnas habituales');
    expect(usual()).toBe(true);
  });

  test('does not order the list', async () => {
    await list();
    await page.user.click(handle('Nombre'));
    expect(page.address()).toBe('/things');
    expect(screen.getByRole('columnheader', { name: 'Nombre' })).toBeTruthy();
  });
});
