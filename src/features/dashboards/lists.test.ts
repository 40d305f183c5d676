import { beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { type Item, stepsOf } from '../../../test/figures/counts.ts';
import { fold, itemsOf, rounded } from '../../../test/figures/folded.ts';
import { of, projectsIn, type Rows, readRows, subjectOf } from '../../../test/figures/rows.ts';
import {
  fillUniversity,
  READER_NAMES,
  type Reader,
  type ReaderName,
} from '../../../test/figures/university.ts';
import { openUniversity } from '../../../test/university.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import { type FigureName, figureOf, measuresIn, topicsIn } from '../../domain/figures/figures.ts';
import { type Scope, scopesOf } from '../../domain/figures/scopes.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { type FigureItem, type FigureRow, type getDashboard, type listFigure, NO_KEY } from './contract.ts';

type Dashboard = OutputOf<typeof getDashboard>;
type Listed = OutputOf<typeof listFigure>;

openUniversity({ rateLimit: 0 });
let all: Rows;
let readers: Record<ReaderName, Reader>;
beforeAll(async () => {
  readers = await fillUniversity();
  all = await readRows();
});

const pathOf = (name: FigureName, scope: Scope, row?: Pick<FigureRow, 'key' | 'across'>, more = '') => {
  const at = row && `&row=${encodeURIComponent(row.key ?? NO_KEY)}`;
  const beside = row && figureOf(name).across ? `&across=${encodeURIComponent(row.across ?? NO_KEY)}` : '';
  return `/dashboards/figures/${name}?scope=${scope}${at ?? ''}${beside}${more}`;
};
const listed = async ({ client }: Reader, path: string): Promise<Listed> =>
  done(await client.get<Listed>(path));

async function figuresOf({ client }: Reader, scope: Scope) {
  const found = [];
  for (const topic of topicsIn(scope))
    found.push(...done(await client.get<Dashboard>(`/dashboards/${topic}?scope=${scope}`)).figures);
  return found;
}

/** What an item is, without what of it is told elsewhere; steps are told apart by their values. */
const wordsOf = (item: FigureItem) => JSON.stringify([item.project?.id ?? item.id, rounded(item.values)]);
function counted(name: FigureName, items: readonly Item[], measures: readonly string[]) {
  const isPartner = figureOf(name).items === 'partners';
  const once = isPartner ? [...new Map(items.map(i => [i.id, i])).values()] : items;
  return once.map(i =>
    JSON.stringify([isPartner ? i.id : i.project.id, rounded(measures.map(m => i.values[m] ?? null))]),
  );
}
const hasSomething = (item: Item, measures: readonly string[]) => measures.some(m => item.values[m]);
/** A figure of which each project has something for several rows. */
const HAS_CELLS: readonly FigureName[] = [
  'totals',
  'people_by_group',
  'budget_by_source',
  'funnel',
  'score_terms',
];

/** Of all rows, or of the first and last ones where there are many. */
const someOf = <T>(rows: readonly T[], isWhole: boolean) =>
  isWhole || rows.length < 5 ? rows : [...rows.slice(0, 2), ...rows.slice(-2)];

interface Place {
  readonly reader: Reader;
  readonly scope: Scope;
  readonly name: FigureName;
}

/** The list behind a row comes to the row, and is what is counted by hand. */
async function compare({ reader, scope, name }: Place, row: FigureRow): Promise<Listed> {
  const measures = measuresIn(figureOf(name), scope);
  const list = await listed(reader, pathOf(name, scope, row, '&size=200'));
  const where = `${name} ${row.label}`;
  expect(list.measures, where).toEqual(measures);
  expect(rounded(list.values), where).toEqual(rounded(row.values));
  expect(list.label, where).toBe(row.label);
  const { actor } = reader;
  const items = itemsOf(name, projectsIn(all, scope, actor), { all, actor, scope }).filter(
    i =>
      i.row === row.key &&
      (i.across ?? null) === row.across &&
      (!HAS_CELLS.includes(name) || hasSomething(i, measures)),
  );
  expect(list.rows.map(wordsOf).toSorted(), where).toEqual(counted(name, items, measures).toSorted());
  expect(list.total, where).toBe(list.rows.length);
  expect(new Set(list.rows.map(i => i.id)).size, where).toBe(list.total);
  const folded = list.rows.map((item): Item => {
    const project = all.projects.find(p => p.id === (item.project?.id ?? all.projects[0]?.id));
    if (!project) throw new Error('an item of no project');
    return {
      row: null,
      id: item.id,
      project,
      values: Object.fromEntries(measures.map((m, n) => [m, item.values[n] ?? null])),
    };
  });
  expect(fold(name, folded, measures), where).toEqual(rounded(row.values));
  return list;
}

describe.each(READER_NAMES)('the lists of %s', name => {
  it('come to their rows, of projects that are read whole', async () => {
    const reader = readers[name];
    let compared = 0;
    for (const scope of scopesOf(reader.actor))
      for (const figure of await figuresOf(reader, scope))
        for (const row of someOf(figure.rows, name === 'office' && scope === 'all')) {
          const { rows } = await compare({ reader, scope, name: figure.name }, row);
          compared += 1;
          for (const { project } of rows) {
            if (figureOf(figure.name).items === 'partners') {
              expect(project).toBeNull();
              continue;
            }
            const stored = all.projects.find(p => p.id === project?.id);
            expect([project?.code, project?.kind]).toEqual([stored?.code, stored?.kind]);
            if (scope === 'reviews') continue;
            expect(project?.title).toBe(stored?.title);
            expect(stored && mayReadPrivate(reader.actor, subjectOf(all, stored)), figure.name).toBe(true);
          }
        }
    expect(compared).toBeGreaterThan(5);
  });
});

it('of one’s own reviews nothing tells whose they are', async () => {
  for (const name of ['reviewer', 'academic, director and reviewer'] as const) {
    const reader = readers[name];
    const others = all.users.filter(u => u.id !== reader.actor.id).map(u => u.name);
    const titles = all.projects.map(p => p.title);
    for (const figure of ['reviews_by_state', 'reviews_by_call'] as const) {
      const list = await listed(reader, pathOf(figure, 'reviews', undefined, '&size=200'));
      expect(list.total).toBe(all.reviews.filter(r => r.user_id === reader.actor.id).length);
      expect(list.total).toBeGreaterThan(5);
      expect(list.rows.every(i => i.project?.title === '' && i.name === '')).toBe(true);
      const text = JSON.stringify(list);
      expect(
        [...others, ...titles].filter(words => text.includes(JSON.stringify(words).slice(1, -1))),
      ).toEqual([]);
      const file = await exported(reader, pathOf(figure, 'reviews'));
      expect(file.map(row => [row[1], row[3]]).slice(1)).toEqual(list.rows.map(() => ['', '']));
    }
  }
});

it('the office is told no review of what it takes part in, nor of what it reviews blindly', async () => {
  const reader = readers['office, blind to one project and part of another'];
  const list = await listed(reader, pathOf('reviews_by_state', 'all', undefined, '&size=200'));
  const reviewed = new Set(list.rows.map(i => i.project?.id));
  const { id } = reader.actor;
  const own = all.projects.filter(p => of(all.project_parts, p).some(part => part.user_id === id));
  const isHidden = (p: (typeof own)[number]) =>
    own.includes(p) ||
    (all.calls.find(c => c.id === p.call_id)?.state === 'evaluation' &&
      own.some(q => q.call_id === p.call_id));
  const hidden = all.projects.filter(p => isHidden(p) && of(all.reviews, p).length > 0);
  expect(hidden.length).toBeGreaterThan(3);
  expect(hidden.filter(p => reviewed.has(p.id))).toEqual([]);
  expect(list.total).toBeGreaterThan(3);
});

it('of units nothing is told of what is spent', async () => {
  for (const name of ['director', 'dean'] as const) {
    const figures = await figuresOf(readers[name], 'units');
    expect(figures.find(f => f.name === 'budget_by_source')?.measures).toEqual(['planned']);
    expect(figures.map(f => f.name)).not.toContain('fund_by_period');
    const list = await listed(
      readers[name],
      pathOf('budget_by_source', 'units', { key: 'fund', across: null }),
    );
    expect([list.measures, list.values.length, new Set(list.rows.map(i => i.values.length))]).toEqual([
      ['planned'],
      1,
      new Set([1]),
    ]);
    const [head] = await exported(
      readers[name],
      pathOf('budget_by_source', 'units', { key: 'fund', across: null }),
    );
    expect(head).toEqual(['codigo', 'titulo', 'tipo', 'detalle', 'presupuestado']);
  }
});

/** Cells of the CSV of a list; its texts may hold semicolons and quotes. */
async function exported({ client }: Reader, path: string): Promise<string[][]> {
  const url = `${client.url}/api${path.replace('?', '/export?format=csv&')}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${client.token}` } });
  expect(response.status, path).toBe(200);
  const text = (await response.text()).replace(/^\uFEFF/, '').trimEnd();
  return text
    .split('\r\n')
    .map(line =>
      (line.match(/(?<=^|;)("([^"]|"")*"|[^;"]*)(?=;|$)/g) ?? []).map(cell =>
        cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'),
      ),
    );
}

