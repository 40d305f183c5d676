import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { setStatus } from '../../test/execution.ts';
import {
  act,
  type Created,
  completePacs,
  done,
  fillSections,
  pacsSections,
  startDraft,
} from '../../test/factories.ts';
import { factsByDomain, factsOf, wayOf } from '../../test/facts.ts';
import { decide, measure } from '../../test/measurements.ts';
import { decideRefund, givenBack, pay, removePayment, savePayment } from '../../test/payments.ts';
import { runningProject, writeFinal } from '../../test/reports.ts';
import { BUDGET, recordExpense, removeExpenseAs, setExpenseState, TODAY } from '../../test/spending.ts';
import { clients, openUniversity, refs, server } from '../../test/university.ts';
import { shareReached } from '../domain/drawings/reach.ts';
import { COUNTED_GROUPS } from '../domain/execution/people.ts';
import { SECTIONS } from '../domain/sections/index.ts';
import { purgeAttendances } from '../features/attendance/purge/commands.ts';

openUniversity({ rateLimit: 0 });

let project: Created;
beforeEach(async () => {
  project = await runningProject({ reportDates: [] });
});

/** Facts are those of the domain; answers those named. */
async function facts(of: Created = project, ...names: string[]) {
  const kept = await factsOf(server, of);
  expect(kept).toEqual(await factsByDomain(server, clients.admin, of));
  return names.map(name => kept[name]);
}
const path = (more: string) => `/projects/${project.kind}/${project.id}/${more}`;

interface Entry {
  readonly id: string;
  readonly version: number;
}
const recorded = async (counts: object = {}) =>
  done(
    await clients.academic.post<Entry>(path('activities'), {
      ...{ id: randomUUID(), name: 'Taller abierto', day: TODAY, counts },
    }),
  );
const person = (name: string, group: string) => ({
  ...{ name: `Persona ${name}`, group, identifierKind: name ? 'foreign' : 'none' },
  identifier: name && `DOC-${name}`,
});
const attend = async (activity: string, rows: readonly object[]) =>
  done(await clients.academic.post(path(`activities/${activity}/attendance`), { rows, noticeVersion: 1 }));

it('the columns of people are the groups that are counted', async () => {
  const columns = Object.keys(await factsOf(server, project));
  const groups = (prefix: string) =>
    columns.flatMap(c => (c.startsWith(prefix) ? [c.slice(prefix.length)] : [])).toSorted();
  expect(groups('expected_')).toEqual(COUNTED_GROUPS.toSorted());
  expect(groups('actual_')).toEqual(COUNTED_GROUPS.toSorted());
});

