import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../src/domain/kit/actor.ts';
import type { OutputOf } from '../src/domain/kit/endpoint.ts';
import { SECTIONS } from '../src/domain/sections/index.ts';
import type { getRanking } from '../src/features/awards/contract.ts';
import { freeOf, readBars } from '../src/server/part-taking/queries.ts';
import { DEMO_DOMAIN } from '../src/server/sign-in/demo-identity.ts';
import type { TestApp } from './app.ts';
import { type Client, clientAs } from './client.ts';
import { apart, NO_DECISION, ofCall, ofProject, type Try, type World } from './decisions.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { resolvingServer } from './evaluation.ts';
import { type Created, done } from './factories.ts';
import { PARTS as EVERY_PART, leaveParts } from './parts.ts';

// Somebody of the office is, in turn, everything that one can be in a proposal, and tries every endpoint by which
// something about it, or about its call, is decided. A free administrator does the same and is let through.

const MAIL = `nicolas.vergara@${DEMO_DOMAIN}`;
const ME = userIdOf(MAIL);

const OFFICER: Actor = {
  ...{ id: ME, name: 'Nicolás', email: MAIL, roles: ['Admin'], state: 'active', homeSchoolId: null },
  ...{ directs: [], heads: [], headsSchools: [], fillsIn: false },
};

let server: TestApp;
let office: Client;
let me: Client;
let world: World;
/** Whose decision it is, and what competes with it. */
let own: Created;
let rival: Created;

beforeAll(async () => {
  const made = await resolvingServer([4, 3]);
  ({ server, admin: office } = made);
  [own, rival] = made.projects as [Created, Created];
  await sql`update users set roles = '{Academic,Admin}' where id = ${ME}`.execute(server.db);
  me = await clientAs(server, MAIL);
  world = { server, office, call: made.call, own, somebody: ME, ...(await prepare()) };
});
afterAll(() => server.close());

/** One review confirmed, one under way; something observed, a change asked for, an appeal. */
async function prepare() {
  const { rows: reviews } = await sql<{ id: string; user: string }>`
    select id, user_id as user from reviews where project_id = ${own.id} order by invited_at, id`.execute(
    server.db,
  );
  const [waiting = '', confirmed = ''] = reviews.map(r => r.id);
  await sql`update reviews set state = 'accepted', score = null, confirmed_at = null where id = ${waiting}`.execute(
    server.db,
  );
  const author = userIdOf(PEOPLE.director);
  const { rows: last } = await sql<{ id: number }>`
    select max(id) as id from project_history where project_id = ${own.id}`.execute(server.db);
  const history = last[0]?.id;
  const { rows: made } = await sql<{ id: string }>`
    insert into observations (project_id, history_id, author_id, section, text)
    values (${own.id}, ${history}, ${author}, 'identification', 'Falta algo.') returning id`.execute(
    server.db,
  );
  const lines = JSON.stringify({ lines: [] });
  const { rows: changes } = await sql<{ id: string }>`
    insert into change_requests (id, project_id, section, version, before, after, reason, author_id, due_at, history_id)
    values (new_id(), ${own.id}, 'budget', 1, ${lines}::jsonb, ${lines}::jsonb, 'Otro presupuesto', ${userIdOf(PEOPLE.academic)},
      now() + interval '5 days', ${history}) returning id`.execute(server.db);
  await sql`insert into appeals (project_id, author_id, history_id, text, at)
    values (${own.id}, ${userIdOf(PEOPLE.academic)}, ${history}, 'Pido revisar el puntaje.', now())`.execute(
    server.db,
  );
  // Of the heads of the unit each has written it, so it is the office's to decide.
  const { rows: measured } = await sql<{ id: string }>`
    insert into measurements (id, project_id, indicator_id, day, value, state, author_id, updated_by)
    values (new_id(), ${own.id}, 'i1', current_date, 4, 'submitted', ${author}, ${userIdOf(PEOPLE.dean)})
    returning id`.execute(server.db);
  const { rows: stated } = await sql<{ id: string }>`
    insert into statements (id, project_id, number, state, author_id, submitted_by, due_at, decided_at)
    select new_id(), ${own.id}, n, case n when 1 then 'submitted' else 'approved' end, ${userIdOf(PEOPLE.academic)},
      ${userIdOf(PEOPLE.academic)}, now() + interval '5 days', case n when 2 then now() end
    from generate_series(1, 2) n returning id`.execute(server.db);
  await sql`update calls set report_dates = '["2027-06-30"]' where id = (
    select call_id from projects where id = ${own.id})`.execute(server.db);
  await sql`insert into reports (project_id, number, state, sub_step, author_id, updated_by, due_at)
    values (${own.id}, 1, 'submitted', 'office', ${userIdOf(PEOPLE.academic)}, ${userIdOf(PEOPLE.academic)},
      now() + interval '5 days')`.execute(server.db);
  return {
    ...{ waiting, confirmed, observation: made[0]?.id ?? '', change: changes[0]?.id ?? '' },
    measurement: measured[0]?.id ?? '',
    ...{ statement: stated[0]?.id ?? '', approved: stated[1]?.id ?? '' },
  };
}

