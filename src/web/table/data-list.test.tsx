import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { showAt } from '../../../test/jsdom/render.tsx';
import {
  type Asked,
  answer,
  held,
  refusal,
  refusedConnection,
  requests,
} from '../../../test/jsdom/server.tsx';
import { pass } from '../../../test/jsdom/session.tsx';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { listQuery, pageOf } from '../../domain/text/rules.ts';
import { DataList, type DataListProps } from './data-list.tsx';
import { SelectFilter, SwitchFilter } from './filters.tsx';

const row = z.object({ id: z.string(), name: z.string(), schools: z.number(), active: z.boolean() });
type Thing = z.infer<typeof row>;
const LIST = endpoint({
  method: 'GET',
  path: '/things',
  permission: 'active',
  summary: 'Things',
  query: listQuery(['name', 'schools'], 'name').extend({
    state: z.enum(['active', 'inactive']).optional(),
    mine: z.enum(['true']).optional(),
  }),
  output: pageOf(row),
});

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const THINGS: Thing[] = Array.from({ length: 60 }, (_, n) => ({
  id: id(n),
  name: `Cosa ${String(n).padStart(2, '0')}`,
  schools: 60 - n,
  active: n % 2 === 0,
}));

/** As the server finds, orders and cuts them. */
function things({ query }: Asked) {
  const [q, state, sort = 'name'] = ['q', 'state', 'sort'].map(name => query.get(name) ?? undefined);
  const found = THINGS.filter(
    each => (!q || each.name.includes(q)) && (!state || each.active === (state === 'active')),
  );
  const key = sort.replace('-', '') as 'name' | 'schools';
  const order = sort.startsWith('-') ? -1 : 1;
  found.sort((a, b) => order * (a[key] > b[key] ? 1 : -1));
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 25)];
  return { rows: found.slice((page - 1) * size, page * size), total: found.length };
}

