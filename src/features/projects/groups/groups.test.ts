import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type Clients, PEOPLE, schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import { done, startDraft } from '../../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../../test/university.ts';
import { KIND_SLUGS } from '../../../domain/kinds/slugs.ts';
import { STATUSES, statusLabel } from '../../../domain/kinds/statuses.ts';
import type { RowGroup } from '../../../domain/text/rules.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import { PROJECT_GROUPS, PROJECT_SORTS } from '../contract.ts';

interface Page {
  rows: ProjectRow[];
  total: number;
  groups?: RowGroup[];
}
type Group = (typeof PROJECT_GROUPS)[number];

openUniversity();

const list = async (client: Client, query: string): Promise<Page> =>
  done(await client.get<Page>(`/projects?${query}`));

async function allRows(client: Client, query: string): Promise<ProjectRow[]> {
  const rows: ProjectRow[] = [];
  for (let page = 1; ; page += 1) {
    const found = await list(client, `${query}&size=200&page=${page}`);
    rows.push(...found.rows);
    if (rows.length >= found.total) return rows;
  }
}
const idsOf = (rows: readonly ProjectRow[]) => rows.map(row => row.id);
const ROLES = Object.keys(PEOPLE) as (keyof Clients)[];

const MADE = 400;
/** The same numbers each time, spread as if thrown. */
const thrown = (n: number, salt: number) =>
  Math.floor(Math.abs(Math.sin(n * 12.9898 + salt * 78.233)) * 43758.5453);
const pick = <T>(from: readonly T[], n: number, salt: number): T => from[thrown(n, salt) % from.length] as T;

/** Projects of all statuses, people, units, themes and calls, some with the same day and hour, some with none. */
async function makeProjects(): Promise<void> {
  const { db } = server;
  const idsIn = async (table: 'themes' | 'calls') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at, rubric)
    select 'Álamo ' || n, 2025, 'fexs', 'closed', now(), now() + interval '1 day', '{"criteria": []}'
    from generate_series(1, 3) n`.execute(db);
  const [themes, calls] = [await idsIn('themes'), await idsIn('calls')];
  const people = Object.values(PEOPLE).map(userIdOf);
  const schools = [...['ENF', 'ARQ', 'TSO', 'INF'].map(schoolIdOf), null];
  const made = Array.from({ length: MADE }, (_, n) => ({
    n,
    id: randomUUID(),
    status: pick(STATUSES, n, 1),
  }));
  const day = (n: number, salt: number) => new Date(Date.UTC(2026, 0, 1 + (thrown(n, salt) % 400)));
  await db
    .insertInto('projects')
    .values(
      made.map(({ n, id, status }) => ({
        ...{ id, status, kind: pick(KIND_SLUGS, n, 2), kind_version: 1 },
        code: `GRU-2026-${String(n).padStart(4, '0')}`,
        title: `Ánfora ${n % 3 === 0 ? 'común' : 'rara'} ${n % 40}`,
        search_text: `Ánfora ${n % 3 === 0 ? 'común' : 'rara'} ${n % 40}`,
        lead_id: pick(people, n, 3),
        school_id: pick(schools, n, 4),
        period: pick(['2025-2', '2026-1', '2026-2', null], n, 5),
        theme_id: pick([...themes, null], n, 6),
        call_id: pick([...calls, null, null], n, 7),
        due_at: n % 4 === 0 ? null : day(n, 8),
        office_turn: n % 5 === 0,
        historic: n % 7 === 0,
        submitted_at: status === 'draft' ? null : day(n, 9),
        updated_at: day(n, 10),
        created_by: pick(people, n, 3),
      })),
    )
    .execute();
  await db
    .insertInto('project_holders')
    .values(
      made
        .filter(({ n }) => n % 5 > 1)
        .map(({ n, id }) => ({ project_id: id, user_id: pick(people, n, 11), via: 'head' })),
    )
    .execute();
  await db
    .insertInto('project_members')
    .values(
      made
        .filter(({ n }) => n % 6 === 0)
        .map(({ n, id }) => ({ project_id: id, user_id: pick(people, n, 12) })),
    )
    .execute();
}

type Keys = ReadonlyMap<string, { theme: string | null; call: string | null }>;
async function readKeys(): Promise<Keys> {
  const rows = await server.db.selectFrom('projects').select(['id', 'theme_id', 'call_id']).execute();
  return new Map(rows.map(row => [row.id, { theme: row.theme_id, call: row.call_id }]));
}

function keyOf(row: ProjectRow, group: Group, keys: Keys): string | null {
  if (group === 'school' || group === 'faculty' || group === 'lead') return row[group]?.id ?? null;
  if (group === 'theme' || group === 'call') return keys.get(row.id)?.[group] ?? null;
  return row[group];
}

const TABLES = {
  school: 'schools',
  faculty: 'faculties',
  lead: 'users',
  theme: 'themes',
  call: 'calls',
} as const;

/** All keys there may be in the order of their groups, with their labels. */
async function readLabels(group: Group): Promise<[key: string, label: string][]> {
  if (group === 'status') return STATUSES.map(status => [status, statusLabel(status)]);
  if (group === 'period')
    return ['2027-1', '2026-2', '2026-1', '2025-2', '2025-1', '2024-2', '2024-1'].map(p => [p, p]);
  if (group === 'kind') {
    const { rows } = await sql<{
      slug: string;
      label: string;
    }>`select k.slug, v.definition ->> 'label' as label
      from kinds k join kind_versions v on v.slug = k.slug and v.version = k.current_version`.execute(
      server.db,
    );
    return KIND_SLUGS.map(slug => [slug, rows.find(row => row.slug === slug)?.label ?? '?']);
  }
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(TABLES[group])} order by plain(name), id`.execute(server.db);
  return rows.map(({ id, name }) => [id, name]);
}