const PARTS: Record<string, (project: Created) => Promise<unknown>> = Object.fromEntries(
  Object.entries(EVERY_PART).map(([part, join]) => [
    part,
    (project: Created) => join({ db: server.db, id: ME, email: MAIL }, project),
  ]),
);
const leave = (project: Created) => leaveParts({ db: server.db, id: ME, email: MAIL }, project);

async function place(status: string): Promise<{ version: number }> {
  const isOffice = status !== 'evaluation' && status !== 'director_review';
  const { rows } = await sql<{ version: number }>`
    update projects set status = ${status}, office_turn = ${isOffice}, due_at = now() + interval '9 days',
      sub_step = ${status === 'final_report' ? 'office' : null}
    where id = ${own.id} returning version`.execute(server.db);
  return rows[0] ?? { version: 0 };
}

it('every endpoint that writes to a project, a call or a review is known here', async () => {
  const { paths } = (await server.app.inject({ url: '/api/docs/json' })).json() as {
    paths: Record<string, Record<string, unknown>>;
  };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  );
  const writing = served.filter(
    e =>
      !e.startsWith('GET') && /\/(projects\/\{|calls|admin\/reviews|reviews|change-status|reassign)/.test(e),
  );
  const tried = [...ofProject(world), ...apart(world), ...ofCall(world)].map(t =>
    t.endpoint.split(' ').slice(0, 2).join(' '),
  );
  const known = new Set([...tried, ...Object.keys(NO_DECISION)]);
  expect(writing.filter(e => !known.has(e))).toEqual([]);
  expect(Object.keys(NO_DECISION).filter(e => !writing.includes(e))).toEqual([]);
});

/** All that a decision could have changed. */
async function state(): Promise<string> {
  const { rows } = await sql<{ all: string }>`select json_build_array(
    (select json_agg((p.status, p.version, p.due_at, p.office_turn) order by p.id) from projects p
      where p.id in (${own.id}, ${rival.id})),
    (select json_agg((r.state, r.score, r.due_at, r.version) order by r.id) from reviews r),
    (select json_agg((c.state, c.version) order by c.id) from calls c),
    (select json_agg(a.upheld order by a.project_id) from appeals a),
    (select json_agg((o.state) order by o.id) from observations o where o.id = ${world.observation}),
    (select json_agg((x.state) order by x.id) from change_requests x where x.id = ${world.change}),
    (select json_agg((m.state) order by m.id) from measurements m where m.id = ${world.measurement}),
    (select json_agg(m.amount) from payments m where m.project_id in (${own.id}, ${rival.id})),
    (select json_agg((s.state) order by s.id) from statements s where s.project_id = ${own.id}),
    (select json_agg((r.state, r.version)) from reports r where r.project_id = ${own.id}),
    (select json_agg((w.call_id, w.until)) from preference_rounds w),
    (select json_agg((n.project_id, n.withheld_at)) from publications n),
    (select json_agg((l.outcome, l.subject, l.body)) from call_letters l),
    (select count(*) from admissibility_checks))::text as all`.execute(server.db);
  return rows[0]?.all ?? '';
}

