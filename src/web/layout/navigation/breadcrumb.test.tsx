import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ME, showAt } from '../../../../test/jsdom/render.tsx';
import type { Role } from '../../../domain/kit/actor.ts';
import { saveSession } from '../../storage.ts';
import { Breadcrumb } from './breadcrumb.tsx';

test.each<[Role, string[]]>([
  ['Admin', ['Inicio', 'Catálogos', 'Cursos', 'Oferta']],
  // Their navigation has no groups.
  ['Director', ['Inicio', 'Cursos', 'Oferta']],
])('%s: a group of the navigation is a step where the navigation has groups', async (role, steps) => {
  saveSession({ token: 'token-1', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles: [role] } });
  const parents = [{ title: 'Catálogos' }, { title: 'Cursos', href: '/admin/courses' }];
  await showAt('/admin/courses/offerings', Breadcrumb, { title: 'Oferta', parents });
  expect(screen.getAllByRole('listitem').map(each => each.textContent)).toEqual(steps);
});
