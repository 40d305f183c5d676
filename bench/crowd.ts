// The measures `crowd` and `homes` of `npm run bench`: 1 000 people signed in at once, with 5 s between two actions.
import http from 'node:http';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { SECTIONS } from '../src/domain/sections/index.ts';
import { tokenOf } from './seed.ts';

const PEOPLE = 1000;
// Of 60 schools, 12 faculties and an office of 8 as many as an afternoon before a deadline brings; the others are academics.
const DIRECTORS = 40;
const DEANS = 8;
const OFFICE = 8;
const PAUSE_MS = 5000;
// As the first round of the other measures: connections plan their statements, the program is compiled.
const WARM_UP_MS = 15_000;
const SAMPLE_MS = 250;
const PATIENCE_MS = 30_000;
const MOST_P99_MS = 500;
const MOST_MEMORY_MB = 250;

type Action = 'home' | 'list' | 'search' | 'open' | 'save';

/**
 * What a person does, one after the other, and then again. People come in by the home page, find a project by list or
 * search as often as they open one, and write for a while, where every few seconds the section saves itself: of 20
 * actions 3 home, 4 list, 3 search, 6 open, 4 save. An estimate: no installation has been watched yet.
 */
const VISIT: readonly Action[] = [
  'home',
  'open',
  'save',
  'save',
  'list',
  'open',
  'search',
  'open',
  'home',
  'list',
  'list',
  'open',
  'search',
  'open',
  'save',
  'save',
  'list',
  'open',
  'search',
  'home',
];

/** What the people of each measure do; `homes` is the minute in which everybody comes in. */
const VISITS = { crowd: VISIT, homes: ['home'] } as const satisfies Record<string, readonly Action[]>;
export type Crowd = keyof typeof VISITS;

interface Opened {
  readonly id: string;
  readonly kind: string;
  readonly code: string;
}
interface Person {
  readonly token: string;
  readonly schoolId: string | null;
  /** Projects this person holds, and some of those that anybody of the university reads. */
  readonly opens: readonly Opened[];
  /** Nobody of the office leads one. */
  readonly draft: { readonly id: string; readonly kind: string; version: number } | null;
  /** A connection of one's own, kept between requests, as a browser keeps it. */
  readonly agent: http.Agent;
}

async function office(db: Database): Promise<void> {
  await sql`insert into users (email, name, roles, state)
    select 'oficina' || n || '@bench.example', 'Oficina ' || n, '{Admin}', 'active'
    from generate_series(1, ${OFFICE}::int) n on conflict do nothing`.execute(db);
}

interface Chosen {
  readonly email: string;
  readonly schoolId: string | null;
  readonly held: Opened[];
  readonly draft: Person['draft'];
}

/** As many of each role as there are to be, each with a draft to write in. */
async function chosenPeople(db: Database): Promise<Chosen[]> {
  const academics = PEOPLE - DIRECTORS - DEANS - OFFICE;
  const { rows } = await sql<Chosen>`
    with draft as (
      select distinct on (p.lead_id) p.lead_id, p.id, p.kind, coalesce(s.version, 0) as version
      from projects p left join project_sections s on s.project_id = p.id and s.section = 'diagnosis'
      where p.status = 'draft' order by p.lead_id, p.id
    ), u as (
      select u.id, u.email, u.home_school_id, u.roles, row_number() over (partition by u.roles order by u.id) as n
      from users u where u.email like '%@bench.example' and u.state = 'active'
        and (u.roles = '{Admin}' or u.id in (select lead_id from draft))
    )
    select u.email, u.home_school_id as "schoolId", to_json(d) as draft,
      array(select json_build_object('id', p.id, 'kind', p.kind, 'code', p.code) from projects p
        where p.id in (select project_id from project_holders where user_id = u.id)
        order by p.updated_at desc limit 3) as held
    from u left join draft d on d.lead_id = u.id
    where u.n <= case u.roles when '{Academic}' then ${academics}::int when '{Director}' then ${DIRECTORS}::int
      when '{Dean}' then ${DEANS}::int when '{Admin}' then ${OFFICE}::int end
    order by md5(u.email)`.execute(db);
  if (rows.length !== PEOPLE) throw new Error(`${rows.length} people to be a crowd of ${PEOPLE}`);
  return rows;
}