/** Who is let through, and who is refused with the reason and without a trace. */
async function tryAll(tries: readonly Try[], who: Client): Promise<string[]> {
  const wrong: string[] = [];
  for (const { endpoint, at: status, ask, refused } of tries) {
    const { version } = await place(status);
    const before = await state();
    const answer = await ask(who, version);
    const { code, detail } = (answer.body ?? {}) as { code?: string; detail?: string };
    const isRefused = refused
      ? refused(answer)
      : code === 'forbidden' && /Participas|diriges/.test(detail ?? '');
    if (!isRefused || (await state()) !== before) wrong.push(`${endpoint}: ${answer.status} ${detail}`);
  }
  return wrong;
}

describe.each(Object.keys(PARTS))('%s', part => {
  afterEach(async () => {
    await leave(own);
    await leave(rival);
  });

  it('decides nothing about the project', async () => {
    await PARTS[part]?.(own);
    expect(await tryAll([...ofProject(world), ...apart(world), ...ofCall(world)], me)).toEqual([]);
  });

  it('decides nothing about what competes with it', async () => {
    await PARTS[part]?.(rival);
    expect(await tryAll([...ofProject(world), ...ofCall(world)], me)).toEqual([]);
  });

  it('is judged alike by the rules and by lists', async () => {
    const actor = OFFICER;
    for (const where of [[own], [rival], [own, rival]]) {
      for (const project of where) await PARTS[part]?.(project);
      const both = [own.id, rival.id];
      const bars = await readBars(server.db, actor, both);
      const { rows } = await sql<{ id: string }>`
        select p.id from projects p where p.id = any(${both}::uuid[]) and ${freeOf(actor)}`.execute(
        server.db,
      );
      expect([...bars.values()].map(bar => bar.last)).toEqual([false, false]);
      expect(rows).toEqual([]);
      for (const project of where) await leave(project);
    }
    expect(await readBars(server.db, actor, [own.id, rival.id])).toEqual(new Map());
  });

  it('reviews nothing of the call', async () => {
    await PARTS[part]?.(rival);
    await place('evaluation');
    await sql`update users set roles = '{Reviewer,Academic}' where id = ${ME}`.execute(server.db);
    const listed = done(
      await office.get<{ id: string; refused: string | null }[]>(`/admin/reviews/${own.id}/candidates`),
    ).find(c => c.id === ME);
    await sql`update users set roles = '{Academic,Admin}' where id = ${ME}`.execute(server.db);
    expect(listed?.refused).toBe('Participa en otra propuesta de la convocatoria.');
  });

  it('edits neither once they are sent', async () => {
    await PARTS[part]?.(own);
    for (const status of ['admissibility', 'evaluation', 'resolution', 'approved']) {
      await place(status);
      for (const project of [own, rival]) {
        if (project === rival)
          await sql`update projects set status = ${status} where id = ${rival.id}`.execute(server.db);
        const path = `/projects/${project.kind}/${project.id}/sections/diagnosis`;
        const answer = await me.put(path, { version: 1, data: SECTIONS.diagnosis.empty });
        expect([status, project === own, answer.status]).toEqual([status, project === own, 403]);
      }
    }
  });
});

it('somebody free is refused none of it for taking part', async () => {
  for (const { endpoint, at: status, ask, refused } of [
    ...ofProject(world),
    ...apart(world),
    ...ofCall(world),
  ]) {
    const { version } = await place(status);
    const answer = await ask(me, version);
    const { code } = (answer.body ?? {}) as { code?: string };
    expect(code, endpoint).not.toBe('forbidden');
    if (refused && endpoint !== 'POST /reassign') expect(refused(answer), endpoint).toBe(false);
  }
});

