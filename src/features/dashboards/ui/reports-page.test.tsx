import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showAt, signIn } from '../../../../test/jsdom/render.tsx';
import { answer, refusal, requests } from '../../../../test/jsdom/server.tsx';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getDashboard } from '../contract.ts';
import { ReportsPage } from './reports-page.tsx';

const AT = '2026-11-28T15:03:10.000Z';
const row = (key: string | null, label: string, value: number) => ({
  ...{ key, label, across: null, values: [value] },
  other: null,
});
const DASHBOARD: OutputOf<typeof getDashboard> = {
  ...{ at: AT, scope: 'all', scopes: ['all', 'mine'], projects: 12, otherProjects: null },
  formula: null,
  figures: [
    {
      name: 'projects_by_status',
      measures: ['projects'],
      rows: [row('draft', 'Borrador', 8), row('running', 'En ejecución', 4)],
    },
    { name: 'projects_by_period', measures: ['projects'], rows: [row(null, 'Sin período', 12)] },
    { name: 'projects_by_school', measures: ['projects'], rows: [] },
  ],
};
const NONE = { ...DASHBOARD, projects: 0, figures: [] };

let given: OutputOf<typeof getDashboard>;
beforeEach(() => {
  signIn();
  given = DASHBOARD;
  answer('GET /dashboards/portfolio', () => given);
  answer('GET /dashboards/summary', () => ({ ...given, figures: [] }));
  answer('GET /kinds', () => []);
  answer('GET /catalogues', () => ({
    ...{ faculties: [], schools: [], themes: [], periods: ['2026-1', '2025-2'], regions: [], comunas: [] },
    ...{ bordersLicense: null, uploadLimitBytes: 1 },
  }));
});

const asked = () => requests('GET /dashboards/portfolio').map(({ query }) => query.toString());
/** Of a topic that is not the first one, whose figures these are. */
const shown = (search = '') => showAt(`/reports?topic=portfolio${search}`, () => <ReportsPage />);
const until = (check: () => void) => vi.waitFor(() => act(async () => check()));
const card = (name: string) => within(screen.getByRole('region', { name }));

describe('the page', () => {
  test('tells how many projects there are and when, and draws each figure', async () => {
    await shown();
    expect((await screen.findByText('12 proyectos')).getAttribute('role')).toBe('status');
    expect(screen.getByText('Datos de las 12:03')).toBeTruthy();
    expect(card('Proyectos por estado').getByRole('link', { name: 'Borrador: 8' })).toBeTruthy();
    expect(card('Proyectos por escuela').getByText('Sin datos para este gráfico')).toBeTruthy();
  });

  test('a mark leads to its list with the filters kept, by click, Enter and space', async () => {
    const { user, address } = await shown('&period=2026-1');
    const mark = await screen.findByRole('link', { name: 'En ejecución: 4' });
    const href = '/reports/projects_by_status?period=2026-1&scope=all&row=running';
    expect(mark.getAttribute('href')).toBe(href);
    act(() => mark.focus());
    await user.keyboard(' ');
    await until(() => expect(address()).toBe(href));
  });

  test('a row without a value has a list, too, and so has a row of the table', async () => {
    const { user } = await shown();
    const href = '/reports/projects_by_period?scope=all&row=none';
    expect((await screen.findByRole('link', { name: 'Sin período: 12' })).getAttribute('href')).toBe(href);
    await user.click(card('Proyectos por período').getByRole('button', { name: 'Ver tabla' }));
    const inTable = await screen.findByRole('link', { name: 'Sin período' });
    expect(inTable.getAttribute('href')).toBe(href);
  });

  test('rows of one name lead each to their own list, those of a period to what is of it', async () => {
    const inPeriod = (key: string, across: string | null) => ({ ...row(key, 'Salud', 3), across });
    given = {
      ...DASHBOARD,
      figures: [
        {
          name: 'projects_by_school',
          measures: ['projects'],
          rows: [row('s1', 'Artes', 5), row('s2', 'Artes', 4)],
        },
        {
          name: 'units_by_period',
          measures: ['projects'],
          rows: [inPeriod('f1', '2026-1'), inPeriod('f1', null)],
        },
      ],
    };
    const { user } = await shown();
    const rowsOf = async (name: string) => {
      await user.click(card(name).getByRole('button', { name: 'Ver tabla' }));
      const links = within(await card(name).findByRole('table')).getAllByRole('link');
      return links.map(link => link.getAttribute('href'));
    };
    // Tables across periods come with a part of their own.
    await screen.findByRole('figure', { name: 'Facultades y períodos' });
    expect(await rowsOf('Proyectos por escuela')).toEqual([
      '/reports/projects_by_school?scope=all&row=s1',
      '/reports/projects_by_school?scope=all&row=s2',
    ]);
    expect(await rowsOf('Facultades y períodos')).toEqual([
      '/reports/units_by_period?scope=all&row=f1&across=2026-1',
      '/reports/units_by_period?scope=all&row=f1&across=none',
    ]);
  });

  test('without projects it says so; under filters that find none it offers to take them off', async () => {
    given = NONE;
    const { user, address } = await shown('&period=2026-1');
    await screen.findByText('Ningún proyecto cumple estos filtros');
    await user.click(screen.getAllByRole('button', { name: 'Quitar filtros' }).at(-1) as HTMLElement);
    await screen.findByText('Todavía no hay proyectos');
    expect(address()).toBe('/reports?topic=portfolio');
  });
});