interface Expected {
  readonly rows: readonly string[];
  readonly groups: readonly RowGroup[];
}

/** What the list says in groups, of what it says without. */
async function expected(rows: readonly ProjectRow[], group: Group, keys: Keys): Promise<Expected> {
  const labels: [string | null, string][] = [...(await readLabels(group)), [null, '']];
  const [groups, sorted]: [RowGroup[], string[]] = [[], []];
  for (const [key, label] of labels) {
    const own = rows.filter(row => keyOf(row, group, keys) === key);
    if (own.length === 0) continue;
    groups.push({ key, label, from: sorted.length, count: own.length });
    sorted.push(...idsOf(own));
  }
  expect(sorted).toHaveLength(rows.length);
  return { rows: sorted, groups };
}

async function comparePages(
  client: Client,
  query: string,
  { rows, groups }: Expected,
  sizes: readonly number[],
) {
  for (const size of sizes) {
    const last = Math.max(1, Math.ceil(rows.length / size));
    for (const page of new Set([1, Math.ceil(last / 2), last, last + 1])) {
      const found = await list(client, `${query}&size=${size}&page=${page}`);
      const at = `${query}, page ${page} of ${size}`;
      expect(idsOf(found.rows), at).toEqual(rows.slice((page - 1) * size, page * size));
      expect(found.groups, at).toEqual(groups);
      expect(found.total, at).toBe(rows.length);
    }
  }
}

const SORTS = PROJECT_SORTS.flatMap(sort => [sort, `-${sort}`]);
const SIZES = [[1], [25], [200, 7]];
const FILTERS = [
  ...[
    'q=común',
    'q=rara 7',
    'q=GRU-2026-00',
    'q=xilófono',
    'mine=true',
    'myTurn=true',
    'overdue=true',
    'vacant=false',
  ],
  ...['historic=false', 'kind=pacs&kind=fexs', 'status=running', 'status=draft&status=closed&period=2026-1'],
];

beforeAll(makeProjects);

