import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../../test/client.ts';
import { act, type Created, completePacs, detailOf, done, startDraft } from '../../../test/factories.ts';
import { clients, copy, openSecondCopy, openUniversity, refs, server } from '../../../test/university.ts';
import type { Effect, Result } from './contract.ts';

openUniversity({ rateLimit: 0 });
openSecondCopy({ rateLimit: 0 });

const REASON = 'Acuerdo del comité del 12 de noviembre.';
const BUDGET = 1_500_000;
const ASKED = 900_000;
const addressOf = ({ kind, id }: { kind: string; id: string }) => ({ kind, id });

interface Fund {
  readonly call: string;
  /** 1.5 million, after 50 000 of it went to the other, which has 100 000 since. */
  readonly line: string;
  readonly other: string;
}
let fund: Fund;

async function fundOf(state = 'evaluation'): Promise<Fund> {
  const [call, line, other] = [randomUUID(), randomUUID(), randomUUID()];
  const rubric = JSON.stringify({ criteria: [] });
  await sql`insert into calls (id, name, year, kind, state, opens_at, closes_at, rubric)
    values (${call}, 'Fondo de prueba', 2026, 'incs', ${state}, '2026-01-02', '2026-03-02', ${rubric}::jsonb)`.execute(
    server.db,
  );
  await sql`insert into call_lines (id, call_id, position, name, cap, budget, moved)
    values (${line}, ${call}, 1, 'Salud', 1000000, ${BUDGET + 50_000}, -50000),
      (${other}, ${call}, 2, 'Arte', 1000000, 50000, 50000)`.execute(server.db);
  return { call, line, other };
}
beforeAll(async () => {
  fund = await fundOf();
});

/** A proposal of the call that waits for the resolution, without a single review. */
async function proposed({ call, line }: Fund = fund): Promise<Created> {
  const project = await startDraft(clients.academic, 'incs');
  await sql`update projects set status = 'resolution', call_id = ${call}, line_id = ${line}, amount_typed = true,
    amount_requested = ${ASKED}, submitted_at = now() where id = ${project.id}`.execute(server.db);
  return project;
}

interface Money {
  lineId?: unknown;
  amount?: unknown;
}
async function send(project: Created, to: string, money: Money = {}, client = clients.admin) {
  const { version } = await detailOf(clients.admin, project);
  const batch = randomUUID();
  const body = { batch, to, reason: REASON, projects: [{ ...addressOf(project), version, ...money }] };
  return { batch, answer: await client.post<Result[]>('/change-status', body) };
}
async function change(project: Created, to: string, money: Money = {}) {
  const { batch, answer } = await send(project, to, money);
  const [result] = done(answer);
  if (!result) throw new Error('no result');
  return { ...result, batch };
}
const undo = async (batch: string, project: Created) => {
  const body = { reason: 'Me equivoqué de lista.', projects: [addressOf(project)] };
  return done(await clients.admin.post<Result[]>(`/change-status/batches/${batch}/undo`, body))[0];
};
const preview = async (project: Created, to: string): Promise<Effect> => {
  const body = { to, projects: [addressOf(project)] };
  const [effect] = done(await clients.admin.post<Effect[]>('/change-status/preview', body));
  if (!effect) throw new Error('no effect');
  return effect;
};
const stored = async ({ id }: Created) => {
  const { rows } = await sql<{ status: string; line: string | null; awarded: number | null }>`
    select status, line_id as line, amount_awarded as awarded from projects where id = ${id}`.execute(
    server.db,
  );
  return rows[0];
};

