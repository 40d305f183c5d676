import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoProjects } from '../src/demo/projects.ts';
import { RULES } from '../src/domain/text/rule-messages.ts';
import { MOST_GROUPS, type RowGroup } from '../src/domain/text/rules.ts';
import { type Campus, openCampus, type Person } from './catalogue.ts';

type Cell = string | number;
interface Row {
  readonly id: string;
}
interface Page {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly groups?: readonly RowGroup[];
}
interface List {
  readonly groups: readonly string[];
  /** A column of its file, with the same of a row; that a row is told by, or its order at least. */
  readonly column: string;
  readonly cellOf: (row: never) => Cell;
}

const named = { column: 'nombre', cellOf: (row: { name: string }) => row.name };
const coded = { column: 'codigo', cellOf: (row: { code: string }) => row.code };
const titled = { column: 'titulo', cellOf: (row: { title: string }) => row.title };

/** Every list whose rows may be put together, but for that of projects, which counts in ways of its own. */
const LISTS: Readonly<Record<string, List>> = {
  '/schools': { groups: ['faculty'], ...coded },
  '/careers': { groups: ['school', 'level', 'campus'], ...named },
  '/courses': { groups: ['school'], ...coded },
  '/offerings': {
    groups: ['period', 'course'],
    column: 'curso',
    cellOf: (row: { course: { name: string } }) => row.course.name,
  },
  '/users': { groups: ['state', 'school'], ...named },
  '/partners': { groups: ['type', 'region', 'comuna'], ...named },
  '/agreements': {
    groups: ['state', 'organisation'],
    column: 'numero',
    cellOf: (row: { number: string }) => row.number,
  },
  '/calls': { groups: ['state', 'kind', 'year'], ...named },
  '/certificates': {
    groups: ['project', 'role', 'state', 'year'],
    column: 'folio',
    cellOf: (row: { folio: string }) => row.folio,
  },
  '/certificates/projects': { groups: ['kind', 'school', 'year'], ...coded },
  '/waves': { groups: ['state', 'audience', 'instrument', 'project'], ...titled },
  '/mails': {
    groups: ['state', 'type'],
    column: 'asunto',
    cellOf: (row: { subject: string }) => row.subject,
  },
  '/data-requests': {
    groups: ['right', 'state'],
    column: 'numero',
    cellOf: (row: { code: string }) => row.code,
  },
  '/data-incidents': { groups: ['state', 'risk'], ...coded },
  '/admissibility': { groups: ['call'], ...coded },
  '/institutional-indicators': { groups: ['kind'], ...named },
};

/** A filter of that name: who came is asked for by a group of people. */
const NO_GROUPS = ['/projects/{kind}/{id}/activities/{activity}/attendance'];
const ELSEWHERE = ['/projects'];

const CASES = Object.entries(LISTS).flatMap(([path, { groups }]) =>
  groups.map(group => [path, group] as const),
);
const READERS = ['Admin', 'Director', 'Dean'] as const satisfies readonly Person[];
const SIZE = 200;

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
  await startDemoProjects(campus);
  await addIncidents();
});
afterAll(() => campus.close());

/** One of each state and risk: a university begins without any. */
async function addIncidents(): Promise<void> {
  const fields = {
    ...{ title: 'Planilla enviada a otra persona', detectedOn: '2026-07-01', natures: ['confidentiality'] },
    ...{ description: 'Se envió por error.', dataConcerned: 'Nombres de asistentes' },
  };
  for (const risk of ['unknown', 'none', 'some'])
    expect((await campus.send('POST', '/data-incidents', { ...fields, risk })).status).toBe(200);
}

const read = (path: string, query: Record<string, Cell>, person: Person = 'Admin') => {
  const asked = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return campus.send<Page>('GET', `${path}?${new URLSearchParams(asked)}`, undefined, campus.as(person));
};

async function readAll(path: string, query: Record<string, Cell>, person?: Person): Promise<Page> {
  const { body } = await read(path, { ...query, size: SIZE }, person);
  const rows = [...body.rows];
  for (let page = 2; rows.length < body.total; page += 1)
    rows.push(...(await read(path, { ...query, size: SIZE, page }, person)).body.rows);
  return { ...body, rows };
}

const idsOf = ({ rows }: Page) => rows.map(row => row.id);

