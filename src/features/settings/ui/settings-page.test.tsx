import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { type SettingsGroup, SettingsPage } from './settings-page.tsx';

const GROUPS: readonly SettingsGroup[] = [
  {
    title: 'Universidad',
    parts: [
      { slug: 'general', title: 'General', Panel: () => <p>De todo un poco</p> },
      { slug: 'holidays', title: 'Feriados', Panel: () => <p>Días libres</p> },
    ],
  },
  { title: 'Correo', parts: [{ slug: 'texts', title: 'Textos', Panel: () => <p>Estimado</p> }] },
];

const open = (address: string) => showAt(address, () => <SettingsPage groups={GROUPS} />);
const nav = () => screen.getByRole('navigation', { name: 'Partes de la configuración' });
const current = () =>
  within(nav())
    .getAllByRole('link')
    .filter(link => link.getAttribute('aria-current') === 'page')
    .map(link => link.textContent);
const shown = () => screen.getByRole('heading', { level: 2 }).textContent;

beforeEach(() => signIn());

test.each([
  ['', 'General'],
  ['?part=general', 'General'],
  ['?part=nothing-of-this-name', 'General'],
  ['?part=holidays&part=texts', 'General'],
  ['?part=texts', 'Textos'],
])('/admin/settings%s shows %s alone', async (search, title) => {
  await open(`/admin/settings${search}`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Configuración');
  expect(shown()).toBe(title);
  expect(current()).toEqual([title]);
  expect(screen.getAllByText(/^(De todo un poco|Días libres|Estimado)$/)).toHaveLength(1);
});

test('parts are links in groups, and lead back and forth', async () => {
  const page = await open('/admin/settings');
  const lists = within(nav()).getAllByRole('list');
  expect(lists.map(list => within(list).getAllByRole('listitem').length)).toEqual([2, 1]);
  expect(within(nav()).getByRole('list', { name: 'Correo' })).toBe(lists[1]);
  await page.user.click(within(nav()).getByRole('link', { name: 'Feriados' }));
  expect(page.address()).toBe('/admin/settings?part=holidays');
  expect(shown()).toBe('Feriados');
  expect(current()).toEqual(['Feriados']);
  await page.user.click(within(nav()).getByRole('link', { name: 'General' }));
  expect(page.address()).toBe('/admin/settings');
  expect(current()).toEqual(['General']);
  await act(async () => page.router.history.back());
  expect(await screen.findByRole('heading', { level: 2, name: 'Feriados' })).toBeDefined();
});