describe('into an awarded status', () => {
  it('needs a line and an amount, at the fields of that project alone', async () => {
    const [one, plain] = [await proposed(await fundOf()), await completePacs(clients.academic, refs)];
    await sql`update projects set line_id = null where id = ${one.id}`.execute(server.db);
    const body = { batch: randomUUID(), to: 'approved', reason: REASON };
    const projects = [one, plain].map(p => ({ ...addressOf(p), version: 1 }));
    const results = done(await clients.admin.post<Result[]>('/change-status', { ...body, projects }));
    expect(results.map(r => [r.done, r.code, r.errors])).toEqual([
      [
        false,
        'invalid',
        [
          { path: 'lineId', message: 'Elige una línea de la convocatoria.' },
          { path: 'amount', message: 'Este campo es obligatorio.' },
        ],
      ],
      [true, null, []],
    ]);
    expect(await stored(one)).toEqual({ status: 'resolution', line: null, awarded: null });
    expect(await stored(plain)).toEqual({ status: 'approved', line: null, awarded: null });
  });

  it('takes at most what is left of the line, to the last peso, whatever the score', async () => {
    const own = await fundOf('resolved');
    const [one, two] = [await proposed(own), await proposed(own)];
    expect(await change(one, 'approved', { amount: BUDGET + 1 })).toMatchObject({
      ...{ done: false, code: 'rule', status: null },
      message: 'A la línea «Salud» le quedan $1.500.000 y se le pondrían $1.500.001.',
    });
    expect(await change(one, 'approved', { amount: BUDGET })).toMatchObject({ done: true });
    expect(await stored(one)).toEqual({ status: 'approved', line: own.line, awarded: BUDGET });
    const { history } = await detailOf(clients.admin, one);
    expect(history[0]?.note).toContain('Monto adjudicado: $1.500.000.');
    expect((await change(two, 'running', { amount: 1 })).message).toContain('le quedan $0');
    expect(await change(two, 'running', { lineId: own.other, amount: 100_000 })).toMatchObject({
      done: true,
    });
    expect(await stored(two)).toEqual({ status: 'running', line: own.other, awarded: 100_000 });
  });

  it('says in the history that less was awarded than asked', async () => {
    const project = await proposed(await fundOf());
    await change(project, 'approved', { amount: 400_000 });
    const { history } = await detailOf(clients.admin, project);
    expect(history[0]?.note).toContain('Monto adjudicado: $400.000 de $900.000 pedidos.');
  });

  it('takes no line of another call', async () => {
    const project = await proposed();
    const foreign = (await fundOf()).line;
    for (const lineId of [foreign, randomUUID()]) {
      const { code, errors } = await change(project, 'approved', { lineId, amount: 1 });
      expect([code, errors.map(e => e.path)]).toEqual(['invalid', ['lineId']]);
    }
    expect(await stored(project)).toMatchObject({ status: 'resolution', awarded: null });
  });

  it.each([0, -1, 0.5, 1_000_000_000_000, 2 ** 53 + 2, 1e300, '5', null])(
    'refuses %s as an amount',
    async n => {
      const project = await proposed();
      const { answer } = await send(project, 'approved', { amount: n });
      expect(answer.status).toBe(400);
      expect(answer.body).toHaveProperty('errors.0.path', 'projects.0.amount');
      expect(await stored(project)).toMatchObject({ status: 'resolution', awarded: null });
    },
  );

  it('of two at once that exceed the line together exactly one is done', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await fundOf();
      const [one, two] = [await proposed(own), await proposed(own)];
      const there = clientOf(copy.url, clients.otherAdmin.token);
      const answers = await Promise.all([
        send(one, 'approved', { amount: BUDGET }),
        send(two, 'suspended', { amount: 1 }, there),
      ]);
      const results = answers.flatMap(({ answer }) => done(answer));
      expect(results.map(r => r.done).sort(), `round ${round}`).toEqual([false, true]);
      expect(results.find(r => !r.done)?.code).toBe('rule');
    }
  });

  it('asks nothing of an award that stays one, nor without a call', async () => {
    const [project, plain] = [await proposed(await fundOf()), await completePacs(clients.academic, refs)];
    await change(project, 'approved', { amount: 700_000 });
    expect(await preview(project, 'running')).toMatchObject({ money: { needed: false }, frees: 0 });
    // What is sent all the same changes nothing.
    const line = (await stored(project))?.line;
    expect(await change(project, 'running', { amount: 1, lineId: randomUUID() })).toMatchObject({
      done: true,
    });
    expect(await stored(project)).toEqual({ status: 'running', line, awarded: 700_000 });
    expect(await preview(plain, 'running')).toMatchObject({ money: null, frees: 0 });
    expect(await change(plain, 'running')).toMatchObject({ done: true });
  });

  it('asks the same of what was imported with a call', async () => {
    const own = await fundOf('closed');
    const project = await proposed(own);
    await sql`update projects set historic = true, status = 'cancelled' where id = ${project.id}`.execute(
      server.db,
    );
    expect(await preview(project, 'closed')).toMatchObject({ money: { needed: true, amount: ASKED } });
    expect((await change(project, 'closed')).errors.map(e => e.path)).toEqual(['amount']);
    expect(await change(project, 'closed', { amount: ASKED })).toMatchObject({ done: true });
    expect(await stored(project)).toEqual({ status: 'closed', line: own.line, awarded: ASKED });
  });

  it('has no side door: neither the step itself nor an award by hand goes over the line', async () => {
    const own = await fundOf('resolved');
    const [one, two] = [await proposed(own), await proposed(own)];
    const overriding = { to: 'approved', reason: REASON };
    for (const [amount, status] of [
      [undefined, 400],
      [BUDGET + 1, 422],
    ] as const)
      expect((await act(clients.admin, one, 'override', { ...overriding, amount })).status).toBe(status);
    await reviewedBy(two);
    await sql`update projects set status = 'waitlisted' where id = ${two.id}`.execute(server.db);
    const more = await act<{ detail: string }>(clients.admin, two, 'award', { amount: ASKED + 1 });
    expect([more.status, more.body.detail]).toEqual([
      422,
      'Pide $900.000: se adjudica ese monto o uno menor.',
    ]);
    done(await act(clients.admin, two, 'award', { amount: ASKED - 1 }));
    expect(await stored(two)).toEqual({ status: 'approved', line: own.line, awarded: ASKED - 1 });
  });
});

