import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showAt, signIn } from '../../../../../test/jsdom/render.tsx';
import { answer, held, requests } from '../../../../../test/jsdom/server.tsx';
import { FIRST_KINDS } from '../../../../domain/kinds/index.ts';
import type { ProjectDetails, ProjectRow } from '../../../project-record/contract.ts';
import { ProjectsPage } from '../projects-page.tsx';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [KNOWN, RETIRED, LEAD, GONE] = [id(11), id(12), id(13), id(99)];
const TITLE = 'Memoria textil de Coronel: oficios de la costa contados por quienes los practican';
const ROW: ProjectRow = {
  ...{ id: id(1), code: 'EXT-2026-0001', kind: 'exts', title: TITLE, status: 'draft', subStep: null },
  ...{ period: '2026-1', historic: true, startDate: null, endDate: null },
  school: { id: RETIRED, name: 'Escuela de Tejido' },
  faculty: { id: id(21), name: 'Facultad de Artes' },
  lead: { id: LEAD, name: 'Ana Soto' },
  turn: {
    ...{ people: [{ id: LEAD, name: 'Ana Soto' }], reviewers: 0, office: false, now: true, mine: true },
    ...{ since: '2026-03-01T12:00:00.000Z', due: '2026-03-08T12:00:00.000Z', overdue: true, next: '' },
  },
  ...{ submittedAt: null, updatedAt: '2026-03-01T12:00:00.000Z' },
};
const DETAILS: ProjectDetails = {
  ...{ theme: 'Patrimonio', call: null, regions: ['Biobío'], comunas: ['Coronel', 'Lota'], goals: [4, 11] },
  ...{ partners: ['Junta de vecinos'], asked: null, awarded: null, budget: 1_200_000, spent: 350_000 },
  ...{ expectedPeople: 40, actualPeople: 0, indicators: 5, indicatorsReached: 3 },
};

let rows: ProjectRow[] = [];
beforeEach(() => {
  signIn();
  rows = [ROW];
  answer('GET /projects', ({ query }) => ({
    rows: rows.map(row => (query.get('details') ? { ...row, details: DETAILS } : row)),
    total: rows.length,
  }));
  answer('GET /kinds', () =>
    Object.values(FIRST_KINDS).map(definition => ({ version: 1, definition, closed: null })),
  );
  answer('GET /catalogues', () => ({
    schools: [{ id: KNOWN, name: 'Escuela de Salud', facultyId: id(22) }],
    ...{ faculties: [], themes: [], periods: ['2026-1'] },
    regions: [{ code: '08', name: 'Biobío' }],
    ...{ comunas: [], bordersLicense: null, uploadLimitBytes: 1 },
  }));
  answer('GET /calls', () => ({ rows: [], total: 0 }));
  answer('GET /options/person', () => []);
  answer('GET /options/organisation', () => []);
});

let page: Awaited<ReturnType<typeof showAt>>;
const list = async (search: string) => {
  page = await showAt(`/projects${search}`, () => <ProjectsPage />);
  await vi.waitFor(() => act(async () => expect(requests('GET /projects')).not.toEqual([])));
};
const chips = () =>
  within(screen.getByRole('list', { name: 'Filtros activos' }))
    .getAllByRole('button')
    .map(each => each.textContent);
const until = (check: () => void) => vi.waitFor(() => act(async () => check()));
const headings = () => screen.getAllByRole('columnheader').map(each => each.textContent);

describe('a filter', () => {
  test.each([
    ['school', 'Escuela que ya no está en uso'],
    ['faculty', 'Facultad que ya no está en uso'],
    ['theme', 'Tema que ya no está en uso'],
    ['call', 'Convocatoria que ya no existe'],
    ['partner', 'Socio que ya no existe'],
    ['lead', 'Responsable que ya no tiene cuenta'],
  ])('of a %s that nothing knows says so, and can be taken off', async (name, words) => {
    rows = [];
    await list(`?${name}=${GONE}`);
    await screen.findByRole('list', { name: 'Filtros activos' });
    await until(() => expect(chips()).toEqual([words]));
    expect(screen.getByText('Nada coincide con la búsqueda')).toBeTruthy();
    rows = [ROW];
    await page.user.click(screen.getAllByRole('button', { name: 'Quitar filtros' }).at(-1) as HTMLElement);
    await screen.findByText('EXT-2026-0001');
    expect(page.address()).toBe('/projects');
  });

  test.each([
    ['region=99', 'Región que ya no existe'],
    ['comuna=99999', 'Comuna que ya no existe'],
    ['region=08', 'Biobío'],
    [`school=${KNOWN}`, 'Escuela de Salud'],
    // In no catalogue any more, but in the rows.
    [`school=${RETIRED}`, 'Escuela de Tejido'],
    [`faculty=${id(21)}`, 'Facultad de Artes'],
    [`lead=${LEAD}`, 'Ana Soto'],
    ['period=2031-2', '2031-2'],
  ])('%s is called «%s»', async (search, words) => {
    await list(`?${search}`);
    await screen.findByRole('list', { name: 'Filtros activos' });
    await until(() => expect(chips()).toEqual([words]));
  });

  test('is not said to be gone before its name can have come', async () => {
    const { release } = held('GET /projects', () => ({ rows: [ROW], total: 1 }));
    await list(`?school=${RETIRED}`);
    await screen.findByRole('list', { name: 'Filtros activos' });
    await until(() => expect(requests('GET /catalogues')).not.toEqual([]));
    expect(chips()).toEqual(['…']);
    act(() => release());
    await until(() => expect(chips()).toEqual(['Escuela de Tejido']));
  });

  test('that is no period is left out', async () => {
    await list('?period=abc');
    await screen.findByText('EXT-2026-0001');
    expect(screen.queryByRole('list', { name: 'Filtros activos' })).toBeNull();
    expect(requests('GET /projects').map(({ query }) => query.toString())).toEqual(['']);
  });
});

describe('the columns', () => {
  test('say whose turn it is and until when, each once', async () => {
    await list('');
    await screen.findByText('EXT-2026-0001');
    expect(headings()).toEqual(['Código', 'Título', 'Estado', 'A quién le toca', 'Vence']);
    expect(screen.getByText('Te toca a ti')).toBeTruthy();
    expect(screen.getAllByText(/^venció/)).toHaveLength(1);
    const title = screen.getByTitle(TITLE);
    expect(title.textContent).toBe(TITLE);
    expect(within(title).queryByText('Histórico')).toBeNull();
    expect(within(title.closest('td') as HTMLElement).getByText('Histórico')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'A quién le toca' }));
    await until(() => expect(page.address()).toBe('/projects?sort=turn'));
  });

  test('show what is asked for besides only where it is wanted', async () => {
    await list('?cols=code,goals,comunas,budget,spent,asked,reached,indicators,call');
    await until(() => expect(screen.getByText('3 de 5')).toBeTruthy());
    const cells = screen.getAllByRole('cell').map(each => each.textContent);
    expect(cells).toEqual([
      ...['EXT-2026-0001', '–', 'Coronel, Lota', '4, 11', '–', '$1.200.000', '$350.000', '0', '3 de 5'],
    ]);
    expect(screen.getByTitle('4: Educación de calidad, 11: Ciudades y comunidades sostenibles')).toBeTruthy();
    expect(requests('GET /projects').map(({ query }) => query.toString())).toEqual(['details=true']);
  });
});
