import { describe, expect, test } from 'vitest';
import type { Role } from '../../../domain/kit/actor.ts';
import { OFFERED_PAGES, PAGES } from '../../routing/pages.ts';
import { navigationFor } from './navigation.ts';

const listsFor = (...roles: Role[]) =>
  navigationFor({ roles }).map(({ name, items }) =>
    [name ?? '', ...items.map(({ title }) => title)].join(' · '),
  );

const OWN = 'Inicio · Proyectos · Convocatorias';
const REST = 'Reportes · Socios · Encuestas · Certificados · Notificaciones';
const CATALOGUES =
  'Facultades · Escuelas · Carreras · Cursos · Usuarios · Temas · Indicadores institucionales · Gastos';
const CALLS = 'Convocatorias · Gestionar convocatorias · Admisibilidad · Asignar evaluadores';
const OPERATION = 'Cambiar estado · Reasignar · Correos · Datos personales · Búsquedas sin resultado';
const SYSTEM = 'Tipos de proyecto · Configuración · Auditoría';

describe('what somebody is offered', () => {
  test.each<[roles: Role[], list: string]>([
    [['Academic'], `${OWN} · ${REST}`],
    [['Director'], `${OWN} · ${REST} · Usuarios`],
    [['Dean'], `${OWN} · ${REST} · Usuarios`],
    [['Academic', 'Director', 'Reviewer'], `${OWN} · Evaluaciones · ${REST} · Usuarios`],
    [['Academic', 'Reviewer'], `${OWN} · Evaluaciones · ${REST}`],
    // Outside the university nobody reads partners nor surveys.
    [['Reviewer'], `${OWN} · Evaluaciones · Reportes · Certificados · Notificaciones`],
    [[], 'Inicio'],
  ])('%s: one list without headings', (roles, list) => {
    expect(listsFor(...roles)).toEqual([` · ${list}`]);
  });

  test('nobody: home', () => {
    expect(navigationFor(null).flatMap(({ items }) => items.map(({ href }) => href))).toEqual(['/']);
  });

  test('the office: everything, in groups', () => {
    const rest = [CATALOGUES, CALLS, OPERATION, SYSTEM].map(
      (list, at) => `${['catalogues', 'calls', 'operation', 'system'][at]} · ${list}`,
    );
    expect(listsFor('Admin')).toEqual([`work · Inicio · Proyectos · ${REST}`, ...rest]);
    expect(listsFor('Admin', 'Reviewer')).toEqual([
      `work · Inicio · Proyectos · Evaluaciones · ${REST}`,
      ...rest,
    ]);
  });
});

test('every page has an icon of its own', () => {
  const items = navigationFor({ roles: ['Admin', 'Reviewer'] }).flatMap(group => group.items);
  expect(items.map(({ href }) => href).sort()).toEqual(OFFERED_PAGES.map(name => PAGES[name].at).sort());
  expect(new Set(items.map(({ icon }) => icon)).size).toBe(items.length);
});
