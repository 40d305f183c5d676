import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import { decideRefund, givenBack, pay, spent } from '../../../test/payments.ts';
import {
  anotherSpender,
  awardedProject,
  expensesOf,
  fund,
  openSpending,
  sendExpense,
  spender,
  spendingCall,
} from '../../../test/spending.ts';
import { clients, refs, server } from '../../../test/university.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { CallDetail } from '../calls/contract.ts';
import type { Figures } from '../calls/figures/contract.ts';
import type { Effect, Result } from '../change-status/contract.ts';
import type { getRanking } from './contract.ts';

openSpending();
const office = () => clients.admin;
const lead = () => clients.academic;
const BUDGET = 30_000_000;
const REASON = 'Acuerdo del comité del 12 de noviembre.';

/** Each test counts the money of the call of its own project alone. */
beforeEach(async () => {
  await sql`delete from projects where call_id = ${fund.id} and id <> ${spender.id}`.execute(server.db);
  await sql`update call_lines set budget = ${BUDGET} where call_id = ${fund.id}`.execute(server.db);
});

const cancel = async (project: Created) =>
  done(await act(office(), project, 'cancel', { reason: 'El socio se retiró.' }));
async function override(project: Created, to: string, more: object = {}) {
  const { version } = await detailOf(office(), project);
  const projects = [{ kind: project.kind, id: project.id, version, ...more }];
  const batch = randomUUID();
  const [result] = done(
    await office().post<Result[]>('/change-status', { batch, to, reason: REASON, projects }),
  );
  return { ...result, batch };
}
const preview = async ({ kind, id }: Created, to: string): Promise<Effect | undefined> =>
  done(await office().post<Effect[]>('/change-status/preview', { to, projects: [{ kind, id }] }))[0];

/** What is left of the line, wherever it is told. */
async function left(): Promise<number> {
  const { funds } = done(await office().get<CallDetail>(`/calls/${fund.id}`));
  const figures = done(await office().get<Figures>(`/calls/${fund.id}/figures`));
  const known = [BUDGET - (funds?.awarded[0]?.amount ?? 0), figures.left, figures.lines[0]?.left];
  const { lines } = done(await office().get<OutputOf<typeof getRanking>>(`/calls/${fund.id}/ranking`));
  const ranking = (lines[0]?.budget ?? 0) - (lines[0]?.awarded ?? 0);
  expect([known[1], known[2], ranking]).toEqual([known[0], known[0], known[0]]);
  return known[0] ?? 0;
}

describe('cancelling frees of the line', () => {
  it('all of an award of which nothing was paid or spent', async () => {
    expect(await left()).toBe(BUDGET - 2_000_000);
    await cancel(spender);
    expect(await left()).toBe(BUDGET);
  });

  it('what was not paid, and what was given back once that is accepted', async () => {
    done(await pay(office(), spender));
    expect(await left()).toBe(BUDGET - 2_000_000);
    expect(await preview(spender, 'cancelled')).toMatchObject({ frees: 1_500_000 });
    await cancel(spender);
    expect(await left()).toBe(BUDGET - 500_000);
    const back = await givenBack(lead(), spender, { amount: 400_000 });
    expect(await left()).toBe(BUDGET - 500_000);
    done(await decideRefund(office(), spender, back));
    expect(await left()).toBe(BUDGET - 100_000);
    expect(await preview(spender, 'rejected')).toMatchObject({ frees: 0 });
  });

  it('for good: a cancelled project accounts for what it was paid, and for no more', async () => {
    done(await pay(office(), spender));
    await cancel(spender);
    done(await sendExpense(lead(), spender, { voucher: { gross: 400_000 } }));
    expect(await left()).toBe(BUDGET - 500_000);
    const over = await sendExpense(lead(), spender, { voucher: { gross: 100_001 } });
    const message = 'Supera lo adjudicado por $1: del fondo quedan $100.000.';
    expect(over).toMatchObject({ status: 422, body: { errors: [{ path: 'share', message }] } });
    expect(await left()).toBe(BUDGET - 500_000);
    expect(await expensesOf(lead(), spender)).toMatchObject({ awarded: 500_000 });
  });

  it('what was not spent where that is more, refused expenses and other sources aside', async () => {
    done(await pay(office(), spender, { amount: 100_000 }));
    await spent(spender, 300_000);
    await spent(spender, 50_000, { state: 'refused' });
    await spent(spender, 70_000, { source: 'unit' });
    await cancel(spender);
    expect(await left()).toBe(BUDGET - 300_000);
  });

  it('the same by an override, wherever it goes', async () => {
    done(await pay(office(), spender));
    for (const status of ['rejected', 'withdrawn', 'resolution']) {
      expect(await override(spender, status)).toMatchObject({ done: true });
      expect([status, await left()]).toEqual([status, BUDGET - 500_000]);
    }
  });
});

