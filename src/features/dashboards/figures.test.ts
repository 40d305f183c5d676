import { beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { COUNTS, isOverdue } from '../../../test/figures/counts.ts';
import { addressOf, fold, isWhole, itemsOf, nameOf, rounded, rowsOf } from '../../../test/figures/folded.ts';
import { of, type Project, projectsIn, type Rows, readRows, subjectOf } from '../../../test/figures/rows.ts';
import {
  fillUniversity,
  READER_NAMES,
  type Reader,
  type ReaderName,
} from '../../../test/figures/university.ts';
import { openUniversity } from '../../../test/university.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import {
  FIGURE_NAMES,
  type FigureName,
  figureOf,
  measuresIn,
  topicsIn,
} from '../../domain/figures/figures.ts';
import { SCOPE_NAMES, type Scope, scopesOf } from '../../domain/figures/scopes.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { FigureData, getDashboard } from './contract.ts';

type Dashboard = OutputOf<typeof getDashboard>;

openUniversity({ rateLimit: 0 });
let all: Rows;
let readers: Record<ReaderName, Reader>;
beforeAll(async () => {
  readers = await fillUniversity();
  all = await readRows();
});

const readAll = async ({ client }: Reader, scope: Scope, query = ''): Promise<Dashboard[]> => {
  const read: Dashboard[] = [];
  for (const topic of topicsIn(scope))
    read.push(done(await client.get<Dashboard>(`/dashboards/${topic}?scope=${scope}${query}`)));
  return read;
};
const told = (figure: FigureData, side: 'values' | 'other') =>
  Object.fromEntries(
    figure.rows.flatMap(({ key, across, [side]: values }) =>
      values ? [[addressOf({ row: key, across }), rounded(values)]] : [],
    ),
  );

/** Every figure of a scope is what its independent count says, of these projects; its rows. */
function compare(read: readonly Dashboard[], { actor }: Reader, scope: Scope, projects: readonly Project[]) {
  let rows = 0;
  for (const dashboard of read) {
    expect(dashboard.projects).toBe(projects.length);
    for (const figure of dashboard.figures) {
      const { name, measures } = figure;
      expect(measures, name).toEqual(measuresIn(figureOf(name), scope));
      const counted = rowsOf(name, itemsOf(name, projects, { all, actor, scope }), measures);
      expect(told(figure, 'values'), `${name} of ${scope}`).toEqual(counted);
      rows += figure.rows.length;
    }
  }
  const figures = read.flatMap(d => d.figures.map(f => f.name));
  // Each in its topic, the first ones in the summary, too.
  const offered = FIGURE_NAMES.filter(n => figureOf(n).scopes.includes(scope));
  const again = offered.filter(n => figureOf(n).inSummary);
  expect(figures.toSorted()).toEqual([...offered, ...again].toSorted());
  return rows;
}

const pairs = READER_NAMES.flatMap(name => SCOPE_NAMES.map(scope => [name, scope] as const));

it('every figure has an independent count', () => {
  expect(Object.keys(COUNTS).toSorted()).toEqual(FIGURE_NAMES.toSorted());
});

it('the university has what figures are told apart by', () => {
  const everything = { all, actor: readers.office.actor, scope: 'all' as const };
  for (const name of FIGURE_NAMES) {
    const items = itemsOf(name, all.projects, everything);
    const measures = Object.keys(figureOf(name).measures);
    const rows = rowsOf(name, items, measures);
    expect(Object.keys(rows).length, name).toBeGreaterThan(1);
    for (const [n, measure] of measures.entries())
      expect(
        Object.values(rows).some(v => (v[n] ?? 0) > 0),
        `${name} ${measure}`,
      ).toBe(true);
  }
  const blind = all.projects.filter(p => subjectOf(all, p).blindIds.length > 0);
  expect(blind.length).toBeGreaterThan(5);
});