describe('facts follow', () => {
  it('a draft as it is written, and go with it', async () => {
    const draft = await startDraft(clients.academic, 'pacs');
    expect(await facts(draft, 'indicators', 'planned_unit', 'expected_direct')).toEqual([0, 0, null]);
    const { participants, budget, indicators } = pacsSections(refs, 'Taller');
    const [line] = budget?.lines ?? [];
    await fillSections(clients.academic, draft, {
      ...(participants && { participants }),
      ...(indicators && { indicators }),
      budget: {
        lines: line
          ? [
              { ...line, quantity: 2.5, unitCost: 333 },
              { ...line, id: 'b2', quantity: 0.5, unitCost: 1, source: 'partner_cash' },
              { ...line, id: 'b3', quantity: null, unitCost: 9, source: 'partner_in_kind' },
              { ...line, id: 'b4', source: null },
            ]
          : [],
      },
    });
    const names = ['indicators', 'planned_unit', 'planned_partner_cash', 'expected_direct'];
    expect(await facts(draft, ...names)).toEqual([1, 833, 1, 60]);
    await fillSections(clients.academic, draft, { participants: SECTIONS.participants.empty });
    expect(await facts(draft, ...names)).toEqual([1, 833, 1, null]);
    done(await act(clients.academic, draft, 'delete', { confirmed: true }));
    expect(await factsOf(server, draft)).toEqual({});
  });

  it('activities, who came, and who came is forgotten', async () => {
    const first = await recorded({ direct: 5, women: 3, students: 2 });
    expect(await facts(project, 'activities', 'actual_direct', 'actual_women')).toEqual([1, 5, 3]);
    await attend(first.id, [person('A', 'students'), person('B', 'external'), person('', 'external')]);
    const second = await recorded();
    await attend(second.id, [person('A', 'students'), person('C', 'alumni')]);
    // A, B, C, one of nobody knows whom, and two of five that are on no list.
    expect(await facts(project, 'actual_direct', 'actual_students', 'actual_alumni')).toEqual([6, 2, 1]);
    const body = { name: 'Taller abierto', day: TODAY, counts: { direct: 9 }, version: first.version };
    done(await clients.academic.put(path(`activities/${first.id}`), body));
    expect(await facts(project, 'actual_direct', 'actual_women')).toEqual([10, null]);
    await setStatus(server, project, 'closed');
    const later = new Date(Date.now() + 40 * 365 * 86_400_000);
    expect(await purgeAttendances(server.db, later)).toBe(5);
    expect(await facts(project, 'actual_direct', 'actual_alumni')).toEqual([10, 1]);
    await setStatus(server, project, 'running');
    done(await clients.academic.delete(path(`activities/${second.id}`)));
    // What was kept over all of them stays.
    expect(await facts(project, 'activities', 'actual_direct')).toEqual([1, 10]);
  });

  it('five hundred people of one list', async () => {
    const { id } = await recorded();
    await attend(
      id,
      Array.from({ length: 500 }, (_, n) => person(`N${n}`, n % 2 ? 'external' : 'students')),
    );
    expect(await facts(project, 'actual_direct', 'actual_students')).toEqual([500, 250]);
  });

  it('measurements once they are accepted', async () => {
    expect(await facts(project, 'indicators', 'indicators_measured')).toEqual([1, 0]);
    const sent = done(await measure(clients.academic, project, { value: 4 }));
    expect(await facts(project, 'indicators_measured')).toEqual([0]);
    done(await decide(clients.director, project, [sent]));
    expect(await facts(project, 'indicators_measured', 'indicators_reached')).toEqual([1, 0]);
    const [target] = (
      await sql<{ target: number }>`select (data #> '{indicators,0,target}')::float8 as target
        from project_sections where project_id = ${project.id} and section = 'indicators'`.execute(server.db)
    ).rows;
    const more = done(await measure(clients.academic, project, { value: target?.target }));
    done(await decide(clients.director, project, [more]));
    expect(await facts(project, 'indicators_reached')).toEqual([1]);
  });

  it('what is spent, paid and given back', async () => {
    expect(await facts(project, 'planned_fund')).toEqual([
      BUDGET.filter(l => l.source === 'fund').reduce((all, l) => all + (l.unitCost ?? 0), 0),
    ]);
    const expense = await recordExpense(clients.academic, project);
    const other = await recordExpense(clients.academic, project, { budgetLineId: 'room', share: 40_000 });
    expect(await facts(project, 'spent_fund', 'spent_unit')).toEqual([100_000, 40_000]);
    done(await removeExpenseAs(clients.academic, project, other.id));
    await setExpenseState(server, expense.id, 'refused');
    expect(await facts(project, 'spent_fund', 'spent_unit')).toEqual([0, 0]);
    const payment = done(await pay(clients.admin, project));
    expect(await facts(project, 'paid')).toEqual([500_000]);
    done(await savePayment(clients.admin, project, payment.id, { amount: 450_000 }));
    expect(await facts(project, 'paid')).toEqual([450_000]);
    const refund = await givenBack(clients.academic, project);
    expect(await facts(project, 'returned')).toEqual([0]);
    done(await decideRefund(clients.admin, project, refund));
    expect(await facts(project, 'paid', 'returned')).toEqual([450_000, 100_000]);
    const third = done(await pay(clients.admin, project, { amount: 10, reference: 'Error' }));
    done(await removePayment(clients.admin, project, third.id, '?version=1'));
    expect(await facts(project, 'paid')).toEqual([450_000]);
  });

  it('the final report while the project is closed', async () => {
    await recorded({ direct: 5, women: 3 });
    await sql`update projects set end_date = current_date - 1 where id = ${project.id}`.execute(server.db);
    const correction = { people: { direct: 8 }, peopleReason: 'Faltaban tres personas en la lista.' };
    await writeFinal(clients.academic, project, correction);
    expect(await facts(project, 'actual_direct')).toEqual([5]);
    await setStatus(server, project, 'closed');
    expect(await facts(project, 'actual_direct', 'actual_women')).toEqual([8, 3]);
    await setStatus(server, project, 'running');
    expect(await facts(project, 'actual_direct')).toEqual([5]);
  });
});