describe('what stays with a project that left', () => {
  const LINE = 2_000_000;
  const setBudget = (budget: number) =>
    sql`update call_lines set budget = ${budget} where call_id = ${fund.id}`.execute(server.db);
  const reviewed = ({ id }: Created) =>
    sql`insert into reviews (project_id, user_id, blind, state, score, confirmed_at)
      select ${id}, id, false, 'confirmed', 100, now() from users order by email limit 2`.execute(server.db);

  it('is awarded to nobody else, by hand, by an override or from another line', async () => {
    await setBudget(LINE);
    done(await pay(office(), spender));
    await cancel(spender);
    const other = await anotherSpender(lead(), { status: 'waitlisted' });
    await sql`update projects set amount_awarded = null where id = ${other.id}`.execute(server.db);
    await reviewed(other);
    const refused = await act<{ detail: string }>(office(), other, 'award', { amount: 1_500_001 });
    expect([refused.status, refused.body.detail]).toEqual([422, 'No alcanza el presupuesto de su línea.']);
    expect((await override(other, 'running', { amount: 1_500_001 })).message).toContain(
      'le quedan $1.500.000 y se le pondrían $1.500.001.',
    );
    done(await act(office(), other, 'award', { amount: 1_500_000 }));
  });

  it('is not moved to another line', async () => {
    const call = await spendingCall(server, office());
    const project = await awardedProject(server, lead(), refs, call);
    const second = randomUUID();
    await sql`insert into call_lines (id, call_id, position, name, cap, budget)
      values (${second}, ${call.id}, 2, 'Otra', 1000000, 1)`.execute(server.db);
    done(await pay(office(), project));
    await cancel(project);
    const { version } = done(await office().get<CallDetail>(`/calls/${call.id}`));
    const move = (amount: number) =>
      office().post<{ errors: { message: string }[] }>(`/calls/${call.id}/transfers`, {
        ...{ version, from: call.lineId, to: second, amount, reason: REASON },
      });
    expect((await move(BUDGET - 499_999)).body.errors[0]?.message).toContain('hasta $29.500.000');
    done(await move(BUDGET - 500_000));
  });

  it('is passed over by the waitlist that moves up', async () => {
    await setBudget(LINE);
    await sql`update projects set status = 'approved' where id = ${spender.id}`.execute(server.db);
    await spent(spender, 500_001);
    const waiting = async (amount: number) => {
      const project = await anotherSpender(lead(), { status: 'waitlisted', awarded: amount });
      await sql`update projects set amount_awarded = null where id = ${project.id}`.execute(server.db);
      await reviewed(project);
      return project;
    };
    const [more, less] = [await waiting(1_500_000), await waiting(1_499_999)];
    await cancel(spender);
    const statuses = await Promise.all([more, less].map(async p => (await detailOf(office(), p)).status));
    expect(statuses).toEqual(['waitlisted', 'approved']);
  });

  it('is its own when it is awarded once more', async () => {
    await setBudget(LINE);
    done(await pay(office(), spender));
    await override(spender, 'waitlisted');
    await reviewed(spender);
    done(await act(office(), spender, 'award', { amount: LINE }));
    await override(spender, 'waitlisted');
    expect(await override(spender, 'running', { amount: LINE })).toMatchObject({ done: true });
    const { batch } = await override(spender, 'cancelled');
    const body = { reason: REASON, projects: [{ kind: spender.kind, id: spender.id }] };
    const undone = await office().post<Result[]>(`/change-status/batches/${batch}/undo`, body);
    expect(done(undone)[0]).toMatchObject({ done: true, status: 'running' });
  });
});