describe('the address', () => {
  test('holds one thing to compare with, whatever is chosen after it', async () => {
    given = { ...DASHBOARD, otherProjects: 5 };
    await shown('&otherPeriod=2025-2');
    await screen.findByText('12 proyectos · 2025-2: 5');
    expect(asked()).toEqual(['otherPeriod=2025-2']);
    expect(screen.getByRole('combobox', { name: 'Comparar con' })).toHaveProperty('value', '2025-2');
  });

  test('with what is no filter says what is left out, and can be mended', async () => {
    const { user, address } = await shown('&period=hoy&goal=99');
    await screen.findByText('12 proyectos');
    expect(screen.getByText(/no se aplica: «period=hoy», «goal=99»$/)).toBeTruthy();
    expect(asked()).toEqual(['']);
    await user.click(screen.getByRole('button', { name: 'Quitarla' }));
    await until(() => expect(address()).toBe('/reports?topic=portfolio'));
  });

  test('that names a unit which is gone says so, and takes it off', async () => {
    const { user, address } = await shown('&faculty=11111111-1111-4111-8111-111111111111');
    await user.click(
      await screen.findByRole('button', { name: 'Quitar filtro Facultad que ya no está en uso' }),
    );
    await until(() => expect(address()).toBe('/reports?topic=portfolio'));
  });

  test('that asks for a scope of others is refused with a way back', async () => {
    answer('GET /dashboards/portfolio', ({ query }) =>
      query.has('scope') ? refusal(403, { code: 'forbidden', detail: 'No puedes ver estos datos.' }) : given,
    );
    const { user, address } = await shown('&scope=units');
    await screen.findByText('No puedes ver estos datos.');
    await user.click(screen.getByRole('button', { name: 'Quitar filtros y alcance' }));
    await screen.findByText('12 proyectos');
    expect(address()).toBe('/reports');
  });

  test('that names a topic which the scope does not have offers those it has', async () => {
    given = { ...NONE, scope: 'mine', projects: 3 };
    answer('GET /dashboards/reviews', () => given);
    await showAt('/reports?scope=mine&topic=reviews', () => <ReportsPage />);
    await screen.findByText('«Evaluaciones» no tiene gráficos en «Mis proyectos»');
    expect(screen.queryByRole('tab', { name: 'Evaluaciones' })).toBeNull();
  });

  test('keeps of its filters what another scope has a place for', async () => {
    given = { ...DASHBOARD, scopes: ['all', 'reviews'] };
    answer('GET /dashboards/reviews', () => ({ ...NONE, scope: 'reviews', scopes: ['all', 'reviews'] }));
    answer('GET /calls', () => ({ rows: [], total: 0 }));
    const { user, address } = await shown('&period=2026-1&kind=pacs');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Alcance' }), 'Mis evaluaciones');
    await until(() => expect(address()).toBe('/reports?kind=pacs&scope=reviews'));
    await screen.findByText('Ningún proyecto cumple estos filtros');
  });
});