describe('whatever a draft holds', () => {
  const WRONG = [
    null,
    [],
    'x',
    { internal: null, reach: { direct: 'x', indirect: { expected: 1e300, actual: -3 } }, byAge: [1] },
    { indicators: null },
    {
      lines: [1, 'x', null, { quantity: 1e200, unitCost: 1e200, source: 'unit' }],
      indicators: [1, null, {}],
    },
    {
      lines: Array.from({ length: 300 }, () => ({
        quantity: 999_999,
        unitCost: 999_999_999_999,
        source: 'unit',
      })),
      indicators: [1e300, 1e-300, -1e300, '7', null].map((target, n) => ({
        ...{ id: n === 0 ? 'i1' : `x${n}`, kind: n === 1 ? 'milestone' : 'number', target, baseline: target },
        direction: ['keep', 'up', 'down', 4, null][n],
      })),
    },
  ];

  it('is stored: no fact fails at the end', async () => {
    const sent = done(await measure(clients.academic, project, { value: 0.0001 }));
    done(await decide(clients.director, project, [sent]));
    for (const data of WRONG)
      for (const section of ['participants', 'budget', 'indicators'])
        await sql`insert into project_sections (project_id, section, data)
          values (${project.id}, ${section}, ${JSON.stringify(data)}::jsonb)
          on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
    expect(await factsOf(server, project)).toMatchObject({ planned_unit: 300 * 999_999_999_999 });
  });
});

describe('in one transaction', () => {
  const add = (tx: typeof server.db, n: number) =>
    sql`insert into activities (id, project_id, name, day, counts, author_id, updated_by)
      select gen_random_uuid(), id, 'Taller', current_date, jsonb_build_object('direct', ${n}::int), lead_id, lead_id
      from projects where id = ${project.id}`.execute(tx);

  it.each(['deferred', 'immediate'])('facts are those of its end, constraints %s', async when => {
    await server.db.transaction().execute(async tx => {
      await sql.raw(`set constraints all ${when}`).execute(tx);
      await add(tx, 1);
      await sql`savepoint here`.execute(tx);
      await add(tx, 10);
      await sql`rollback to savepoint here`.execute(tx);
      await add(tx, 100);
      await sql`set constraints all immediate`.execute(tx);
      await add(tx, 1000);
    });
    expect(await facts(project, 'activities', 'actual_direct')).toEqual([3, 1101]);
  });

  it('of two at once neither is forgotten, and neither ends the other', async () => {
    const participants = (expected: number) => ({
      ...SECTIONS.participants.empty,
      reach: { ...SECTIONS.participants.empty.reach, direct: { expected, actual: null } },
    });
    for (let n = 1; n <= 10; n += 1) {
      const save = server.db.transaction().execute(async tx => {
        await sql`select from projects where id = ${project.id} for update`.execute(tx);
        await sql`insert into project_sections (project_id, section, data)
          values (${project.id}, 'participants', ${JSON.stringify(participants(n))}::jsonb)
          on conflict (project_id, section) do update set data = excluded.data`.execute(tx);
      });
      await Promise.all([save, recorded({ direct: n }), recorded({ women: n })]);
      expect(await facts(project, 'activities', 'expected_direct')).toEqual([2 * n, n]);
    }
    const { rows } = await sql<{ n: number }>`select deadlocks::int as n from pg_stat_database
      where datname = current_database()`.execute(server.db);
    expect(rows[0]?.n).toBe(0);
  });
});

describe('steps', () => {
  const change = async (of: Created, to: string) => {
    const { version } = done(await clients.admin.get<{ version: number }>(`/projects/${of.kind}/${of.id}`));
    const batch = randomUUID();
    const projects = [{ kind: of.kind, id: of.id, version }];
    done(await clients.admin.post('/change-status', { batch, to, reason: 'Acuerdo del comité.', projects }));
    return batch;
  };

  it('are those a project takes; what is taken back never was', async () => {
    const made = await completePacs(clients.academic, refs);
    expect(await wayOf(server, made)).toEqual(['draft']);
    done(await act(clients.academic, made, 'submit'));
    done(await act(clients.academic, made, 'undo', { reason: 'Falta un anexo.' }));
    expect(await wayOf(server, made)).toEqual(['draft']);
    done(await act(clients.academic, made, 'submit'));
    const observations = [{ section: 'plan', text: 'Falta la fecha.' }];
    done(await act(clients.director, made, 'return', { observations }));
    expect(await wayOf(server, made)).toEqual(['draft', 'director_review', 'returned']);
    done(await act(clients.director, made, 'undo', { reason: 'Me equivoqué.' }));
    done(await act(clients.director, made, 'endorse'));
    const batch = await change(made, 'running');
    expect(await wayOf(server, made)).toEqual(['draft', 'director_review', 'dean_review', 'running']);
    done(
      await clients.admin.post(`/change-status/batches/${batch}/undo`, {
        ...{ reason: 'Era otro proyecto.', projects: [{ kind: made.kind, id: made.id }] },
      }),
    );
    done(await act(clients.dean, made, 'endorse'));
    await change(made, 'final_report');
    await change(made, 'closed');
    const way = ['draft', 'director_review', 'dean_review', 'approved', 'final_report/director', 'closed'];
    expect(await wayOf(server, made)).toEqual(way);
  });

  it('keep the date that was last while they ran', async () => {
    const made = await completePacs(clients.academic, refs);
    done(await act(clients.academic, made, 'submit'));
    await sql`update projects set due_at = '2031-01-01T12:00:00Z' where id = ${made.id}`.execute(server.db);
    await wayOf(server, made);
    done(await act(clients.director, made, 'endorse'));
    await wayOf(server, made);
    const { rows } = await sql`select status from project_steps
      where project_id = ${made.id} and due_at = '2031-01-01T12:00:00Z' and left_at is not null`.execute(
      server.db,
    );
    expect(rows).toEqual([{ status: 'director_review' }]);
  });

  it('whose beginning is told otherwise begin then', async () => {
    const made = await startDraft(clients.academic, 'pacs');
    const stand = (status: string, since: string) =>
      sql`update projects set status = ${status}, status_since = ${since}::timestamptz where id = ${made.id}`.execute(
        server.db,
      );
    await stand('approved', '2020-01-01');
    await stand('running', '2020-03-01');
    await stand('closed', '2021-01-01');
    for (const since of ['2021-05-01', '2020-12-01']) {
      await stand('closed', since);
      expect(await wayOf(server, made)).toEqual(['approved', 'running', 'closed']);
    }
    await stand('cancelled', '2020-12-01');
    expect(await wayOf(server, made)).toEqual(['approved', 'running', 'cancelled']);
    await stand('closed', '2019-01-01');
    expect(await wayOf(server, made)).toEqual(['closed']);
  });
});

it('a figure has come to its target in SQL where it has in the domain', async () => {
  const figure = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map(n => n / 10_000),
    fc.constantFrom(100, 105, 95, 105.0001, 0.1 + 0.2, 1e9, -1e9, 1e-7),
  );
  const one = fc.record({
    ...{ actual: fc.option(figure), target: figure, baseline: fc.option(figure) },
    direction: fc.constantFrom('up' as const, 'down' as const, 'keep' as const),
  });
  const all = fc.sample(one, 3000);
  const { rows } = await sql<{ reached: boolean }>`
    select reaches(x.actual, x.target, x.baseline, x.direction) as reached
    from jsonb_to_recordset(${JSON.stringify(all.map((x, n) => ({ ...x, n })))}::jsonb)
      x (n int, actual float8, target float8, baseline float8, direction text) order by n`.execute(server.db);
  const wrong = all.filter((x, n) => rows[n]?.reached !== (shareReached(x) ?? 0) >= 1);
  expect(wrong).toEqual([]);
});
