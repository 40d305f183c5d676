import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ME, showAt } from '../../../../test/jsdom/render.tsx';
import { answer } from '../../../../test/jsdom/server.tsx';
import type { Role } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { saveSession } from '../../../web/storage.ts';
import type { getHome } from '../contract.ts';
import { HomeFigures } from './home-figures.tsx';
import { HomePage } from './home-page.tsx';

type Home = OutputOf<typeof getHome>;
type ProjectRow = Home['mine']['rows'][number];
const nothing: Home = {
  ...{ myTurn: { rows: [], total: 0 }, changes: [], reviews: [], rounds: [] },
  ...{ questions: [], measurements: [], refunds: [], statements: [], reports: [], appeals: [] },
  ...{ dataRequests: [], mine: { rows: [], total: 0 }, deadlines: [], units: [], office: null, setup: null },
};
const DUE = '2100-01-05T02:59:00.000Z';
const project = (n: number, more: Partial<ProjectRow> = {}): ProjectRow => ({
  ...{ id: `p${n}`, code: `PAC-${n}`, kind: 'pacs', title: `Proyecto ${n}`, status: 'director_review' },
  ...{ subStep: null, historic: false, period: null, startDate: null, endDate: null },
  ...{ school: null, faculty: null, lead: { id: ME, name: 'Ana Soto' } },
  turn: {
    ...{ people: [{ id: 'x', name: 'Patricia Contreras' }], reviewers: 0, office: false, now: true },
    ...{ since: '2026-03-01T12:00:00.000Z', due: DUE, overdue: false, mine: false, next: '' },
  },
  ...{ submittedAt: null, updatedAt: '2026-03-01T12:00:00.000Z' },
  ...more,
});
const deadlineOf = ({ id, kind, code, title, status }: ProjectRow): Home['deadlines'][number] => ({
  ...{ project: { id, kind, code, title }, status, due: DUE, overdue: false, report: null },
});
const enter = (...roles: Role[]) =>
  saveSession({ token: 'token-1', user: { id: ME, email: 'ana@u.cl', name: 'Ana Soto', roles } });
const region = (name: string) => screen.findByRole('region', { name });

beforeEach(() => {
  answer('GET /kinds', () => []);
  answer('GET /projects', () => ({ rows: [], total: 0 }));
});

test.each<Role>(['Academic', 'Director', 'Dean', 'Admin'])(
  'a %s starts a project from one place, and nothing empty stands beside',
  async role => {
    enter(role);
    answer('GET /home', () => nothing);
    await showAt('/', HomePage);
    expect((await region('Mis proyectos')).textContent).toContain('Todavía no tienes proyectos.');
    expect(screen.getAllByText(/Nuevo proyecto|Empezar un proyecto/).map(each => each.textContent)).toEqual([
      'Nuevo proyecto',
      'Todavía no tienes proyectos. Empieza uno con «Nuevo proyecto».',
    ]);
    expect(screen.queryByRole('complementary')).toBeNull();
  },
);