describe('every figure of the office', () => {
  it('is paged without losing or repeating anything, in every order', async () => {
    const reader = readers.office;
    let paged = 0;
    for (const { name, rows } of await figuresOf(reader, 'all')) {
      const row = rows.find(r => (r.values[0] ?? 0) > 0);
      for (const sort of ['code', '-code', 'value', '-value']) {
        const whole = await listed(reader, pathOf(name, 'all', row, `&size=200&sort=${sort}`));
        const seen: FigureItem[] = [];
        for (let page = 1; page <= Math.ceil(whole.total / 7); page += 1) {
          const part = await listed(reader, pathOf(name, 'all', row, `&size=7&page=${page}&sort=${sort}`));
          expect([part.total, part.values]).toEqual([whole.total, whole.values]);
          seen.push(...part.rows);
        }
        expect(seen, `${name} ${sort}`).toEqual(whole.rows);
        const by = sort.endsWith('value')
          ? whole.rows.flatMap(i => i.values[0] ?? [])
          : whole.rows.map(i => i.project?.code ?? i.name);
        const inOrder = by.toSorted((a, b) =>
          typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'es'),
        );
        expect(by, `${name} ${sort}`).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder);
        paged += whole.total > 7 ? 1 : 0;
      }
      const past = await listed(reader, pathOf(name, 'all', row, '&page=100000&size=200'));
      expect(past.rows).toEqual([]);
    }
    expect(paged).toBeGreaterThan(40);
  });

  it('leaves as a file with the same rows', async () => {
    const reader = readers.office;
    for (const { name, rows } of await figuresOf(reader, 'all')) {
      const row = rows.find(r => (r.values[0] ?? 0) > 0);
      const { rows: items } = await listed(reader, pathOf(name, 'all', row, '&size=200&sort=-value'));
      const [head, ...cells] = await exported(reader, pathOf(name, 'all', row, '&sort=-value'));
      expect(head?.length, name).toBe(4 + measuresIn(figureOf(name), 'all').length);
      expect(
        head?.every(h => /^[a-z_]+$/.test(h)),
        name,
      ).toBe(true);
      expect(
        cells.map(c => [c[0], c[1], c[2], c[3]]),
        name,
      ).toEqual(
        items.map(i => [i.project?.code ?? '', i.project?.title ?? '', i.project?.kind ?? '', i.name]),
      );
      const figures = cells.map(c =>
        rounded(c.slice(4).map(v => (v === '' ? null : Number(v.replace(',', '.'))))),
      );
      expect(figures, name).toEqual(items.map(i => rounded(i.values)));
    }
  });

  it('without a row has what all rows have', async () => {
    const reader = readers.office;
    const { actor } = reader;
    for (const { name, measures } of await figuresOf(reader, 'all')) {
      if (HAS_CELLS.includes(name)) continue;
      const list = await listed(reader, pathOf(name, 'all', undefined, '&size=200'));
      const items = itemsOf(name, projectsIn(all, 'all', actor), { all, actor, scope: 'all' });
      expect(list.label).toBeNull();
      expect(rounded(list.values), name).toEqual(fold(name, items, measures));
      expect(list.total, name).toBe(counted(name, items, measures).length);
    }
  });

  it('names what an item is besides its project', async () => {
    const reader = readers.office;
    const { rows: steps } = await listed(reader, pathOf('days_by_step', 'all', undefined, '&size=200'));
    const day = (at: string) =>
      new Date(at).toLocaleDateString('es-CL', {
        timeZone: 'America/Santiago',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
      });
    for (const { project, name, values } of steps) {
      const stored = all.projects.find(p => p.id === project?.id);
      const ways = stored ? stepsOf(stored, all) : [];
      const spans = ways.flatMap(s => (s.to ? [`${day(s.from)} – ${day(s.to)}`] : []));
      expect(spans, `${project?.code} ${values}`).toContain(name);
    }
    const { rows: reviews } = await listed(reader, pathOf('reviews_by_state', 'all', undefined, '&size=200'));
    for (const { id, name } of reviews) {
      const review = all.reviews.find(r => r.id === id);
      expect(name).toBe(all.users.find(u => u.id === review?.user_id)?.name);
    }
    const { rows: partners } = await listed(
      reader,
      pathOf('partners_by_type', 'all', undefined, '&size=200'),
    );
    expect(partners.map(p => p.name)).toEqual(
      partners.map(p => all.organisations.find(o => o.id === p.id)?.name),
    );
    expect(partners.filter(p => all.organisations.find(o => o.id === p.id)?.merged_into !== null)).toEqual(
      [],
    );
  });
});
