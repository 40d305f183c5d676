import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { clientAs } from '../../../test/client.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { done } from '../../../test/factories.ts';
import { expectTold } from '../../../test/told.ts';
import { migrate, pendingMigrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/pool.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { STATUSES } from '../../domain/kinds/statuses.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { personKeys } from '../../features/attendance/queries.ts';
import type { getHome } from '../../features/home/contract.ts';
import { firstRun } from '../../first-run.ts';
import { parseEnv } from '../../server/env.ts';
import { createFileStore, type FileStore } from '../../server/files/store.ts';
import { DEMO_ACCOUNTS } from '../seed/university.ts';
import { restoreDemo } from './restore.ts';

const MOST_BYTES = 1_500_000;
let folder: string;
let files: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-'));
  files = await createFileStore({ driver: 'local', location: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const count = async ({ db }: Pick<TestDatabase, 'db'>, table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0;

describe('a first start', () => {
  let database: TestDatabase;
  let server: TestApp;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    expect(await restoreDemo(database.db, files)).toBe(true);
    await migrate(database.db);
    await firstRun(database.db, parseEnv({}));
    server = await startApp({ files: { driver: 'local', location: folder } }, database);
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  it('finds two years of a university: projects of every kind, in every status', async () => {
    const total = await count(database, 'projects');
    expect(total).toBeGreaterThanOrEqual(150);
    expect(total).toBeLessThanOrEqual(250);
    const of = async (column: 'kind' | 'status') => {
      const { rows } = await sql<{ value: string }>`
        select distinct ${sql.ref(column)} as value from projects`.execute(database.db);
      return rows.map(r => r.value).sort();
    };
    expect(await of('kind')).toEqual([...KIND_SLUGS].sort());
    expect(await of('status')).toEqual([...STATUSES].sort());
    const { rows } = await sql<{ days: number; ahead: number }>`
      select (day_in_chile(now()) - day_in_chile(min(at)))::int as days,
        count(*) filter (where at > now())::int as ahead from project_history`.execute(database.db);
    expect(rows[0]?.days).toBeGreaterThan(650);
    expect(rows[0]?.ahead).toBe(0);
  });

  it('finds calls at every turn: open, in evaluation, to be appealed, in execution, over', async () => {
    const { rows } = await sql<{ state: string; n: number }>`
      select state, count(*)::int as n from calls group by state order by state`.execute(database.db);
    const states = rows.map(r => r.state);
    for (const state of ['open', 'evaluation', 'provisional', 'execution', 'closed'])
      expect(states).toContain(state);
    expect(await count(database, 'call_acts')).toBeGreaterThanOrEqual(3);
    const { rows: appeals } = await sql<{ upheld: boolean | null }>`select upheld from appeals`.execute(
      database.db,
    );
    expect(appeals.map(a => a.upheld)).toEqual(expect.arrayContaining([null, false, true]));
    const { rows: scores } = await sql<{ n: number }>`
      select count(*)::int as n from reviews where score is not null`.execute(database.db);
    expect(scores[0]?.n).toBeGreaterThan(60);
  });

  it.each(DEMO_ACCOUNTS.filter(a => a.state === 'active').map(a => [a.name, a.email]))(
    'finds work waiting on the first screen of %s',
    async (_name, email) => {
      const home = done(await (await clientAs(server, email)).get<OutputOf<typeof getHome>>('/home'));
      const waiting = [
        ...[home.myTurn.rows, home.changes, home.measurements, home.refunds, home.statements],
        ...[home.reports, home.reviews, home.questions, home.rounds, home.appeals, home.dataRequests],
      ].flat();
      expect(waiting.length).toBeGreaterThan(0);
    },
  );

  it('finds photos, surveys, certificates, partners on the map, and pages that anybody reads', async () => {
    const more: Readonly<Record<string, number>> = {
      ...{ activities: 300, attendances: 1000, measurements: 150, expenses: 30, reports: 60 },
      ...{ photo_answers: 100, published_photos: 50, publications: 60, waves: 40, certificates: 300 },
    };
    for (const [table, least] of Object.entries(more))
      expect(await count(database, table), table).toBeGreaterThan(least);
    const { rows } = await sql<{ placed: number }>`
      select count(*)::int as placed from organisations where latitude is not null`.execute(database.db);
    expect(rows[0]?.placed).toBeGreaterThan(25);
    const page = await fetch(`${server.url}/publico/proyectos`);
    expect([
      page.status,
      (await page.text()).match(/\/publico\/proyectos\/[A-Z]{3}-\d{4}-\d+/g)?.length,
    ]).toEqual([200, expect.any(Number)]);
  });

  it('comes to figures that one believes: of what ended most was reached, and spent', async () => {
    const { rows } = await sql<Record<'reached' | 'unit' | 'partner' | 'fund' | 'women' | 'answers', number>>`
      select sum(indicators_reached)::float / sum(indicators_measured) as reached,
        sum(spent_unit)::float / sum(planned_unit) as unit,
        sum(spent_partner_in_kind)::float / sum(planned_partner_in_kind) as partner,
        sum(spent_fund)::float / sum(planned_fund) as fund,
        sum(actual_women)::float / sum(expected_women) as women,
        (select avg(w.answers)::float from waves w where w.state = 'ready') as answers
      from project_facts f join projects p on p.id = f.project_id where p.status = 'closed'`.execute(
      database.db,
    );
    for (const [of, share] of Object.entries(rows[0] ?? {}))
      expect(share, of).toBeGreaterThan(of === 'answers' ? 10 : 0.6);
    for (const of of ['reached', 'unit', 'partner', 'fund'] as const)
      expect(rows[0]?.[of], of).toBeLessThan(1);
  });

  it('finds every file as it was stored', async () => {
    const { rows } = await sql<{ key: string; hash: string }>`
      select storage_key as key, encode(sha256, 'hex') as hash from files
      union all select storage_key, encode(sha256, 'hex') from file_renditions`.execute(database.db);
    expect(rows.length).toBeGreaterThan(300);
    for (const { key, hash } of rows) {
      const bytes = await buffer(await files.read(key));
      expect(createHash('sha256').update(bytes).digest('hex'), key).toBe(hash);
    }
  });

  it('tells people on its lists apart by a key of its own', async () => {
    const { rows } = await sql<{ identifierKind: 'rut' | 'none'; identifier: string; key: string }>`
      select identifier_kind as "identifierKind", identifier, encode(person_key, 'hex') as key
      from attendances where person_key is not null`.execute(database.db);
    expect(await personKeys(database.db, rows)).toEqual(rows.map(r => r.key));
    const { rows: secrets } = await sql<{ n: number }>`
      select count(*)::int as n from settings where key in ('personKeySecret', 'fileLinkSecret')`.execute(
      database.db,
    );
    expect(secrets[0]?.n).toBe(2);
  });

  it('goes on from there: what is written next has numbers, ids and rules of its own', async () => {
    const lead = await clientAs(server, 'camila.rojas@biosur.example');
    const body = { id: crypto.randomUUID(), kind: 'pacs', title: 'Lo que sigue' };
    const { code } = done(await lead.post<{ code: string }>('/projects', body));
    expect(code).toMatch(new RegExp(`^PAC-${localDay(new Date()).slice(0, 4)}-\\d{4}$`));
    const { rows } = await sql<{ last: boolean }>`
      select (select max(id) from audit) = a.id as last from audit a order by at desc, id desc limit 1`.execute(
      database.db,
    );
    expect(rows[0]?.last).toBe(true);
    await expect(sql`update audit set action = 'x'`.execute(database.db)).rejects.toThrow('audit');
    await expect(
      sql`update projects set lead_id = gen_random_uuid() where code = ${code}`.execute(database.db),
    ).rejects.toThrow(/foreign key/);
    await expectTold(database.db);
  });

  it('is as every other database: the same tables and rules', async () => {
    const plain = await createEmptyDatabase();
    await migrate(plain.db);
    const rules = async ({ db }: TestDatabase) =>
      (
        await sql<{ rule: string }>`
        select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
        where connamespace = 'public'::regnamespace
        union all select tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
        order by 1`.execute(db)
      ).rows.map(r => r.rule);
    expect(await rules(database)).toEqual(await rules(plain));
    expect(await pendingMigrations(database.db)).toEqual([]);
    await plain.drop();
  });
});

describe('a restored university', () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  it.each([
    ['the day on which it is restored', '2028-03-10T23:00:00Z', '2028-03-10'],
    [
      'the day before, early in the day: nothing in it is still to be done',
      '2028-03-10T11:00:00Z',
      '2028-03-09',
    ],
  ])('is told as of %s', async (_, now, day) => {
    database = await createEmptyDatabase();
    await restoreDemo(database.db, files, new Date(now));
    const { rows } = await sql<{ last: string; period: string; opened: string }>`
      select day_in_chile(max(at)) as last,
        (select max(period) from projects where status = 'running') as period,
        (select day_in_chile(max(opens_at)) from calls where state = 'open') as opened from audit`.execute(
      database.db,
    );
    expect(rows[0]).toMatchObject({ last: day, opened: day });
    expect(['2027-2', '2028-1']).toContain(rows[0]?.period);
  });

  it('is written once, by one of several copies', async () => {
    database = await createEmptyDatabase();
    const others = [openDatabase(database.url, { max: 2 }), openDatabase(database.url, { max: 2 })];
    const did = await Promise.all(others.map(db => restoreDemo(db, files)));
    expect(did.filter(Boolean)).toHaveLength(1);
    const projects = await count(database, 'projects');
    expect(await restoreDemo(database.db, files)).toBe(false);
    expect(await count(database, 'projects')).toBe(projects);
    await Promise.all(others.map(db => db.destroy()));
  });

  it('never takes the place of anything: whatever anybody wrote stays', async () => {
    database = await createEmptyDatabase();
    await migrate(database.db);
    await sql`insert into users (name, email, roles, state)
      values ('Ana', 'ana@uni.example', '{Admin}', 'active')`.execute(database.db);
    expect(await restoreDemo(database.db, files)).toBe(false);
    expect(await count(database, 'users')).toBe(1);
  });
});

it('the archive is small: it lies in the repository', async () => {
  const { size } = await stat(path.join(import.meta.dirname, 'university.json.br'));
  expect(size).toBeLessThan(MOST_BYTES);
});