test('whoever only reviews starts none, and has none', async () => {
  enter('Reviewer');
  answer('GET /home', () => nothing);
  await showAt('/', HomePage);
  await region('Te toca a ti');
  expect(screen.queryByText('Nuevo proyecto')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Mis proyectos' })).toBeNull();
});

test('the date of a project stands among the deadlines, or else with the project', async () => {
  enter('Academic');
  const [dated, other] = [project(1), project(2)];
  answer('GET /home', () => ({
    ...nothing,
    mine: { rows: [dated, other], total: 9 },
    deadlines: [deadlineOf(dated)],
  }));
  await showAt('/', HomePage);
  const mine = await region('Mis proyectos');
  const dues = within(mine)
    .getAllByRole('listitem')
    .map(each => each.querySelectorAll(`time[datetime="${DUE}"]`).length);
  expect(dues).toEqual([0, 1]);
  const deadlines = await region('Próximos plazos');
  expect(deadlines.querySelectorAll(`time[datetime="${DUE}"]`)).toHaveLength(1);
  expect(within(mine).getByRole('link', { name: 'Ver los 9' }).getAttribute('href')).toBe(
    '/projects?mine=true',
  );
});

test('the report due of a project that waits is named with it, and no second time', async () => {
  enter('Academic');
  const running = project(1, { status: 'running' });
  answer('GET /home', () => ({
    ...nothing,
    myTurn: { rows: [running], total: 1 },
    mine: { rows: [], total: 1 },
    deadlines: [{ ...deadlineOf(running), report: 2 }],
  }));
  await showAt('/', HomePage);
  const turn = await region('Te toca a ti');
  expect(turn.textContent).toContain('Informe de avance 2 · PAC-1');
  expect(turn.querySelectorAll(`time[datetime="${DUE}"]`)).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Próximos plazos' })).toBeNull();
});

test.each([
  [1, 'El único que tienes está en «Te toca a ti».'],
  [3, 'Todos están en «Te toca a ti».'],
])('of %i projects that all wait the list says where they are', async (total, words) => {
  enter('Academic');
  answer('GET /home', () => ({
    ...nothing,
    myTurn: { rows: [project(1, { status: 'draft' })], total },
    mine: { rows: [], total },
  }));
  await showAt('/', HomePage);
  const mine = await region('Mis proyectos');
  expect(mine.textContent).toContain(words);
  expect(screen.getAllByRole('link', { name: 'Proyecto 1' })).toHaveLength(1);
});

test('what the guide tells of the backup is not told again beside it', async () => {
  enter('Admin');
  answer('GET /system/status', () => ({ lastBackup: null, databaseBytes: 26_000_000 }));
  const setup = (state: 'open' | 'settled'): Home['setup'] => ({
    ends: { unassignedSchools: 0, headlessSchools: 0, headlessFaculties: 0, rolelessPeople: 0 },
    unassignedFaculty: null,
    steps: [{ step: 'backup', state, found: 'Nunca se ha hecho' }],
    progress: { settled: [], closed: false, updatedAt: '2026-03-01T12:00:00.000Z' },
  });
  const office = { vacantSteps: 0, overdueSteps: 0, pendingPeople: 0 };
  answer('GET /home', () => ({ ...nothing, office, setup: setup('open') }));
  const first = await showAt('/', HomePage);
  expect((await region('Sistema')).textContent).toBe('SistemaBase de datos25 MB');
  expect(screen.getAllByText('Nunca se ha hecho')).toHaveLength(1);
  first.unmount();
  answer('GET /home', () => ({ ...nothing, office, setup: setup('settled') }));
  await showAt('/', HomePage);
  expect((await region('Sistema')).textContent).toContain('Último respaldo');
});

const figure = (keys: readonly string[]) => ({
  ...{ scope: 'units', projects: 9 },
  figures: [
    {
      name: 'totals',
      rows: keys.map(key => ({ key, label: key, values: [1] })),
    },
  ],
});
const shownFigures = async () => {
  const part = await region('Mis unidades, en cifras');
  return [...part.querySelectorAll('dt')].map(each => each.textContent);
};
const KEYS = ['reviewed', 'approved', 'running', 'closed', 'overdue', 'people', 'indicators', 'awarded'];

test.each([
  [false, KEYS],
  [true, ['overdue', 'people', 'indicators', 'awarded']],
])('with projects by state on the page (%s) their sums are left out', async (hasUnits, keys) => {
  enter('Director');
  answer('GET /dashboards/summary', () => figure(KEYS));
  await showAt('/', () => <HomeFigures hasUnits={hasUnits} />);
  expect(await shownFigures()).toEqual(keys);
});

test('reviews to write are counted where they wait', async () => {
  enter('Reviewer');
  answer('GET /dashboards/reviews', () => figure(['invited', 'accepted', 'confirmed']));
  await showAt('/', () => <HomeFigures hasUnits={false} />);
  expect(await shownFigures()).toEqual(['confirmed']);
});
