import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { showAt } from '../../../../test/jsdom/render.tsx';
import { type Asked, answer, held, requests } from '../../../../test/jsdom/server.tsx';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { groupedBy, listQuery, pageOf, type RowGroup } from '../../../domain/text/rules.ts';
import { DataList, type DataListProps } from '../data-list.tsx';

const row = z.object({ id: z.string(), name: z.string(), school: z.string().nullable() });
type Thing = z.infer<typeof row>;
const LIST = endpoint({
  method: 'GET',
  path: '/things',
  permission: 'active',
  summary: 'Things',
  query: listQuery(['name'], 'name').extend({
    school: z.string().max(9).optional(),
    ...groupedBy(['school', 'year']).shape,
  }),
  output: pageOf(row),
});
/** 2 of Arte, 30 of Salud, 3 without any. */
const THINGS: Thing[] = Array.from({ length: 35 }, (_, n) => ({
  id: String(n),
  name: `Cosa ${String(n).padStart(2, '0')}`,
  school: n < 2 ? 'art' : n < 32 ? 'health' : null,
}));
const GROUPS: RowGroup[] = [
  { key: 'art', label: 'Arte', from: 0, count: 2 },
  { key: 'health', label: 'Salud', from: 2, count: 30 },
  { key: null, label: '', from: 32, count: 3 },
];
function things({ query }: Asked) {
  const school = query.get('school');
  const found = THINGS.filter(each => !school || each.school === school);
  const page = Number(query.get('page') ?? 1);
  return {
    rows: found.slice((page - 1) * 25, page * 25),
    total: found.length,
    ...(query.get('group') && { groups: GROUPS }),
  };
}

const opened = vi.fn();
const PROPS: DataListProps<Thing> = {
  title: 'Cosas',
  endpoint: LIST,
  onOpen: opened,
  groups: [
    { value: 'school', label: 'Escuela' },
    { value: 'year', label: 'Año' },
  ],
  columns: [
    { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name' },
    { key: 'school', title: 'Escuela', value: r => r.school },
  ],
  bulk: rows => <p>Elegidas: {rows.map(each => each.name).join(', ')}</p>,
  empty: { title: 'Nada' },
};

let page: Awaited<ReturnType<typeof showAt>>;
const list = async (search = '', props = PROPS) => {
  page = await showAt(`/things${search}`, () => <DataList {...props} />);
  await screen.findAllByText(/^Cosa \d\d$/);
  // Headings are fetched when the first is shown.
  if (search.includes('group=')) await screen.findAllByRole('rowheader');
};
/** Each row in order: names of rows, words of headings in brackets. */
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map(each => {
      const heading = within(each).queryByRole('rowheader');
      return heading ? `[${heading.textContent}]` : (within(each).getByText(/^Cosa/).textContent ?? '');
    });
const headings = () => rows().filter(each => each.startsWith('['));
const menu = (name: string) => page.user.click(screen.getByRole('button', { name }));
const until = (check: () => void) => vi.waitFor(() => act(async () => check()));

beforeEach(() => {
  opened.mockReset();
  answer('GET /things', things);
});

describe('rows put together', () => {
  test('are so by the address, which the menu changes', async () => {
    await list();
    expect(headings()).toEqual([]);
    await menu('Agrupar por');
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Escuela' }));
    expect(await screen.findAllByRole('rowheader')).toHaveLength(2);
    expect(page.address()).toBe('/things?group=school');
    expect(rows().slice(0, 4)).toEqual([
      ...['[Arte2 resultadosVer solo estos]', 'Cosa 00', 'Cosa 01', '[Salud30 resultadosVer solo estos]'],
    ]);
    await menu('Agrupar por: Escuela');
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Sin agrupar' }));
    await until(() => expect(headings()).toEqual([]));
    expect(page.address()).toBe('/things');
  });

  test('go on at the top of the next page; those without any are said to be', async () => {
    await list('?group=school&page=2');
    expect(headings()).toEqual([
      '[Salud(continuación)30 resultadosVer solo estos]',
      '[Sin escuela3 resultados]',
    ]);
    expect(rows()[8]).toBe('[Sin escuela3 resultados]');
  });

  test('keep their headings while the next page is on its way', async () => {
    await list('?group=school');
    const before = rows();
    const { release } = held('GET /things', things);
    await page.user.click(screen.getByRole('button', { name: 'Página 2' }));
    expect(page.address()).toBe('/things?group=school&page=2');
    expect(rows()).toEqual(before);
    act(() => release());
    await until(() => expect(headings()[0]).toMatch('(continuación)'));
  });

  test('are looked at alone', async () => {
    await list('?group=school');
    await page.user.click(screen.getByRole('button', { name: 'Ver solo estos: Salud' }));
    await until(() => expect(page.address()).toBe('/things?school=health'));
    await screen.findByText('30 resultados');
    expect(headings()).toEqual([]);
    expect(opened).not.toHaveBeenCalled();
  });

  test('are selected and opened as ever', async () => {
    await list('?group=school');
    await page.user.click(screen.getByRole('checkbox', { name: 'Seleccionar Cosa 02' }));
    expect(screen.getByText('Elegidas: Cosa 02')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Cosa 03' }));
    expect(opened).toHaveBeenCalledWith(THINGS[3]);
  });
});

describe('going to a group', () => {
  const go = async (name: string) => {
    await menu('Agrupar por: Escuela');
    await page.user.click(await screen.findByRole('menuitem', { name }));
  };
  const focused = () => document.activeElement?.getAttribute('aria-label');

  test('leads to its page and its heading', async () => {
    await list('?group=school');
    await go('Sin escuela 3');
    await until(() => expect(focused()).toBe('Sin escuela, 3 resultados'));
    expect(page.address()).toBe('/things?group=school&page=2');
    // To where it begins, not to where it goes on.
    await go('Salud 30');
    await until(() => expect(focused()).toBe('Salud, 30 resultados'));
    expect(page.address()).toMatch(/^\/things\?group=school(&page=1)?$/);
  });

  test('is offered where there is another page and every group is told', async () => {
    answer('GET /things', asked => ({ ...things(asked), groups: GROUPS.slice(0, 2) }));
    await list('?group=school');
    await menu('Agrupar por: Escuela');
    await screen.findByRole('menuitemradio', { name: 'Escuela' });
    expect(screen.queryByText('Ir a…')).toBeNull();
  });
});

test('a list without groups offers none', async () => {
  const { groups: _none, ...props } = PROPS;
  await list('', props);
  expect(screen.queryByRole('button', { name: 'Agrupar por' })).toBeNull();
  expect(requests('GET /things')).toHaveLength(1);
});