/** Projects with all their sections that anybody of the university reads. */
const openProjects = (db: Database): Promise<Opened[]> =>
  db
    .selectFrom('projects as p')
    .innerJoin('project_sections as s', join =>
      join.onRef('s.project_id', '=', 'p.id').on('s.section', '=', 'objectives'),
    )
    .select(['p.id', 'p.kind', 'p.code'])
    .where('p.status', 'in', ['approved', 'running', 'closed'])
    .orderBy('p.id')
    .limit(3 * PEOPLE)
    .execute();

async function gather(db: Database): Promise<Person[]> {
  await office(db);
  const [chosen, open] = await Promise.all([chosenPeople(db), openProjects(db)]);
  return Promise.all(
    chosen.map(async ({ email, schoolId, held, draft }, n) => ({
      token: await tokenOf(db, email),
      schoolId,
      opens: [...held, ...[0, 1, 2].flatMap(k => open[(3 * n + k) % open.length] ?? [])],
      draft,
      agent: new http.Agent({ keepAlive: true, maxSockets: 1 }),
    })),
  );
}

const KINDS = ['pacs', 'exts', 'cons', 'fexs', 'incs'];
const WORDS = [
  ...[
    'salud comunitaria',
    'huerto',
    'pescadores',
    'robótica escolar',
    'personas mayores',
    'taller de lectura',
  ],
  ...[
    'memoria y patrimonio',
    'juntas de vecinos',
    'energía solar caletas',
    'apoyo tributario pymes',
    'feria',
  ],
];

/** First page under the filters that stand in sight, which are used most, or one of those behind a button. */
function listOf({ schoolId }: Person, n: number): string {
  const kind = KINDS[n % KINDS.length];
  // The office belongs to no school.
  const unit = schoolId ? `status=running&status=approved&school=${schoolId}` : 'status=director_review';
  const filters = [
    '',
    unit,
    'myTurn=true&sort=due',
    `kind=${kind}`,
    'mine=true',
    '',
    unit,
    'myTurn=true&sort=due',
    `period=${2018 + (n % 9)}-1`,
    'region=13&status=closed&sort=title',
  ];
  return filters[n % filters.length] ?? '';
}

interface Request {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/** `n` counts this person's actions of this kind, so that each is another one; everybody begins elsewhere. */
function requestOf(person: Person, action: Action, n: number): Request {
  const { opens, draft } = person;
  const project = opens[n % opens.length];
  if (action === 'home') return { method: 'GET', path: '/home' };
  if (action === 'list') return { method: 'GET', path: `/projects?${listOf(person, n)}` };
  if (action === 'search') {
    // Every fourth looks for a code they were told.
    const words = n % 4 === 0 ? project?.code : WORDS[n % WORDS.length];
    return { method: 'GET', path: `/projects?q=${encodeURIComponent(words ?? '')}` };
  }
  if (action === 'open' || !draft)
    return { method: 'GET', path: `/projects/${project?.kind}/${project?.id}` };
  const problem = `${'El diagnóstico se hizo con la comunidad en tres asambleas. '.repeat(18)}${Date.now()} ${n}`;
  const data = { ...SECTIONS.diagnosis.empty, problem, relevance: 'Importa al territorio. '.repeat(20) };
  return {
    method: 'PUT',
    path: `/projects/${draft.kind}/${draft.id}/sections/diagnosis`,
    body: JSON.stringify({ version: draft.version, data }),
  };
}

/** Status of the answer, once the whole of it has been read. */
function send(url: string, { agent, token }: Person, { method, path, body }: Request): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const request = http.request(`${url}/api${path}`, { agent, method, headers, signal }, response => {
      response.resume().on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject).end(body);
  });
}