const opened = vi.fn();
const PROPS: DataListProps<Thing> = {
  title: 'Cosas',
  endpoint: LIST,
  onOpen: opened,
  columns: [
    { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name' },
    { key: 'schools', title: 'Escuelas', value: r => r.schools, sort: 'schools' },
    { key: 'active', title: 'Vigente', value: r => r.active },
  ],
  filters: (
    <>
      <SelectFilter
        name="state"
        label="Estado"
        options={[
          { value: 'active', label: 'Activo' },
          { value: 'inactive', label: 'Inactivo' },
        ]}
      />
      <SwitchFilter name="mine" label="Solo lo mío" />
    </>
  ),
  empty: { title: 'Todavía no hay cosas', text: 'Crea la primera.' },
};

let page: Awaited<ReturnType<typeof showAt>>;
/** Shown at an address with this search, its first answer in. */
async function list(search = '', more: Partial<DataListProps<Thing>> = {}) {
  page = await showAt(`/things${search}`, () => <DataList {...PROPS} {...more} />);
}
const table = () => screen.getByRole('table', { name: 'Cosas' });
const names = () => screen.queryAllByText(/^Cosa \d\d$/).map(cell => cell.textContent);
const asked = () => requests('GET /things').map(({ query }) => query.toString());
const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
const until = (check: () => void) => vi.waitFor(() => act(async () => check()));

beforeEach(() => {
  opened.mockReset();
  answer('GET /things', things);
});

describe('search, filters, order and page', () => {
  test('are those of the address, which what is typed and chosen changes', async () => {
    await list();
    await screen.findByText('Cosa 00');
    expect(names()).toHaveLength(25);
    expect(screen.getByText('60 resultados')).toBeTruthy();
    expect(screen.getByText('1–25 de 60')).toBeTruthy();

    await press('Página 3');
    await screen.findByText('Cosa 59');
    expect(page.address()).toBe('/things?page=3');
    expect(screen.getByText('51–60 de 60')).toBeTruthy();

    // Whatever is not about the page leads back to the first one.
    await page.user.click(screen.getByRole('combobox', { name: 'Estado' }));
    await page.user.click(await screen.findByRole('option', { name: 'Inactivo' }));
    await screen.findByText('Cosa 01');
    expect(page.address()).toBe('/things?state=inactive');

    await page.user.type(screen.getByRole('searchbox', { name: 'Buscar: Cosas' }), 'Cosa 5 ');
    await until(() => expect(names()).toEqual(['Cosa 51', 'Cosa 53', 'Cosa 55', 'Cosa 57', 'Cosa 59']));
    expect(page.address()).toBe('/things?state=inactive&q=Cosa+5');
    // A pause of the hand, not each letter.
    expect(asked()).toEqual(['', 'page=3', 'state=inactive', 'state=inactive&q=Cosa+5']);

    await press('Escuelas');
    await until(() => expect(names()[0]).toBe('Cosa 59'));
    expect(page.address()).toBe('/things?state=inactive&q=Cosa+5&sort=schools');

    await press('Quitar filtros');
    await until(() => expect(names()).toHaveLength(25));
    expect(page.address()).toBe('/things?sort=schools');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    expect(screen.queryByRole('button', { name: 'Quitar filtros' })).toBeNull();
  });

  test('are there again where the address has them', async () => {
    await list('?state=inactive&q=Cosa+5&sort=-name&mine=true');
    await screen.findByText('Cosa 59');
    expect(names()[0]).toBe('Cosa 59');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Cosa 5');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Estado' }).value).toBe('Inactivo');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Solo lo mío' }).checked).toBe(true);
    expect(asked()).toEqual(['state=inactive&q=Cosa+5&sort=-name&mine=true']);
    await page.user.click(screen.getByRole('switch', { name: 'Solo lo mío' }));
    await until(() => expect(page.address()).toBe('/things?state=inactive&q=Cosa+5&sort=-name'));
  });

  test('that the address has wrong are left out', async () => {
    await list('?state=gone&sort=colour&page=-1&q=Cosa+07');
    await screen.findByText('Cosa 07');
    expect(asked()).toEqual(['q=Cosa+07']);
  });

  test('going back brings the search before into its field', async () => {
    await list('?q=Cosa+07');
    await screen.findByText('Cosa 07');
    await press('Quitar filtros');
    await screen.findByText('Cosa 00');
    act(() => page.router.history.back());
    await until(() => expect(names()).toEqual(['Cosa 07']));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Cosa 07');
  });

  test('a page that is no longer there leads to the last one', async () => {
    await list('?page=99');
    await screen.findByText('Cosa 59');
    expect(page.address()).toBe('/things?page=3');
  });

  test('the heading of the order says so, and turns it by a click', async () => {
    await list();
    await screen.findByText('Cosa 00');
    const heading = (name: string) => screen.getByRole('columnheader', { name });
    expect(heading('Nombre').getAttribute('aria-sort')).toBe('ascending');
    await press('Nombre');
    await until(() => expect(names()[0]).toBe('Cosa 59'));
    expect(heading('Nombre').getAttribute('aria-sort')).toBe('descending');
    expect(heading('Escuelas').getAttribute('aria-sort')).toBeNull();
    expect(within(heading('Vigente')).queryByRole('button')).toBeNull();
  });
});

test('columns are chosen in the address, the first one always stays', async () => {
  await list('?cols=active');
  await screen.findByText('Cosa 00');
  const headings = () => screen.getAllByRole('columnheader').map(each => each.textContent);
  expect(headings()).toEqual(['Nombre', 'Vigente']);
  await press('Columnas');
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Escuelas' }));
  await until(() => expect(headings()).toEqual(['Nombre', 'Escuelas', 'Vigente']));
  expect(page.address()).toMatch(/cols=name%2Cschools%2Cactive/);
  expect(asked()).toEqual(['']);
});

