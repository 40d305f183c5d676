import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ME, showAt, signIn } from '../../../../test/jsdom/render.tsx';
import {
  type Asked,
  answer,
  held,
  refusal,
  refusedConnection,
  requests,
} from '../../../../test/jsdom/server.tsx';
import { listQuery } from '../../../domain/text/rules.ts';
import { useListState } from '../../../web/table/list-state.ts';
import { ListViews } from '../../../web/table/toolbar/list-views.ts';
import { ViewsButton } from '../../../web/table/toolbar/views-button.tsx';
import type { SavedView } from '../contract.ts';
import { ViewsMenu } from './lazy-views-menu.tsx';

const QUERY = listQuery(['name', 'due'], 'name').extend({
  status: z.union([z.array(z.string()), z.string()]).optional(),
  mine: z.stringbool().optional(),
});

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const viewOf = (n: number, more: Partial<SavedView> = {}): SavedView => ({
  id: idOf(n),
  name: `Vista ${n}`,
  query: { status: ['running', 'closed'], sort: '-due' },
  shared: false,
  owner: { id: ME, name: 'Ana Soto', left: false },
  mine: true,
  mayChange: true,
  updatedAt: `2026-03-0${n}T12:00:00.000Z`,
  ...more,
});
const OWN = viewOf(1, { name: 'Por vencer' });
const SHARED = viewOf(2, {
  name: 'En curso',
  query: { status: 'running' },
  shared: true,
  mine: false,
  mayChange: false,
  owner: { id: idOf(99), name: 'Beatriz Navarrete', left: false },
});

let stored: SavedView[];
let mayShare: boolean;
function create({ body }: Asked): SavedView {
  const kept = { ...viewOf(7), ...(body as SavedView) };
  stored = [...stored, kept];
  return kept;
}
beforeEach(() => {
  signIn();
  stored = [OWN, SHARED];
  mayShare = false;
  answer('GET /saved-views', () => ({ views: stored, mayShare }));
  answer('POST /saved-views', create);
  for (const { id } of [OWN, SHARED]) {
    answer(`PUT /saved-views/${id}`, ({ body }) => {
      const kept = { ...(stored.find(view => view.id === id) as SavedView), ...(body as SavedView) };
      stored = stored.map(view => (view.id === id ? kept : view));
      return kept;
    });
    answer(`DELETE /saved-views/${id}`, () => {
      stored = stored.filter(view => view.id !== id);
      return { id };
    });
  }
});

function List() {
  return (
    <ListViews value={ViewsMenu}>
      <ViewsButton list="/projects" state={useListState(QUERY)} />
    </ListViews>
  );
}
let page: Awaited<ReturnType<typeof showAt>>;
async function open(search = '') {
  page = await showAt(`/projects${search}`, () => <List />);
}
const button = (name: string | RegExp = 'Vistas') => screen.findByRole('button', { name });
const menu = () => screen.findByRole('menu');
const items = async () =>
  within(await menu())
    .getAllByRole('menuitem')
    .map(item => item.getAttribute('aria-label') ?? item.textContent);
const item = async (name: string | RegExp) => within(await menu()).findByRole('menuitem', { name });
const press = async (name: string | RegExp) => page.user.click(await item(name));
const show = async (name?: string | RegExp) => page.user.click(await button(name));
const sent = (what: string) => requests(what).map(({ body }) => body);
const until = (check: () => void) => waitFor(() => act(async () => check()));
const focus = () =>
  until(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Vista/ })));
const ASKED = '?status=running&status=closed&sort=-due';