describe('every list with groups', () => {
  it('is tested here, with all of them', async () => {
    interface Parameter {
      name: string;
      in: string;
      schema: { enum?: string[] };
    }
    const { body } = await campus.send<{ paths: Record<string, { get?: { parameters?: Parameter[] } }> }>(
      'GET',
      '/docs/json',
    );
    const found = Object.entries(body.paths).flatMap(([path, { get }]) => {
      const group = get?.parameters?.find(each => each.in === 'query' && each.name === 'group');
      // What has a file is a list.
      return group && `${path}/export` in body.paths
        ? [[path.replace('/api', ''), group.schema.enum?.toSorted()] as const]
        : [];
    });
    const others = [...NO_GROUPS, ...ELSEWHERE];
    expect(found.map(([path]) => path)).toEqual(expect.arrayContaining(others));
    expect(Object.fromEntries(found.filter(([path]) => !others.includes(path)))).toEqual(
      Object.fromEntries(Object.entries(LISTS).map(([path, { groups }]) => [path, groups.toSorted()])),
    );
  });

  it.each(CASES)(
    '%s by %s: each is what its filter finds, and nothing else is there',
    async (path, group) => {
      for (const person of READERS) {
        const plain = await read(path, {}, person);
        const { status } = await read(path, { group }, person);
        expect(status).toBe(plain.status);
        if (status !== 200) continue;
        const page = await readAll(path, { group }, person);
        const groups = page.groups ?? [];
        expect(page.total).toBe(plain.body.total);
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(page.total);
        expect(new Set(idsOf(page)).size).toBe(page.total);
        if (person === 'Admin') expect(groups.length).toBeGreaterThan(0);
        let from = 0;
        for (const [n, each] of groups.entries()) {
          expect(each.from).toBe(from);
          expect(each.label).not.toBe('');
          from += each.count;
          // No filter finds them: they stand last.
          if (each.key === null) expect(n).toBe(groups.length - 1);
          else
            expect(idsOf(page).slice(each.from, from), each.label).toEqual(
              idsOf(await readAll(path, { [group]: each.key }, person)),
            );
        }
      }
    },
  );

  it.each(CASES)('%s by %s: the file has the order of the list', async (path, group) => {
    const { column, cellOf } = LISTS[path] as List;
    const { rows } = await readAll(path, { group });
    const { rawPayload } = await campus.app.inject({
      method: 'GET',
      url: `/api${path}/export?format=xlsx&group=${group}`,
      headers: campus.as('Admin'),
    });
    const [names, ...lines] = await readSheet(rawPayload);
    const at = names?.indexOf(column) ?? -1;
    expect(lines.map(line => String(line[at]))).toEqual(rows.map(row => String(cellOf(row as never))));
  });

  it.each(CASES)('%s by %s: past the end nothing but what there is', async (path, group) => {
    const { body: first } = await read(path, { group, size: 1 });
    const { body } = await read(path, { group, size: 100, page: 9999 });
    expect(body).toEqual({ rows: [], total: first.total, groups: first.groups });
  });

  it.each(Object.keys(LISTS))('%s refuses others in Spanish, and has none unless asked', async path => {
    const { status, body } = await campus.send('GET', `${path}?group=color`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: 'group', message: RULES.choice }]);
    expect((await read(path, {})).body).not.toHaveProperty('groups');
  });
});

const labels = async (path: string, query: Record<string, Cell>) =>
  (await read(path, query)).body.groups?.map(({ label }) => label);

describe('groups', () => {
  it('stand in the order of the domain, or of their names, or the latest first', async () => {
    expect(await labels('/careers', { group: 'level' })).toEqual(['Técnico', 'Pregrado', 'Postgrado']);
    const schools = (await labels('/careers', { group: 'school', sort: '-name' })) ?? [];
    expect(schools).toEqual(schools.toSorted(new Intl.Collator('es').compare));
    const periods = (await labels('/offerings', { group: 'period', sort: 'period' })) ?? [];
    expect(periods.length).toBeGreaterThan(1);
    expect(periods).toEqual(periods.toSorted().toReversed());
  });

  it('are called by words that the office gave', async () => {
    const { rows } = await sql<{ label: string }>`
      select v.definition ->> 'label' as label from kinds d
        join kind_versions v on v.slug = d.slug and v.version = d.current_version
      where d.slug in (select kind from calls) order by d.slug`.execute(campus.db);
    expect(await labels('/calls', { group: 'kind' })).toEqual(rows.map(({ label }) => label));
  });

  it('without a value stand last, under a name of their own', async () => {
    const { body } = await read('/users', { group: 'school' });
    expect(body.groups?.at(-1)).toMatchObject({ key: null, label: 'Sin escuela' });
  });

  it('are those under the same filters', async () => {
    const school = await campus.idOf('schools', 'INF');
    const { body } = await read('/careers', { group: 'school', school });
    expect(body.groups).toMatchObject([{ key: school, from: 0, count: body.total }]);
  });

  it('of the page alone are told where there are more than anybody reads', async () => {
    const schoolId = await campus.idOf('schools', 'INF');
    const marked = { q: 'zz sede', group: 'campus' };
    const add = (from: number, to: number) =>
      sql`
      insert into careers (name, school_id, level, campus)
      select 'ZZ Sede ' || n, ${schoolId}, 'pregrado', 'Sede ' || lpad(n::text, 3, '0')
      from generate_series(${from}::int, ${to}::int) n`.execute(campus.db);
    await add(1, MOST_GROUPS);
    expect((await read('/careers', { ...marked, size: 10 })).body.groups).toHaveLength(MOST_GROUPS);
    await add(MOST_GROUPS + 1, MOST_GROUPS + 5);
    const { body } = await read('/careers', { ...marked, size: 10, page: 3 });
    expect(body.total).toBe(MOST_GROUPS + 5);
    expect(body.groups?.map(({ label, from }) => [label, from])).toEqual(
      body.rows.map((_, n) => [`Sede ${String(21 + n).padStart(3, '0')}`, 20 + n]),
    );
    expect((await read('/careers', { ...marked, size: 10, page: 30 })).body).toEqual({
      ...{ rows: [], groups: [], total: MOST_GROUPS + 5 },
    });
  });
});