describe('while there are no rows', () => {
  test('because they are on their way, it is busy and has none', async () => {
    const { release } = held('GET /things', things);
    await list();
    expect(table().parentElement?.getAttribute('aria-busy')).toBe('true');
    expect(names()).toEqual([]);
    act(() => release());
    await screen.findByText('Cosa 00');
    expect(table().parentElement?.getAttribute('aria-busy')).toBe('false');
  });

  test('because there is nothing yet, it says what to do', async () => {
    answer('GET /things', () => ({ rows: [], total: 0 }));
    await list();
    expect(await screen.findByRole('heading', { name: 'Todavía no hay cosas' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('because nothing matches, the filters can be taken away', async () => {
    await list('?q=nada');
    expect(await screen.findByText('Nada coincide con la búsqueda')).toBeTruthy();
    await page.user.click(screen.getAllByRole('button', { name: 'Quitar filtros' }).at(-1) as HTMLElement);
    await screen.findByText('Cosa 00');
  });

  test.each([
    [
      'the server refuses',
      () => refusal(403, { code: 'forbidden', detail: 'No tienes permiso.' }),
      'No tienes permiso.',
      1,
    ],
    ['a gateway has waited for it in vain', () => refusal(504), /no está disponible/, 1],
    ['there is no connection', refusedConnection, 'Sin conexión. Revisa tu red e inténtalo de nuevo.', 2],
  ])('because %s, it says so and can be asked again', async (_, how, words, times) => {
    answer('GET /things', how);
    await list();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(words);
    // Only what may pass by itself is asked for once more.
    expect(asked()).toHaveLength(times);
    answer('GET /things', things);
    await press('Reintentar');
    await screen.findByText('Cosa 00');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('because the server leaves it unanswered for five minutes, it is not asked again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    held('GET /things');
    await list();
    await act(() => pass(299_000));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => pass(2000));
    expect(screen.getByRole('alert').textContent).toMatch('El servidor tardó demasiado en responder.');
    await act(() => pass(60_000));
    expect(asked()).toHaveLength(1);
    answer('GET /things', things);
    await press('Reintentar');
    await act(() => pass(0));
    expect(names()).toHaveLength(25);
  });
});

describe('a row', () => {
  test('opens by its first cell and by the mouse anywhere, not by what is its own in it', async () => {
    const bulk = () => null;
    await list('', { bulk });
    await screen.findByText('Cosa 00');
    await press('Cosa 00');
    expect(opened).toHaveBeenLastCalledWith(THINGS[0]);
    await page.user.click(screen.getByText('58'));
    expect(opened).toHaveBeenLastCalledWith(THINGS[2]);
    await page.user.click(screen.getByRole('checkbox', { name: 'Seleccionar Cosa 04' }));
    expect(opened).toHaveBeenCalledTimes(2);
  });

  test('can be a link', async () => {
    await list('?q=Cosa+00', { href: r => `/things/${r.id}` });
    const link = await screen.findByRole('link', { name: 'Cosa 00' });
    expect(link.getAttribute('href')).toBe(`/things/${id(0)}`);
  });
});

describe('rows selected', () => {
  const bulk = (rows: Thing[]) => <p>{rows.map(each => each.name).join(', ')}</p>;
  const choose = (name: string) => page.user.click(screen.getByRole('checkbox', { name }));
  const picked = () => new URLSearchParams(page.address().split('?')[1]).get('picked');

  test('are kept over pages, all of one page at once, and let go together', async () => {
    await list('', { bulk });
    await screen.findByText('Cosa 00');
    await choose('Seleccionar Cosa 01');
    await press('Página 3');
    await screen.findByText('Cosa 59');
    await choose('Seleccionar toda la página');
    expect(screen.getByText('11 seleccionados')).toBeTruthy();
    expect(screen.getByText(/^Cosa 01, Cosa 50, .*Cosa 59$/)).toBeTruthy();
    await choose('Seleccionar Cosa 50');
    expect(screen.getByText('10 seleccionados')).toBeTruthy();
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Seleccionar toda la página' }).indeterminate,
    ).toBe(true);
    await press('Quitar la selección');
    expect(screen.queryByText(/seleccionado/)).toBeNull();
    expect(picked()).toBeNull();
  });

  test('can be all that the filters find', async () => {
    await list('?state=inactive', { bulk });
    await screen.findByText('Cosa 01');
    await choose('Seleccionar Cosa 01');
    await press('Seleccionar los 30 resultados');
    expect(await screen.findByText('30 seleccionados')).toBeTruthy();
    expect(asked().at(-1)).toBe('state=inactive&page=1&size=200');
  });

  test('live in the address where they can be found by it', async () => {
    const findRows = async (ids: readonly string[]) => THINGS.filter(each => ids.includes(each.id));
    await list('', { bulk, findRows });
    await screen.findByText('Cosa 00');
    await choose('Seleccionar Cosa 01');
    await choose('Seleccionar Cosa 03');
    await until(() => expect(picked()).toBeTruthy());
    const address = page.address();
    page.unmount();
    await list(address.replace('/things', ''), { bulk, findRows });
    expect(await screen.findByText('Cosa 01, Cosa 03')).toBeTruthy();
  });
});
