import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ME, showAt } from '../../../../test/jsdom/render.tsx';
import { answer, requests } from '../../../../test/jsdom/server.tsx';
import type { Role } from '../../../domain/kit/actor.ts';
import { saveSession } from '../../../web/storage.ts';
import type { User } from '../contract.ts';
import { UsersPage } from './users-page.tsx';

const enter = (...roles: Role[]) =>
  saveSession({ token: 'token-1', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles } });
const person = (n: number, more: Partial<User> = {}): User => ({
  id: `00000000-0000-4000-8000-00000000001${n}`,
  ...{ name: `Persona ${n}`, email: `persona.con.nombre.largo.${n}@universidad.cl`, roles: ['Academic'] },
  ...{ state: 'active', homeSchool: null, schools: [], faculties: [], expertise: [], accounts: [] },
  ...{ lastSignInAt: null, invitedAt: null, anonymised: false },
  ...{ updatedAt: '2026-11-20T12:00:00.000Z', updatedBy: null },
  ...more,
});
const Screen = () => <UsersPage PersonalData={() => null} />;
const titles = () => screen.getAllByRole('columnheader').map(each => each.getAttribute('aria-label'));

beforeEach(() => {
  answer('GET /catalogues', () => ({ faculties: [], schools: [] }));
  answer('GET /users', () => ({ rows: [person(1), person(2)], total: 2 }));
  answer('GET /schools', () => ({ rows: [], total: 0 }));
});

test.each<Role>(['Director', 'Dean'])(
  'a %s looks at the people of their units, and does nothing with them',
  async role => {
    enter(role);
    await showAt('/admin/users', Screen);
    expect(await screen.findByText('Persona 1')).toBeTruthy();
    expect(titles()).toEqual(['Nombre', 'Roles', 'Escuela', 'A cargo de', 'Especialidad']);
    const main = within(screen.getByRole('table', { name: 'Usuarios' }));
    expect(main.queryAllByRole('button', { name: /Persona/ })).toEqual([]);
    expect(main.queryAllByRole('checkbox')).toEqual([]);
    for (const name of ['Nueva persona', 'Importar personas'])
      expect([name, screen.queryByText(name)]).toEqual([name, null]);
    expect(screen.queryByRole('combobox', { name: 'Cuenta' })).toBeNull();
    // Nothing is asked for that the server would refuse.
    expect([...new Set(requests().map(({ path }) => path))].sort()).toEqual(['/schools', '/users']);
  },
);

test('schools are there to choose from where somebody heads several', async () => {
  const school = (n: number) => ({ id: `s${n}`, name: `Escuela ${n}` });
  answer('GET /schools', () => ({ rows: [school(1), school(2)], total: 2 }));
  enter('Dean');
  const { user } = await showAt('/admin/users', Screen);
  await user.click(await screen.findByRole('combobox', { name: 'Escuela' }));
  const listed = within(screen.getByRole('listbox', { name: 'Escuela' })).getAllByRole('option');
  expect(listed.map(each => each.textContent)).toEqual(['Escuela 1', 'Escuela 2']);
});

test('the office opens a person by name alone; the address stands below, whole', async () => {
  enter('Admin');
  await showAt('/admin/users', Screen);
  const button = await screen.findByRole('button', { name: 'Persona 1' });
  const cell = button.closest('td');
  expect(cell?.textContent).toBe('Persona 1persona.con.nombre.largo.1@universidad.cl');
  const parts = [...(cell?.querySelectorAll('wbr') ?? [])].map(each => each.nextSibling?.textContent);
  expect(parts).toEqual(['.con', '.nombre', '.largo', '.1@', 'universidad', '.cl']);
  expect(titles()).toContain('Último ingreso');
  expect(screen.getByText('Nueva persona')).toBeTruthy();
});