describe('the menu', () => {
  test('asks nothing before it is opened, then tells own and shared ones', async () => {
    await open();
    await button();
    expect(requests()).toEqual([]);
    await show();
    await item(/^Por vencer/);
    const own = within(await menu()).getByRole('group', { name: 'Mis vistas' });
    expect(within(own).getAllByRole('menuitem')).toHaveLength(2);
    const shared = within(await menu()).getByRole('group', { name: 'Compartidas' });
    expect(within(shared).getByRole('menuitem').textContent).toBe('En curso de Beatriz Navarrete');
    expect(requests('GET /saved-views').map(({ query }) => query.get('list'))).toEqual(['/projects']);
  });

  test('says of one whose account is gone that it is', async () => {
    stored = [{ ...SHARED, owner: { ...SHARED.owner, left: true } }, viewOf(3, { shared: true })];
    await open();
    await show();
    await item('En curso de Beatriz Navarrete, que ya no tiene cuenta activa');
    await item('Vista 3 compartida por ti');
  });

  test('says what a view is where there is none', async () => {
    stored = [];
    await open();
    await show();
    await screen.findByText(/^Una vista guarda con un nombre/);
    expect(await items()).toEqual(['Guardar vista…']);
  });

  test('is worked by the keyboard, which goes back to the button', async () => {
    await open();
    (await button()).focus();
    await page.user.keyboard('{Enter}');
    await item(/^Por vencer/);
    await page.user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(await item('Opciones de Por vencer'));
    await page.user.keyboard('{Enter}');
    await until(() => expect(document.activeElement?.textContent).toBe('Cambiar nombre…'));
    expect(await items()).toEqual(['Cambiar nombre…', 'Eliminar…', 'Volver a las vistas']);
    await page.user.keyboard('{ArrowUp}{Enter}');
    await until(() => expect(document.activeElement?.textContent).toBe('Por vencer'));
    await page.user.keyboard('{Escape}');
    await focus();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('that could not be read says so, and tries again', async () => {
    answer('GET /saved-views', () => refusal(403, { code: 'forbidden', detail: 'No tienes permiso.' }));
    await open();
    await show();
    await screen.findByText('No tienes permiso.');
    answer('GET /saved-views', () => ({ views: [OWN], mayShare }));
    await press('Reintentar');
    await item('Por vencer');
  });
});

describe('choosing one', () => {
  test('puts its conditions in the place of all others', async () => {
    await open('?mine=true&page=3&q=agua&cols=code&open=x');
    await show();
    await press('Por vencer');
    await until(() => expect(page.address()).toBe(`/projects${ASKED}&view=${OWN.id}`));
    expect((await button('Vista: Por vencer')).textContent).toBe('Por vencer');
    await focus();
    await act(async () => page.router.history.back());
    await until(() => expect(page.address()).toContain('mine=true'));
    await button();
  });

  test('shows when what is on screen is something else, in whichever order it is said', async () => {
    await open(`?sort=-due&status=closed&status=running&view=${OWN.id}`);
    await button('Vista: Por vencer');
    await act(() => page.router.navigate({ href: `/projects${ASKED}&q=agua&view=${OWN.id}` }));
    await button('Vista: Por vencer, cambiada');
    await show(/cambiada/);
    expect(await items()).toEqual([
      'Por vencer',
      'Opciones de Por vencer',
      'En curso de Beatriz Navarrete',
      ...['Guardar los cambios', 'Guardar como otra…', 'Volver a lo guardado', 'Quitar la vista'],
    ]);
    await press('Volver a lo guardado');
    await until(() => expect(page.address()).toBe(`/projects${ASKED}&view=${OWN.id}`));
    await show(/^Vista/);
    await press('Quitar la vista');
    await until(() => expect(page.address()).toBe('/projects'));
  });

  test('what the list does not know of it changes nothing', async () => {
    stored = [{ ...OWN, query: { status: 'running', constructor: 'x', gone: 'x', size: '500' } }];
    await open(`?view=${OWN.id}`);
    await until(() => expect(page.address()).toContain('status=running'));
    await button('Vista: Por vencer');
  });
});

describe('an address', () => {
  test('that only names one comes to its conditions, in its own place', async () => {
    await open('?q=antes');
    await act(() => page.router.navigate({ href: `/projects?view=${OWN.id}` }));
    await until(() => expect(page.address()).toBe(`/projects${ASKED}&view=${OWN.id}`));
    await act(async () => page.router.history.back());
    await until(() => expect(page.address()).toBe('/projects?q=antes'));
  });

  test('whose conditions are taken off by hand stays without them', async () => {
    await open(`?status=running&view=${OWN.id}`);
    await button('Vista: Por vencer, cambiada');
    await act(() => page.router.navigate({ href: `/projects?view=${OWN.id}` }));
    await button('Vista: Por vencer, cambiada');
    expect(page.address()).toBe(`/projects?view=${OWN.id}`);
  });

  test.each([
    ['', '/projects'],
    ['q=agua&', '/projects?q=agua'],
  ])('that names one nobody shares (%s) says so, and keeps the rest', async (rest, left) => {
    await open(`?${rest}view=${idOf(50)}`);
    const notice = await screen.findByText('Esa vista ya no existe o no se comparte contigo.');
    await until(() => expect(page.address()).toBe(left));
    await page.user.click(screen.getByRole('button', { name: 'Cerrar el aviso' }));
    expect(notice.isConnected).toBe(false);
  });
});

describe('keeping one', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Guardar vista' });
  const name = async () => within(await dialog()).findByRole('textbox', { name: /^Nombre/ });

  test('sends what is on screen once, by Enter, and makes it the view', async () => {
    await open('?status=running&cols=code,name&page=2&open=x');
    await show();
    await press('Guardar vista…');
    expect(within(await dialog()).queryByRole('switch')).toBeNull();
    const { release } = held('POST /saved-views', create);
    await page.user.type(await name(), 'Mía{Enter}{Enter}');
    await page.user.click(within(await dialog()).getByRole('button', { name: 'Guardar vista' }));
    release();
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    const query = { status: 'running', cols: 'code,name' };
    expect(sent('POST /saved-views')).toEqual([
      { id: expect.any(String), list: '/projects', name: 'Mía', shared: false, query },
    ]);
    await until(() => expect(page.address()).toContain('view='));
    await focus();
  });

  test('for the office with a switch, as a copy of what it came from', async () => {
    mayShare = true;
    await open(`${ASKED}&view=${OWN.id}`);
    await button('Vista: Por vencer');
    await show(/^Vista/);
    await press('Guardar como otra…');
    expect((await name()).getAttribute('value')).toBe('Por vencer (copia)');
    await page.user.click(
      within(await dialog()).getByRole('switch', { name: /^Compartir con quienes usan esta lista/ }),
    );
    await page.user.click(within(await dialog()).getByRole('button', { name: 'Guardar vista' }));
    await button('Vista: Por vencer (copia)');
    expect(sent('POST /saved-views')).toMatchObject([{ name: 'Por vencer (copia)', shared: true }]);
  });

  test('refused keeps what was typed, the reason at the name', async () => {
    const message = 'Ya tienes una vista con ese nombre: elige otro.';
    answer('POST /saved-views', () =>
      refusal(422, { code: 'rule', detail: message, errors: [{ path: 'name', message }] }),
    );
    await open();
    await show();
    await press('Guardar vista…');
    await page.user.type(await name(), 'Por vencer{Enter}');
    const field = await name();
    await until(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect((await name()).getAttribute('value')).toBe('Por vencer');
    answer('POST /saved-views', refusedConnection);
    await page.user.type(await name(), ' hoy{Enter}');
    await within(await dialog()).findByRole('alert');
    const ids = sent('POST /saved-views').map(body => (body as SavedView).id);
    expect(new Set(ids).size, 'of one form').toBe(1);
  });
});

describe('changing one', () => {
  test('keeps what is on screen', async () => {
    await open(`?status=closed&view=${OWN.id}`);
    await show(await button(/cambiada/).then(() => /cambiada/));
    await press('Guardar los cambios');
    await button('Vista: Por vencer');
    const { name, shared, updatedAt } = OWN;
    expect(sent(`PUT /saved-views/${OWN.id}`)).toEqual([
      { name, shared, updatedAt, query: { status: 'closed' } },
    ]);
  });

  test('of another’s shared one is not offered', async () => {
    await open(`?status=closed&view=${SHARED.id}`);
    await button(/cambiada/);
    await show(/cambiada/);
    await item('Guardar como otra…');
    expect(await items()).not.toContain('Guardar los cambios');
    expect(await items()).not.toContain('Opciones de En curso');
  });

  test('gives it another name, over a newer one at the second try', async () => {
    const newer = { ...OWN, query: { q: 'nuevo' }, updatedAt: '2026-04-01T12:00:00.000Z' };
    answer(`PUT /saved-views/${OWN.id}`, () => {
      stored = [newer];
      return refusal(409, { code: 'conflict', detail: 'Otra persona guardó cambios mientras editabas.' });
    });
    await open();
    await show();
    await press('Opciones de Por vencer');
    await press('Cambiar nombre…');
    const dialog = await screen.findByRole('dialog', { name: 'Cambiar el nombre de la vista' });
    await page.user.type(await within(dialog).findByRole('textbox', { name: /^Nombre/ }), ' hoy{Enter}');
    await within(dialog).findByText('Otra persona guardó cambios mientras editabas.');
    await until(() => expect(requests('GET /saved-views')).toHaveLength(2));
    answer(`PUT /saved-views/${OWN.id}`, ({ body }) => ({ ...newer, ...(body as SavedView) }));
    await page.user.click(within(dialog).getByRole('button', { name: 'Cambiar nombre' }));
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(`PUT /saved-views/${OWN.id}`)[1]).toEqual({
      ...{ name: 'Por vencer hoy', shared: false, query: newer.query, updatedAt: newer.updatedAt },
    });
  });

  test('shares it, and stops sharing', async () => {
    mayShare = true;
    stored = [OWN, { ...SHARED, mayChange: true }];
    await open(`?status=running&view=${SHARED.id}`);
    await button('Vista: En curso');
    await show(/^Vista/);
    await press('Opciones de Por vencer');
    await press('Compartir con quienes usan esta lista');
    await screen.findByText('«Por vencer» la ven ahora quienes usan esta lista.');
    await show(/^Vista/);
    await item('Por vencer compartida por ti');
    await press('Opciones de En curso');
    answer(`PUT /saved-views/${SHARED.id}`, () => {
      stored = stored.filter(({ id }) => id !== SHARED.id);
      return { ...SHARED, shared: false, mayChange: false };
    });
    await press('Dejar de compartir');
    await screen.findByText('«En curso» ya no se comparte: la ve solo Beatriz Navarrete.');
    // It is not said to be gone to whoever sent it away.
    await until(() => expect(page.address()).toBe('/projects?status=running'));
    await button();
    expect(screen.queryByText(/ya no existe/)).toBeNull();
  });
});

test('one that is deleted is asked for, and comes back as it was', async () => {
  await open(`${ASKED}&view=${OWN.id}`);
  await button('Vista: Por vencer');
  await show(/^Vista/);
  await press('Opciones de Por vencer');
  await press('Eliminar…');
  const dialog = await screen.findByRole('dialog', { name: 'Eliminar la vista «Por vencer»' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await focus();
  await show(/^Vista/);
  await press('Opciones de Por vencer');
  await press('Eliminar…');
  await page.user.click(await screen.findByRole('button', { name: 'Eliminar vista' }));
  await until(() => expect(page.address()).toBe(`/projects${ASKED}`));
  expect(screen.queryByText(/ya no existe/)).toBeNull();
  await page.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await screen.findByText('Volvió la vista «Por vencer».');
  const { id, name, query, shared } = OWN;
  expect(sent('POST /saved-views')).toEqual([{ id, list: '/projects', name, query, shared }]);
  await show();
  await item('Por vencer');
});