it('heads of units endorse what competes with their own', async () => {
  await PARTS.lead?.(rival);
  const { version } = await place('director_review');
  await sql`insert into project_holders (project_id, user_id, via) values (${own.id}, ${ME}, 'head')`.execute(
    server.db,
  );
  const answer = await me.post(`/projects/${own.kind}/${own.id}/actions/endorse`, { version });
  await leave(rival);
  expect(answer.status).toBe(200);
});

describe('the last possible person of the office', () => {
  const alone = (isAlone: boolean) =>
    sql`update users set state = ${isAlone ? 'blocked' : 'active'} where 'Admin' = any(roles) and id <> ${ME}`.execute(
      server.db,
    );
  afterEach(async () => {
    await alone(false);
    await leave(own);
  });

  it('decides with a reason, which the audit flags', async () => {
    await PARTS.founder?.(own);
    await place('admissibility');
    await alone(true);
    const path = `/projects/${own.kind}/${own.id}/checks`;
    const { version } = done(await me.get<{ version: number }>(path));
    const silent = await me.put<{ code: string; detail: string }>(path, { version, items: {} });
    expect([silent.status, silent.body.code]).toEqual([403, 'last_resort']);
    expect((await me.put(path, { version, items: {}, lastResort: 'corta' })).status).toBe(400);
    done(await me.put(path, { version, items: {}, lastResort: 'Nadie más está en la oficina.' }));
    const { rows } = await sql<{ changes: object }>`
      select changes from audit where action = 'project.last_resort' and object_id = ${own.id}`.execute(
      server.db,
    );
    expect(rows).toEqual([
      { changes: { lastResort: [false, true], reason: [null, 'Nadie más está en la oficina.'] } },
    ]);
  });

  it('resolves the call of their own proposal in one act, judged once', async () => {
    await PARTS.lead?.(own);
    await alone(true);
    await place('resolution');
    await sql`update projects set status = 'resolution' where id = ${rival.id}`.execute(server.db);
    await sql`update reviews set state = 'confirmed', score = 80, confirmed_at = now() where id = ${world.waiting}`.execute(
      server.db,
    );
    const { rows } = done(await me.get<OutputOf<typeof getRanking>>(`/calls/${world.call}/ranking`));
    const decisions = rows.flatMap(r =>
      r.proposed ? [{ id: r.id, version: r.version, result: r.proposed }] : [],
    );
    const resolve = (more: object) =>
      me.post<{ code: string }>(`/calls/${world.call}/resolution`, { decisions, ...more });
    expect((await resolve({})).body.code).toBe('last_resort');
    done(await resolve({ lastResort: 'Nadie más está en la oficina.' }));
    const { rows: flagged } = await sql`
      select from audit where action = 'call.last_resort' and object_id = ${world.call}`.execute(server.db);
    expect(flagged).toHaveLength(1);
  });

  it('of the call decides about it, while one who is free of the project decides about that', async () => {
    await PARTS.lead?.(own);
    await sql`insert into project_parts (project_id, part, user_id)
      select ${rival.id}, 'member', id from users where 'Admin' = any(roles) and id <> ${ME}`.execute(
      server.db,
    );
    await place('resolution');
    const settle = { decisions: [{ id: own.id, version: 1, result: 'award' }] };
    const answer = await me.post<{ code: string }>(`/calls/${world.call}/resolution`, settle);
    expect(answer.body.code).toBe('last_resort');
    const { version } = await place('admissibility');
    const dismiss = (who: Client) =>
      who.post<{ code: string }>(`/projects/${own.kind}/${own.id}/actions/dismiss`, {
        ...{ version, reason: 'Le faltan documentos.' },
      });
    expect((await dismiss(me)).body.code).toBe('forbidden');
    expect((await dismiss(office)).status).toBe(200);
    await sql`delete from project_parts where project_id = ${rival.id} and part = 'member'`.execute(
      server.db,
    );
  });
});
