import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { setStatus } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import {
  decideRefund,
  givenBack,
  pay,
  paymentsOf,
  removePayment,
  savePayment,
  spent,
} from '../../../test/payments.ts';
import {
  AWARDED_AMOUNT,
  anotherSpender,
  awardedProject,
  openSpending,
  spender,
  spendingCall,
  TODAY,
} from '../../../test/spending.ts';
import { clients, refs, server } from '../../../test/university.ts';
import { addDays } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openSpending();
const office = () => clients.admin;
const lead = () => clients.academic;
const detailOf = ({ body }: { body: unknown }) => (body as Problem).detail;
const errorsOf = ({ body }: { body: unknown }) => (body as Problem).errors;

describe('what is paid', () => {
  it('is read by the team and the office, with all that came and went', async () => {
    const { id } = done(await pay(office(), spender, { note: 'Primera cuota' }));
    await spent(spender, 70_000, { state: 'approved' });
    await spent(spender, 30_000);
    await spent(spender, 20_000, { state: 'refused' });
    await spent(spender, 10_000, { source: 'unit' });
    const back = await givenBack(lead(), spender);
    await givenBack(lead(), spender, { amount: 50_000 });
    done(await decideRefund(office(), spender, back));
    const read = await paymentsOf(lead(), spender);
    expect(read).toMatchObject({
      ...{
        awarded: AWARDED_AMOUNT,
        released: AWARDED_AMOUNT,
        paid: 500_000,
        spent: 100_000,
        approved: 70_000,
      },
      ...{ refunded: 100_000, toReturn: 330_000, pay: null, giveBack: { allowed: true }, today: TODAY },
      instalments: [{ share: 100, amount: AWARDED_AMOUNT, report: null, isReleased: true }],
    });
    expect(read.payments).toEqual([
      {
        ...{ id, day: TODAY, amount: 500_000, reference: 'Transferencia 4512', note: 'Primera cuota' },
        ...{ author: { id: expect.any(String), name: 'Beatriz Navarrete Olea' }, version: 1 },
      },
    ]);
    expect((await paymentsOf(clients.colleague, spender)).giveBack).toBeNull();
    expect((await paymentsOf(office(), spender)).pay).toEqual({
      ...{ allowed: true, reason: null, lastResort: false },
    });
    const audit = await auditOf(server, spender.id, 'payment.record');
    expect(audit.map(a => a.changes)).toEqual([
      { payment: [null, id], day: [null, TODAY], amount: [null, 500_000] },
    ]);
  });

  it('is never more than is released, to the last peso', async () => {
    done(await pay(office(), spender, { amount: AWARDED_AMOUNT - 1 }));
    const refused = await pay(office(), spender, { amount: 2 });
    const message = 'Se pueden pagar hasta $1: lo demás no está liberado o ya se pagó.';
    expect([refused.status, errorsOf(refused)]).toEqual([422, [{ path: 'amount', message }]]);
    const last = done(await pay(office(), spender, { amount: 1 }));
    expect((await pay(office(), spender, { amount: 1 })).body).toMatchObject({
      detail: 'Ya se pagó todo lo liberado.',
    });
    const answer = await savePayment(office(), spender, last.id, { amount: 2 });
    expect([answer.status, errorsOf(answer)?.[0]?.path]).toEqual([422, 'amount']);
    done(await savePayment(office(), spender, last.id, { amount: 1, reference: 'Cheque 9' }));
  });

  it('says all that is wrong at once, and takes no day before the approval or after today', async () => {
    const early = await pay(office(), spender, { day: addDays(TODAY, -61), amount: AWARDED_AMOUNT + 1 });
    expect([early.status, errorsOf(early)?.map(e => e.path)]).toEqual([422, ['day', 'amount']]);
    const late = await pay(office(), spender, { day: addDays(TODAY, 1) });
    expect([late.status, errorsOf(late)]).toEqual([
      400,
      [{ path: 'day', message: 'La fecha no puede ser posterior a hoy.' }],
    ]);
    done(await pay(office(), spender, { day: addDays(TODAY, -60) }));
  });

  it.each([0, -5, 0.5, 2 ** 53 + 2, 1e12, '7', null])('is no %s pesos', async amount => {
    const answer = await pay(office(), spender, { amount });
    expect([answer.status, errorsOf(answer)?.[0]?.path]).toEqual([400, 'amount']);
  });

  it('sent twice is one; an id of somebody else’s is refused', async () => {
    const id = randomUUID();
    const both = await Promise.all([pay(office(), spender, { id }), pay(office(), spender, { id })]);
    expect(both.map(done)).toEqual([
      { id, version: 1 },
      { id, version: 1 },
    ]);
    expect((await paymentsOf(office(), spender)).paid).toBe(500_000);
    expect((await pay(clients.otherAdmin, spender, { id })).status).toBe(409);
    expect((await pay(office(), await anotherSpender(), { id })).status).toBe(409);
  });

  it('of two of the office at once, not more than is released', async () => {
    const amount = AWARDED_AMOUNT - 100_000;
    const both = await Promise.all([
      pay(office(), spender, { amount }),
      pay(clients.otherAdmin, spender, { amount }),
    ]);
    expect(both.map(a => a.status).sort()).toEqual([200, 422]);
    expect((await paymentsOf(office(), spender)).paid).toBe(amount);
  });

  it('is nothing without an award', async () => {
    const plain = await anotherSpender(lead(), { awarded: null });
    const refused = await pay(office(), plain);
    const reason = 'No tiene un monto adjudicado: no hay qué pagarle.';
    expect([refused.status, detailOf(refused)]).toEqual([422, reason]);
    expect(await paymentsOf(office(), plain)).toMatchObject({
      ...{ awarded: null, instalments: [], released: 0, pay: { allowed: false, reason } },
    });
  });
});