describe.each(pairs)('%s, %s', (name, scope) => {
  it('is told each figure as the rows count it, or refused', async () => {
    const reader = readers[name];
    const isOffered = scopesOf(reader.actor).includes(scope);
    if (isOffered) {
      const projects = projectsIn(all, scope, reader.actor);
      compare(await readAll(reader, scope), reader, scope, projects);
      if (scope !== 'reviews')
        expect(projects.filter(p => !mayReadPrivate(reader.actor, subjectOf(all, p)))).toEqual([]);
      return;
    }
    const answer = await reader.client.get(`/dashboards/portfolio?scope=${scope}`);
    expect([answer.status, answer.body.detail]).toEqual([403, 'No tienes permiso para ver estos datos.']);
    const list = await reader.client.get(`/dashboards/figures/projects_by_kind?scope=${scope}`);
    expect([list.status, list.body.code]).toEqual([403, 'forbidden']);
  });
});

it('rows are called as the university calls them', async () => {
  const dashboards = await readAll(readers.office, 'all');
  const names = dashboards.flatMap(d =>
    d.figures.flatMap(f =>
      f.rows.map(r => [f.name, r.label, r.key === null ? undefined : nameOf(f.name, r.key, all)] as const),
    ),
  );
  const named = names.filter(([, , name]) => name !== undefined);
  expect(named.length).toBeGreaterThan(50);
  expect(named.map(([figure, label]) => [figure, label])).toEqual(
    named.map(([figure, , name]) => [figure, name]),
  );
  const rows = dashboards.flatMap(d => d.figures.flatMap(f => f.rows));
  expect(new Set(rows.filter(r => r.key === null).map(r => r.label))).toEqual(
    new Set(['Sin período', 'Sin facultad', 'Sin escuela', 'Sin convocatoria']),
  );
});

const facultyOf = (p: Project) => all.schools.find(s => s.id === p.school_id)?.faculty_id;
const ownComunas = (p: Project) => of(all.project_comunas, p).map(c => c.comuna_code);
/** What every filter keeps, and values that it is asked for. */
const FILTERS: Readonly<
  Record<string, readonly [() => string | undefined, (p: Project, value: string) => boolean]>
> = {
  kind: [() => 'fexs', (p, v) => p.kind === v],
  status: [() => 'running', (p, v) => p.status === v],
  school: [() => all.schools[0]?.id, (p, v) => p.school_id === v],
  faculty: [() => all.faculties[0]?.id, (p, v) => facultyOf(p) === v],
  period: [() => '2026-1', (p, v) => p.period === v],
  region: [
    () => '08',
    (p, v) => ownComunas(p).some(c => all.comunas.find(k => k.code === c)?.region_code === v),
  ],
  comuna: [() => '08110', (p, v) => ownComunas(p).includes(v)],
  goal: [() => '3', (p, v) => of(all.project_goals, p).some(g => String(g.goal) === v)],
  theme: [() => all.projects.find(p => p.theme_id)?.theme_id ?? '', (p, v) => p.theme_id === v],
  partner: [
    () =>
      all.organisations.find(
        o => all.organisations.some(m => m.merged_into === o.id) && o.merged_into === null,
      )?.id,
    (p, v) => {
      const merged = all.organisations.filter(o => o.merged_into === v).map(o => o.id);
      const own = [
        v,
        ...merged,
        ...all.organisations.filter(o => merged.includes(o.merged_into ?? '')).map(o => o.id),
      ];
      return of(all.project_partners, p).some(l => own.includes(l.organisation_id));
    },
  ],
  lead: [() => readers.academic.actor.id, (p, v) => p.lead_id === v],
  call: [() => all.projects.find(p => p.call_id)?.call_id ?? '', (p, v) => p.call_id === v],
  overdue: [() => 'true', p => isOverdue(p, all)],
  historic: [() => 'false', p => !p.historic],
};

