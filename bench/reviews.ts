// `node bench/reviews.ts`: a call of 2 000 proposals and 300 reviewers over HTTP: who should review what within 5 seconds,
// the ranking of another such call within 300 ms, its resolution in one act within 10 seconds while an author goes on
// saving. Each is asked for one after the other, as one administrator does; the middle one counts. Fails when a budget is missed.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { FIRST_KINDS } from '../src/domain/kinds/index.ts';
import { runProgram } from '../test/program.ts';
import { withInstallation } from './installation.ts';
import { tokenOf } from './seed.ts';

const PROPOSALS = 2000;
const REVIEWERS = 300;
const SCHOOLS = 60;
const ROUNDS = 15;
const RESOLUTION_MS = 10_000;
const ADMIN = 'beatriz.navarrete@biosur.example';
const AUTHOR = 'camila.rojas@biosur.example';

const WORDS = sql`array['salud comunitaria','personas mayores','vivienda','patrimonio','educación','inclusión digital',
  'pueblos originarios','energía solar','agua rural','deporte inclusivo','robótica escolar','nutrición infantil']`;
const CRITERIA = FIRST_KINDS.fexs.rubric?.criteria ?? [];

async function people(db: Database): Promise<void> {
  await sql`insert into faculties (code, name) select 'EF' || n, 'Facultad evaluada ' || n
    from generate_series(1, 8) n`.execute(db);
  await sql`insert into schools (code, name, faculty_id)
    select 'ES' || n, 'Escuela evaluada ' || n, (select id from faculties where code = 'EF' || (1 + n % 8))
    from generate_series(1, ${SCHOOLS}::int) n`.execute(db);
  await sql`insert into users (email, name, roles, state, home_school_id, expertise)
    select 'evalua' || n || '@bench.example', 'Persona Evaluadora ' || n,
      case when n <= ${REVIEWERS}::int then '{Reviewer}' else '{Academic}' end::text[], 'active',
      (select id from schools where code = 'ES' || (1 + n % ${SCHOOLS}::int)),
      array[(${WORDS})[1 + n % 12], (${WORDS})[1 + n * 7 % 12]]
    from generate_series(1, ${REVIEWERS + PROPOSALS}::int) n`.execute(db);
}