describe('a payment that is there', () => {
  it('is corrected by whoever knows how it stands', async () => {
    const { id } = done(await pay(office(), spender));
    done(await savePayment(clients.otherAdmin, spender, id, { amount: 400_000 }));
    const stale = await savePayment(office(), spender, id, { amount: 300_000 });
    expect([stale.status, stale.body]).toMatchObject([409, { extra: { version: 2 } }]);
    const audit = await auditOf(server, spender.id, 'payment.save');
    expect(audit.map(a => a.changes)).toEqual([{ payment: [id, id], amount: [500_000, 400_000] }]);
    const other = await anotherSpender();
    expect((await savePayment(office(), other, id, { version: 2 })).status).toBe(404);
    expect((await removePayment(office(), other, id)).status).toBe(404);
    expect((await removePayment(office(), spender, 'x')).status).toBe(404);
    done(await removePayment(office(), spender, id));
    expect((await removePayment(office(), spender, id)).status).toBe(404);
  });

  it('stays above what was given back, or is about to be', async () => {
    const { id } = done(await pay(office(), spender));
    done(await decideRefund(office(), spender, await givenBack(lead(), spender)));
    await givenBack(lead(), spender, { amount: 50_000 });
    const less = await savePayment(office(), spender, id, { amount: 149_999 });
    expect([less.status, errorsOf(less)]).toEqual([
      422,
      [
        {
          path: 'amount',
          message: 'El proyecto ya reintegró una parte: no puede ser menos de $150.000.',
        },
      ],
    ]);
    expect((await removePayment(office(), spender, id)).status).toBe(422);
    done(await savePayment(office(), spender, id, { amount: 150_000 }));
    const second = done(await pay(office(), spender, { amount: 1 }));
    done(await removePayment(office(), spender, second.id));
  });

  it('may fall where less is awarded by now', async () => {
    const { id } = done(await pay(office(), spender));
    await sql`update projects set amount_awarded = 100000 where id = ${spender.id}`.execute(server.db);
    expect((await savePayment(office(), spender, id, { amount: 500_001 })).status).toBe(422);
    done(await savePayment(office(), spender, id, { amount: 300_000 }));
  });
});

describe('instalments', () => {
  const INSTALMENTS = [
    { id: randomUUID(), share: 33, report: null },
    { id: randomUUID(), share: 33, report: 1 },
    { id: randomUUID(), share: 34, report: 2 },
  ];
  const withInstalments = async (more: object = {}) =>
    awardedProject(
      server,
      lead(),
      refs,
      await spendingCall(server, office(), { instalments: INSTALMENTS }),
      more,
    );

  it('release their part of the award', async () => {
    const project = await withInstalments({ awarded: 1_000_001 });
    const read = await paymentsOf(lead(), project);
    expect(read.instalments.map(i => [i.amount, i.isReleased])).toEqual([
      [330_000, true],
      [330_000, false],
      [340_001, false],
    ]);
    expect(read.released).toBe(330_000);
    expect((await pay(office(), project, { amount: 330_001 })).status).toBe(422);
    done(await pay(office(), project, { amount: 330_000 }));
  });

  it('release nothing before the start', async () => {
    const project = await withInstalments({ status: 'approved' });
    expect(await paymentsOf(office(), project)).toMatchObject({ released: 0, pay: { allowed: false } });
    expect((await pay(office(), project)).status).toBe(403);
    // Set back after it has started, what was released stays so.
    await sql`insert into project_history (project_id, action, from_status, to_status)
      values (${project.id}, 'start', 'approved', 'running')`.execute(server.db);
    expect((await paymentsOf(office(), project)).released).toBe(660_000);
  });
});

it('is paid from the start until the end, whoever asks', async () => {
  for (const status of ['running', 'suspended', 'final_report']) {
    await setStatus(server, spender, status);
    done(await pay(office(), spender, { amount: 1 }));
  }
  for (const status of ['approved', 'closed', 'cancelled', 'returned']) {
    await setStatus(server, spender, status);
    expect([status, (await pay(office(), spender, { amount: 1 })).status]).toEqual([status, 403]);
    expect((await paymentsOf(office(), spender)).paid).toBe(3);
  }
});
