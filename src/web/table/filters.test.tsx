import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { showAt } from '../../../test/jsdom/render.tsx';
import { answer } from '../../../test/jsdom/server.tsx';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { listQuery, pageOf } from '../../domain/text/rules.ts';
import { DataList } from './data-list.tsx';
import { MultiSelectFilter } from './filters.tsx';

const things = endpoint({
  method: 'GET',
  path: '/things',
  permission: 'active',
  summary: 'Things',
  query: listQuery(['name'], 'name').extend({ state: z.union([z.string(), z.array(z.string())]).optional() }),
  output: pageOf(z.object({ id: z.string(), name: z.string() })),
});
const OPTIONS = ['Nuevo', 'Abierto', 'Cerrado', 'Perdido'].map(label => ({
  value: label.toLowerCase(),
  label,
}));
const Screen = () => (
  <DataList
    title="Cosas"
    endpoint={things}
    columns={[{ key: 'name', title: 'Nombre', value: row => row.name, below: row => row.id }]}
    filters={<MultiSelectFilter name="state" label="Estado" options={OPTIONS} />}
    href={row => `/things/${row.id}`}
    empty={{ title: 'Nada' }}
  />
);
const show = (search: string) => {
  answer('GET /things', () => ({ rows: [{ id: 'a1', name: 'Ana' }], total: 1 }));
  return showAt(`/things${search}`, Screen);
};
/** Of several inputs the one of the list of choices. */
const field = () => screen.getByRole('combobox', { name: 'Estado' });
const wordsOf = (input: HTMLElement) => input.parentElement?.textContent;

test('one chosen is named in the field', async () => {
  await show('?state=nuevo');
  expect(wordsOf(field())).toBe('Nuevo');
});

test('of several the field says how many, and its list which', async () => {
  const { user, address } = await show('?state=nuevo&state=abierto&state=cerrado');
  expect(wordsOf(field())).toBe('Estado: 3');
  await user.click(field());
  const options = within(screen.getByRole('listbox', { name: 'Estado' })).getAllByRole('option');
  expect(options.map(each => [each.textContent, each.getAttribute('aria-selected')])).toEqual([
    ['Nuevo', 'true'],
    ['Abierto', 'true'],
    ['Cerrado', 'true'],
    ['Perdido', 'false'],
  ]);
  await user.click(options[3] ?? field());
  expect(wordsOf(field())).toBe('Estado: 4');
  expect(address()).toBe('/things?state=nuevo&state=abierto&state=cerrado&state=perdido');
});

test('a second line of the first column is no part of its link', async () => {
  await show('');
  const link = await screen.findByRole('link', { name: 'Ana' });
  expect(link.closest('td')?.textContent).toBe('Anaa1');
});