interface Tally {
  readonly visit: readonly Action[];
  /** What begins after this moment counts, until that one. */
  readonly from: number;
  readonly until: number;
  /** Microseconds. */
  readonly times: Readonly<Record<Action, RecordableHistogram>>;
  readonly errors: Map<string, number>;
}

/**
 * One action, a pause, the next. As with people the pause begins with the answer, so whoever waits asks less: an
 * overload shows in fewer actions than 200 a second, too. Nobody waits for anybody else's answer, so a slow one hides
 * at most its own person's next. What fails counts from the first moment on.
 */
async function act(url: string, person: Person, n: number, { visit, from, until, times, errors }: Tally) {
  await wait((n / PEOPLE) * PAUSE_MS);
  const done = { home: n, list: n, search: n, open: n, save: n };
  for (let at = n; performance.now() < until; at += 1) {
    const planned = visit[at % visit.length] ?? 'home';
    const action = planned === 'save' && !person.draft ? 'open' : planned;
    done[action] += 1;
    const request = requestOf(person, action, done[action]);
    const began = performance.now();
    const status = await send(url, person, request).catch((error: Error) => error.message);
    const took = Math.round((performance.now() - began) * 1000);
    if (began >= from) times[action].record(Math.max(1, took));
    if (status !== 200) {
      const what = `${action}: ${status}`;
      errors.set(what, (errors.get(what) ?? 0) + 1);
    } else if (action === 'save' && person.draft) person.draft.version += 1;
    await wait(PAUSE_MS);
  }
  person.agent.destroy();
}

/** The most that `memory` tells while `work` goes on. */
async function highest(memory: () => number, work: Promise<unknown>): Promise<number> {
  let most = memory();
  const sampling = setInterval(() => {
    most = Math.max(most, memory());
  }, SAMPLE_MS);
  await work.finally(() => clearInterval(sampling));
  return most;
}

const ms = (microseconds: number) => `${(microseconds / 1000).toFixed(0)} ms`;

/** True when the budget is met. `memory` tells what the server holds, in MB. */
export async function crowd(db: Database, name: Crowd, url: string, memory: () => number, seconds: number) {
  const people = await gather(db);
  const times = {
    home: createHistogram(),
    list: createHistogram(),
    search: createHistogram(),
    open: createHistogram(),
    save: createHistogram(),
  };
  const from = performance.now() + WARM_UP_MS;
  const until = from + seconds * 1000;
  const tally: Tally = { visit: VISITS[name], from, until, times, errors: new Map() };
  const most = await highest(memory, Promise.all(people.map((person, n) => act(url, person, n, tally))));
  const whole = createHistogram();
  for (const some of Object.values(times)) whole.add(some);
  const [p50, p99] = [whole.percentile(50), whole.percentile(99)];
  const failed = [...tally.errors.values()].reduce((sum, n) => sum + n, 0);
  const met = p99 < MOST_P99_MS * 1000 && failed === 0 && most <= MOST_MEMORY_MB;
  console.log(
    `${name.padEnd(7)} ${PEOPLE} people ${(whole.count / seconds).toFixed(0)}/s  p50 ${ms(p50)}  p99 ${ms(p99)}  slowest ${ms(whole.max)}  errors ${failed}  memory ${most.toFixed(0)} MB  budget p99 ${MOST_P99_MS} ms, ${MOST_MEMORY_MB} MB  ${met ? 'met' : 'MISSED'}`,
  );
  for (const [action, some] of Object.entries(times))
    if (some.count > 0)
      console.log(
        `        ${action.padEnd(7)} ${some.count} times  p50 ${ms(some.percentile(50))}  p99 ${ms(some.percentile(99))}`,
      );
  for (const [what, n] of tally.errors) console.log(`        ${n} times ${what}`);
  return met;
}