describe('filters', () => {
  it.each(Object.keys(FILTERS))('%s keeps what the list of projects keeps', async filter => {
    const [asked, keeps] = FILTERS[filter] ?? [() => undefined, () => false];
    const value = asked() ?? '';
    const reader = readers.office;
    const projects = projectsIn(all, 'all', reader.actor).filter(p => keeps(p, value));
    expect(projects.length).toBeGreaterThan(0);
    compare(await readAll(reader, 'all', `&${filter}=${value}`), reader, 'all', projects);
  });

  it('several at once, and several values of one', async () => {
    const reader = readers.dean;
    const projects = projectsIn(all, 'units', reader.actor).filter(
      p => p.period === '2026-1' && ['running', 'closed', 'approved'].includes(p.status),
    );
    expect(projects.length).toBeGreaterThan(0);
    const query = '&period=2026-1&status=running&status=closed&status=approved';
    compare(await readAll(reader, 'units', query), reader, 'units', projects);
  });

  it('of one’s own reviews nothing that a blind one hides', async () => {
    const { client } = readers.reviewer;
    for (const query of [
      'period=2026-1',
      `school=${all.schools[0]?.id}`,
      'status=evaluation',
      'historic=false',
    ]) {
      const { status, body } = await client.get(`/dashboards/reviews?scope=reviews&${query}`);
      expect([status, body.detail]).toEqual([
        400,
        'Tus evaluaciones se filtran solo por convocatoria y tipo de proyecto.',
      ]);
    }
    const reader = readers.reviewer;
    const projects = projectsIn(all, 'reviews', reader.actor).filter(p => p.kind === 'fexs');
    expect(projects.length).toBeGreaterThan(0);
    compare(await readAll(reader, 'reviews', '&kind=fexs'), reader, 'reviews', projects);
  });
});

describe('what is compared', () => {
  const OTHERS: Readonly<Record<string, readonly [own: string, filter: string]>> = {
    otherPeriod: ['&period=2026-1', 'period'],
    otherFaculty: ['&kind=pacs', 'faculty'],
    otherSchool: ['&period=2026-1', 'school'],
    otherKind: ['&kind=pacs&period=2026-2', 'kind'],
  };
  it.each(Object.keys(OTHERS))('%s stands beside it, as the figure is with that filter', async other => {
    const [own, filter] = OTHERS[other] ?? ['', ''];
    for (const [name, scope] of [
      ['office', 'all'],
      ['dean', 'units'],
      ['academic', 'mine'],
    ] as const) {
      const reader = readers[name];
      const [asked = () => ''] = FILTERS[filter] ?? [];
      const value = filter === 'period' ? '2025-2' : (asked() ?? '');
      const query = new URLSearchParams(own);
      const both = await readAll(reader, scope, `${own}&${other}=${value}`);
      query.set(filter, value);
      const beside = await readAll(reader, scope, `&${query}`);
      const alone = await readAll(reader, scope, own);
      for (const [n, dashboard] of both.entries()) {
        expect(dashboard.otherProjects).toBe(beside[n]?.projects);
        for (const [k, figure] of dashboard.figures.entries()) {
          const filled = (side: 'values' | 'other') => {
            const entries = Object.entries(told(figure, side));
            const some = entries.filter(([, values]) => values.some(Boolean));
            return Object.fromEntries(isWhole(figure.name) && some.length > 0 ? entries : some);
          };
          const [a, b] = [alone[n]?.figures[k], beside[n]?.figures[k]];
          expect(filled('values'), figure.name).toEqual(a && told(a, 'values'));
          expect(filled('other'), figure.name).toEqual(b && told(b, 'values'));
        }
      }
    }
  });
});

it('what a fold is: of many values the sum, the mean, the least; partners once', () => {
  const [project] = all.projects;
  if (!project) throw new Error('no project');
  const items = [1, 5, null].map(score => ({
    row: 'a',
    id: 'x',
    project,
    values: { score, taken: score, partners: 1, projects: score },
  }));
  const of = (name: FigureName, measure: string) => fold(name, items, [measure]);
  expect(of('cutoffs', 'score')).toEqual([1]);
  expect(of('days_by_step', 'taken')).toEqual([3]);
  expect(of('partners_by_type', 'partners')).toEqual([1]);
  expect(of('funnel', 'projects')).toEqual([6]);
});