describe('groups of the list', () => {
  it.each(ROLES)('are what %s reads without them, put together, in every order', async who => {
    const keys = await readKeys();
    for (const [m, sort] of SORTS.entries()) {
      const rows = await allRows(clients[who], `sort=${sort}`);
      // Each order with two groups, so that each group is met in three or four.
      for (const group of PROJECT_GROUPS.filter((_, n) => n % 4 === m % 4)) {
        const answer = await expected(rows, group, keys);
        await comparePages(
          clients[who],
          `sort=${sort}&group=${group}`,
          answer,
          SIZES[m % SIZES.length] ?? [],
        );
      }
    }
  });

  it.each(ROLES)('are those of what %s asks for', async who => {
    const keys = await readKeys();
    for (const [n, filter] of FILTERS.entries()) {
      const rows = await allRows(clients[who], `sort=title&${filter}`);
      for (const group of [PROJECT_GROUPS[n % 8], PROJECT_GROUPS[(n + 3) % 8]] as Group[])
        await comparePages(
          clients[who],
          `sort=title&${filter}&group=${group}`,
          await expected(rows, group, keys),
          [30],
        );
    }
  });

  it.each(PROJECT_GROUPS)('by %s have keys by which the filter of that name finds the same', async group => {
    const { groups = [] } = await list(clients.admin, `group=${group}`);
    expect(groups.length).toBeGreaterThan(2);
    for (const { key, count } of groups.filter(({ key }) => key !== null))
      expect((await list(clients.admin, `${group}=${key}&size=1`)).total, `${key}`).toBe(count);
  });

  it('agree with the total after every change', async () => {
    const whole = async (client: Client) => {
      const { total, groups = [] } = await list(client, 'group=status');
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      expect((await list(client, '')).total).toBe(total);
      return { total, drafts: groups.find(({ key }) => key === 'draft')?.count ?? 0 };
    };
    const before = { own: await whole(clients.academic), all: await whole(clients.admin) };
    for (let n = 1; n <= 3; n += 1) {
      await startDraft(clients.academic);
      expect(await whole(clients.academic)).toEqual({
        total: before.own.total + n,
        drafts: before.own.drafts + n,
      });
      expect(await whole(clients.admin)).toEqual({
        total: before.all.total + n,
        drafts: before.all.drafts + n,
      });
    }
  });

  it('are together in the file, too, in the same order', async () => {
    for (const group of PROJECT_GROUPS) {
      const query = `q=GRU-2026-&sort=turn&group=${group}`;
      const rows = await allRows(clients.admin, query);
      const file = await fetch(`${server.url}/api/projects/export?format=csv&${query}`, {
        headers: { authorization: `Bearer ${clients.admin.token}` },
      });
      const codes = (await file.text()).match(/GRU-2026-\d{4}/g);
      expect(codes, group).toEqual(rows.map(row => row.code));
    }
  });

  it('are told of the page alone where there are very many', async () => {
    const people = Array.from({ length: 210 }, (_, n) => ({ id: randomUUID(), n }));
    await server.db
      .insertInto('users')
      .values(
        people.map(({ id, n }) => ({
          id,
          email: `jefa${n}@grupos.example`,
          name: `Élida ${n % 100} Ñanco`,
          state: 'active',
        })),
      )
      .execute();
    await server.db
      .insertInto('projects')
      .values(
        people.map(({ id, n }) => ({
          ...{ code: `MUC-2026-${n}`, kind: 'pacs', kind_version: 1, title: 'Muchas', status: 'closed' },
          ...{
            lead_id: id,
            created_by: id,
            search_text: 'Muchas',
            updated_at: new Date(Date.UTC(2026, 0, 1)),
          },
        })),
      )
      .execute();
    const query = 'status=closed&sort=code';
    const answer = await expected(await allRows(clients.stranger, query), 'lead', await readKeys());
    expect(answer.groups.length).toBeGreaterThan(210);
    for (const page of [1, 2, 7, 999]) {
      const found = await list(clients.stranger, `${query}&group=lead&size=15&page=${page}`);
      const [from, to] = [(page - 1) * 15, page * 15];
      expect(idsOf(found.rows)).toEqual(answer.rows.slice(from, to));
      expect(found.groups).toEqual(answer.groups.filter(g => g.from < to && g.from + g.count > from));
      expect(found.total).toBe(answer.rows.length);
    }
  });
});

describe('the order by turn', () => {
  const byId = (a: ProjectRow, b: ProjectRow) => (a.id < b.id ? -1 : 1);
  const due = (row: ProjectRow, none: number) => (row.turn.due === null ? none : Date.parse(row.turn.due));

  it.each(ROLES)('shows %s first what waits for them, then all else, each by its due date', async who => {
    const client = clients[who];
    for (const filter of [
      '',
      'q=común',
      'q=rara 7',
      'status=draft&status=running&status=approved',
      'mine=true',
    ]) {
      const rows = await allRows(client, `sort=code&${filter}`);
      const waiting = new Set(idsOf(await allRows(client, `sort=code&myTurn=true&${filter}`)));
      const waits = (row: ProjectRow) => (waiting.has(row.id) ? 1 : 0);
      // Administrators may be kept from deciding, which rows of a list do not look at.
      if (!who.toLowerCase().includes('admin'))
        for (const row of rows) expect(row.turn.mine).toBe(waiting.has(row.id));
      const first = rows.toSorted(
        (a, b) => waits(b) - waits(a) || due(a, Number.MAX_VALUE) - due(b, Number.MAX_VALUE) || byId(a, b),
      );
      const last = rows.toSorted((a, b) => waits(a) - waits(b) || due(b, 0) - due(a, 0) || byId(a, b));
      // More than once, so that what a count is remembered for is met as well.
      for (const size of [7, 200, 7])
        for (const page of [1, 2, Math.ceil(rows.length / size), 9999])
          for (const [sort, all] of [
            ['turn', first],
            ['-turn', last],
          ] as const) {
            const found = await list(client, `sort=${sort}&${filter}&size=${size}&page=${Math.max(1, page)}`);
            expect(idsOf(found.rows), `${sort} ${filter} ${page}`).toEqual(
              idsOf(all.slice((Math.max(1, page) - 1) * size).slice(0, size)),
            );
            expect(found.total).toBe(rows.length);
          }
    }
  });
});
