import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ME, showAt } from '../../../../test/jsdom/render.tsx';
import type { Role } from '../../../domain/kit/actor.ts';
import { saveSession, storeClosedGroups } from '../../storage.ts';
import { SideNavigation } from './side-navigation.tsx';

const enter = (...roles: Role[]) =>
  saveSession({ token: 'token-1', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles } });
const Screen = () => <SideNavigation />;
const heading = (name: string) => screen.getByRole('heading', { level: 2, name });
const button = (name: string) => within(heading(name)).getByRole('button');
const link = (name: string) => screen.queryByRole('link', { name });

beforeEach(() => storeClosedGroups([]));

test('without the administration there is one list', async () => {
  enter('Academic');
  await showAt('/projects', Screen);
  expect(screen.queryAllByRole('heading')).toEqual([]);
  expect(screen.getAllByRole('list')).toHaveLength(1);
  expect(link('Proyectos')?.getAttribute('aria-current')).toBe('page');
  expect(link('Inicio')?.getAttribute('aria-current')).toBeNull();
});

test('a group closes, stays closed, and opens again', async () => {
  enter('Admin');
  const first = await showAt('/', Screen);
  expect(button('Catálogos').getAttribute('aria-expanded')).toBe('true');
  await first.user.click(button('Catálogos'));
  await first.user.click(button('Sistema'));
  expect(button('Catálogos').getAttribute('aria-expanded')).toBe('false');
  expect(link('Cursos')).toBeNull();
  first.unmount();

  const again = await showAt('/projects', Screen);
  expect(link('Cursos')).toBeNull();
  expect(link('Configuración')).toBeNull();
  await again.user.click(button('Catálogos'));
  expect(link('Cursos')).not.toBeNull();
  expect(link('Configuración')).toBeNull();
});

test('the group of the page shown is open and cannot be closed', async () => {
  enter('Admin');
  storeClosedGroups(['work', 'catalogues', 'system']);
  const page = await showAt('/admin/courses/offerings', Screen);
  expect(within(heading('Catálogos')).queryByRole('button')).toBeNull();
  expect(link('Cursos')?.getAttribute('aria-current')).toBe('page');
  expect(link('Inicio')).toBeNull();
  await act(() => page.router.navigate({ href: '/admin/settings' }));
  expect(within(heading('Sistema')).queryByRole('button')).toBeNull();
  expect(link('Cursos')).toBeNull();
  expect(link('Configuración')).not.toBeNull();
});