/** Two confirmed reviews of full marks. */
const reviewedBy = ({ id }: Created) =>
  sql`insert into reviews (project_id, user_id, blind, state, score, confirmed_at)
    select ${id}, id, false, 'confirmed', 100, now() from users order by email limit 2`.execute(server.db);

describe('out of the awarded statuses', () => {
  it('frees the money, which another can take', async () => {
    const own = await fundOf();
    const [one, two] = [await proposed(own), await proposed(own)];
    await change(one, 'approved', { amount: BUDGET });
    expect((await preview(two, 'approved')).money).toEqual({
      ...{ needed: true, lineId: own.line, amount: ASKED },
      lines: [
        { id: own.line, name: 'Salud', left: 0 },
        { id: own.other, name: 'Arte', left: 100_000 },
      ],
    });
    expect(await preview(one, 'waitlisted')).toMatchObject({
      frees: BUDGET,
      money: { needed: false, lines: [{ left: BUDGET }, {}] },
    });
    expect(await preview(one, 'approved')).toMatchObject({ frees: 0, money: null });
    await change(one, 'waitlisted');
    expect(await stored(one)).toEqual({ status: 'waitlisted', line: own.line, awarded: null });
    expect(await change(two, 'approved', { amount: BUDGET })).toMatchObject({ done: true });
  });

  it('taken back gives the same line and amount, and is refused once another has the money', async () => {
    const own = await fundOf();
    const [one, two] = [await proposed(own), await proposed(own)];
    await change(one, 'approved', { amount: 800_000 });
    const first = await change(one, 'cancelled');
    expect(await undo(first.batch, one)).toMatchObject({ done: true, status: 'approved' });
    expect(await stored(one)).toEqual({ status: 'approved', line: own.line, awarded: 800_000 });
    const second = await change(one, 'cancelled');
    const taken = await change(two, 'approved', { amount: 700_001 });
    expect(await undo(second.batch, one)).toMatchObject({
      ...{ done: false, code: 'rule' },
      message: 'A la línea «Salud» le quedan $799.999 y se le pondrían $800.000.',
    });
    expect(await stored(one)).toMatchObject({ status: 'cancelled', awarded: null });
    await undo(taken.batch, two);
    expect(await undo(second.batch, one)).toMatchObject({ done: true, status: 'approved' });
  });

  it('taking back a step into them frees it again', async () => {
    const project = await proposed(await fundOf());
    const { batch } = await change(project, 'running', { amount: 5 });
    expect(await undo(batch, project)).toMatchObject({ done: true, status: 'resolution' });
    expect(await stored(project)).toMatchObject({ status: 'resolution', awarded: null });
  });

  it('a step between them is taken back also in a line that has spent too much', async () => {
    const own = await fundOf();
    const project = await proposed(own);
    await change(project, 'approved', { amount: BUDGET });
    const { batch } = await change(project, 'suspended');
    await sql`update call_lines set budget = budget - 1 where id = ${own.line}`.execute(server.db);
    expect(await undo(batch, project)).toMatchObject({ done: true, status: 'approved' });
  });

  it('an award of before the money was kept counts as all it asked for, when freed and when taken back', async () => {
    const own = await fundOf();
    const [one, two] = [await proposed(own), await proposed(own)];
    await sql`update projects set status = 'approved' where id = ${one.id}`.execute(server.db);
    expect(await preview(one, 'rejected')).toMatchObject({ frees: ASKED });
    const { batch } = await change(one, 'rejected');
    await sql`update project_history set before = before - 'money' where project_id = ${one.id}`.execute(
      server.db,
    );
    const taken = await change(two, 'approved', { amount: BUDGET });
    expect(await undo(batch, one)).toMatchObject({ done: false, code: 'rule' });
    await undo(taken.batch, two);
    expect(await undo(batch, one)).toMatchObject({ done: true, status: 'approved' });
  });
});