/** A closed call whose proposals stand at `status`, each with a lead of its own and two more in its team. */
async function call(db: Database, name: string, status: string): Promise<string> {
  const rubric = JSON.stringify({ criteria: CRITERIA });
  const { rows } = await sql<{ id: string }>`
    insert into calls (name, year, kind, state, opens_at, closes_at, rubric, blind)
    values (${name}, 2026, 'fexs', 'evaluation', '2026-01-02', '2026-03-02', ${rubric}::jsonb, true)
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`insert into call_lines (call_id, position, name, cap, budget)
    select ${id}, n, 'Línea ' || n, 5000000, 800000000 from generate_series(1, 3) n`.execute(db);
  await sql`insert into call_quotas (call_id, faculty_id, quota)
    select ${id}, id, 40 from faculties where code like 'EF%'`.execute(db);
  const { rows: known } = await sql<{
    n: number;
  }>`select count(*)::int as n from calls where name like 'Medida%'`.execute(db);
  // Eight digits: no code of the ordinary course is as long.
  const prefix = `FEX-2026-${100 + (known[0]?.n ?? 0)}`;
  await sql`
    with l as (select array_agg(id order by position) as ids from call_lines where call_id = ${id})
    insert into projects (code, kind, kind_version, status, status_since, due_at, office_turn, title, lead_id, school_id,
      submitted_at, created_by, search_text, call_id, line_id, amount_requested)
    select ${prefix}::text || lpad(n::text, 5, '0'), 'fexs', 1, ${status}, now(), now() + interval '30 days', true,
      'Propuesta de ' || (${WORDS})[1 + n % 12] || ' número ' || n, u.id, u.home_school_id, '2026-02-01', u.id, '',
      ${id}, l.ids[1 + n % 3], 1000000 + n * 1000
    from generate_series(1, ${PROPOSALS}::int) n
      join users u on u.email = 'evalua' || (${REVIEWERS}::int + n) || '@bench.example', l`.execute(db);
  const these = sql`projects p where p.call_id = ${id}`;
  await sql`insert into project_members (project_id, user_id)
    select p.id, u.id from projects p, generate_series(1, 2) k
      join users u on u.email = 'evalua' || (k * 13) || '@bench.example'
    where p.call_id = ${id} on conflict do nothing`.execute(db);
  await sql`insert into project_sections (project_id, section, data, updated_by)
    select p.id, 'identification', jsonb_build_object('keywords', jsonb_build_array(
      (${WORDS})[1 + right(p.code, 5)::int % 12], (${WORDS})[1 + right(p.code, 5)::int * 5 % 12])), p.lead_id
    from ${these}`.execute(db);
  return id;
}

/** Two confirmed reviews for each proposal, with words as long as people write them. */
async function reviews(db: Database, callId: string): Promise<void> {
  const words = 'La propuesta fundamenta bien la necesidad y la relación con el socio comunitario. '.repeat(
    4,
  );
  const marks = sql.join(
    CRITERIA.map(
      (c, n) =>
        sql`${c.id}::text, jsonb_build_object('points', (right(p.code, 5)::int * (3 + ${n}::int) + k) % 6,
          'justification', ${words}::text)`,
    ),
  );
  await sql`
    insert into reviews (project_id, user_id, state, blind, invited_at, answered_at, marks, author_comment,
      office_comment, recommendation, score, confirmed_at)
    select p.id, u.id, 'confirmed', true, now(), now(), jsonb_build_object(${marks}), ${words}, ${words}, 'award',
      (right(p.code, 5)::int * 7 + k * 5) % 101, now()
    from projects p, generate_series(0, 1) k
      join users u on u.email = 'evalua' || (1 + k * 150) || '@bench.example'
    where p.call_id = ${callId}`.execute(db);
}

async function seed(db: Database): Promise<{ assigning: string; ranking: string }> {
  const known = await sql<{ id: string; name: string }>`
    select id, name from calls where name like 'Medida%' order by name`.execute(db);
  const [first, second] = known.rows;
  if (first && second) return { assigning: first.id, ranking: second.id };
  await people(db);
  const assigning = await call(db, 'Medida: por asignar', 'evaluation');
  const ranking = await call(db, 'Medida: por resolver', 'resolution');
  await reviews(db, ranking);
  await sql`vacuum analyze`.execute(db);
  return { assigning, ranking };
}

interface Measure {
  readonly name: string;
  /** Milliseconds. */
  readonly budget: number;
  readonly path: string;
  readonly body?: object;
  /** What proves that it did the work. */
  readonly count: (answer: Record<string, unknown[]>) => number | undefined;
  readonly expected: number;
}

async function measure(m: Measure, url: string, token: string): Promise<boolean> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    const response = await fetch(`${url}/api${m.path}`, {
      method: m.body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(m.body && { body: JSON.stringify(m.body) }),
    });
    const answer = (await response.json()) as Record<string, unknown[]>;
    if (m.count(answer) !== m.expected)
      throw new Error(`${m.name}: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`);
    // The first one warms up.
    if (round > 0) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  const met = middle <= m.budget;
  console.log(
    `${m.name.padEnd(20)} middle ${middle.toFixed(0)} ms  slowest ${times.at(-1)?.toFixed(0)} ms  budget ${m.budget} ms  ${met ? 'met' : 'MISSED'}`,
  );
  return met;
}

/** The act cannot be repeated, so that each run resolves a call of its own. Another author saves all the while. */
async function resolution(db: Database, url: string, token: string, authors: string): Promise<boolean> {
  const id = await call(db, `Medida: resuelta ${Date.now()}`, 'resolution');
  await reviews(db, id);
  const post = (path: string, body?: object, who = token) =>
    fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { rows } = (await (await post(`/calls/${id}/ranking`)).json()) as {
    rows: { id: string; version: number; proposed: string }[];
  };
  const decisions = rows.map(r => ({ id: r.id, version: r.version, result: r.proposed }));
  let resolved = false;
  const waits: number[] = [];
  const author = async () => {
    while (!resolved) {
      const began = performance.now();
      const draft = { id: randomUUID(), kind: 'exts', title: 'Al mismo tiempo' };
      const { status } = await post('/projects', draft, authors);
      if (status !== 200) throw new Error(`an author saving meanwhile: ${status}`);
      waits.push(performance.now() - began);
    }
  };
  const saving = author();
  const began = performance.now();
  const answer = await post(`/calls/${id}/resolution`, { decisions });
  const took = performance.now() - began;
  resolved = true;
  await saving;
  if (answer.status !== 200) throw new Error(`resolution: ${answer.status} ${await answer.text()}`);
  const met = took <= RESOLUTION_MS;
  console.log(
    `resolution           ${took.toFixed(0)} ms  budget ${RESOLUTION_MS} ms  ${met ? 'met' : 'MISSED'}; ${waits.length} drafts begun meanwhile, slowest ${Math.max(...waits).toFixed(0)} ms`,
  );
  return met;
}

async function measureAll(db: Database, settings: Record<string, string>): Promise<boolean> {
  // One author begins as many as there is time for, run after run.
  await sql`update settings set value = value || '{"drafts": 10000}' where key = 'quotas'`.execute(db);
  const calls = await seed(db);
  const program = await runProgram(settings);
  const token = await tokenOf(db, ADMIN);
  const measures: Measure[] = [
    {
      ...{ name: 'ranking', budget: 300, path: `/calls/${calls.ranking}/ranking` },
      ...{ count: a => a.rows?.length, expected: PROPOSALS },
    },
    {
      ...{ name: 'assignment proposal', budget: 5000, path: '/admin/reviews/proposal' },
      ...{ body: { call: calls.assigning }, count: a => a.pairs?.length, expected: 2 * PROPOSALS },
    },
    {
      ...{ name: 'matrix', budget: 300, path: `/admin/reviews?call=${calls.assigning}` },
      ...{ count: a => a.rows?.length, expected: 25 },
    },
  ];
  let met = true;
  try {
    for (const m of measures) met = (await measure(m, program.url, token)) && met;
    return (await resolution(db, program.url, token, await tokenOf(db, AUTHOR))) && met;
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
  }
}

process.exitCode = (await withInstallation('bench-reviews', measureAll)) ? 0 : 1;
