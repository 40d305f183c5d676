import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../../test/audit.ts';
import { setStatus } from '../../../../test/execution.ts';
import { done } from '../../../../test/factories.ts';
import {
  decideRefund,
  giveBack,
  givenBack,
  pay,
  paymentsOf,
  refundOf,
  removeRefund,
  saveRefund,
} from '../../../../test/payments.ts';
import {
  anotherSpender,
  openSpending,
  spender,
  spendingPath,
  TODAY,
  uploadPaper,
} from '../../../../test/spending.ts';
import { clients, server } from '../../../../test/university.ts';
import { addDays } from '../../../domain/kit/calendar.ts';
import type { Problem } from '../../../domain/kit/problem.ts';

openSpending();
const lead = () => clients.academic;
const office = () => clients.admin;
const errorsOf = ({ body }: { body: unknown }) => (body as Problem).errors;
const detailOf = ({ body }: { body: unknown }) => (body as Problem).detail;
const proof = async (more: object = {}) => (await uploadPaper(lead(), spender, more)).versionId;

it('comes back with a reason, is mended, sent again and accepted', async () => {
  done(await pay(office(), spender));
  const { id, version, versionId } = await givenBack(lead(), spender, { note: 'Sobró del viaje' });
  expect(await refundOf(lead(), spender, id)).toMatchObject({
    ...{ day: TODAY, amount: 100_000, reference: 'Depósito 77', note: 'Sobró del viaje' },
    ...{ state: 'submitted', reason: null, decidedBy: null, decidedAt: null, mayEdit: true, decide: null },
    proof: { versionId, version: 1, name: 'factura.pdf' },
  });
  expect((await decideRefund(office(), spender, { id, version }, { accept: false })).status).toBe(400);
  const why = { reason: 'El comprobante no se lee.' };
  done(await decideRefund(office(), spender, { id, version }, why));
  const back = await refundOf(lead(), spender, id);
  expect(back).toMatchObject({
    ...{ state: 'returned', ...why, mayEdit: true, version: 2 },
    decidedBy: { name: 'Beatriz Navarrete Olea' },
  });
  expect((await refundOf(office(), spender, id)).decide).toBeNull();
  // What came back is not decided, only mended.
  const again = await decideRefund(office(), spender, { id, version: 2 });
  expect([again.status, again.body]).toMatchObject([409, { extra: { version: 2, state: 'returned' } }]);
  const better = await proof();
  done(await saveRefund(lead(), spender, id, better, { version: 2, amount: 120_000 }));
  expect(await refundOf(lead(), spender, id)).toMatchObject({
    ...{ state: 'submitted', amount: 120_000, decidedBy: null, version: 3, proof: { versionId: better } },
  });
  done(await decideRefund(office(), spender, { id, version: 3 }));
  expect(await refundOf(lead(), spender, id)).toMatchObject({ state: 'accepted', mayEdit: false });
  expect((await paymentsOf(lead(), spender)).refunded).toBe(120_000);
  for (const answer of [
    await saveRefund(lead(), spender, id, better, { version: 4 }),
    await removeRefund(lead(), spender, id),
  ])
    expect([answer.status, detailOf(answer)]).toEqual([
      403,
      expect.stringContaining('La oficina ya lo aceptó.'),
    ]);
  const actions = (await auditOf(server, spender.id)).map(a => a.action).filter(a => a.startsWith('refund.'));
  expect(actions).toEqual(['refund.submit', 'refund.return', 'refund.submit', 'refund.accept']);
});

describe('what is given back', () => {
  it('is at most what was paid and is in no other', async () => {
    const none = await giveBack(lead(), spender, await proof());
    expect([none.status, errorsOf(none)]).toEqual([
      400,
      [{ path: 'amount', message: 'No queda dinero pagado que reintegrar.' }],
    ]);
    expect((await paymentsOf(lead(), spender)).giveBack).toEqual({
      ...{ allowed: false, reason: 'No queda dinero pagado que reintegrar.' },
    });
    done(await pay(office(), spender));
    done(await decideRefund(office(), spender, await givenBack(lead(), spender, { amount: 100_000 })));
    const open = await givenBack(lead(), spender, { amount: 200_000 });
    done(await decideRefund(office(), spender, open, { reason: 'No se lee.' }));
    const more = await giveBack(lead(), spender, open.versionId, { amount: 200_001 });
    expect(errorsOf(more)).toEqual([
      {
        path: 'amount',
        message: 'Se pueden reintegrar hasta $200.000: es lo pagado que no está en otro reintegro.',
      },
    ]);
    const grown = { version: 2, amount: 400_001 };
    expect((await saveRefund(lead(), spender, open.id, open.versionId, grown)).status).toBe(400);
    done(await saveRefund(lead(), spender, open.id, open.versionId, { ...grown, amount: 400_000 }));
    expect((await giveBack(lead(), spender, open.versionId, { amount: 1 })).status).toBe(400);
    done(await removeRefund(lead(), spender, open.id));
    done(await giveBack(lead(), spender, open.versionId, { amount: 400_000 }));
  });

  it('of two at once, not more than was paid', async () => {
    done(await pay(office(), spender));
    const versionId = await proof();
    const both = await Promise.all(
      [1, 2].map(() => giveBack(lead(), spender, versionId, { amount: 300_000 })),
    );
    expect(both.map(a => a.status).sort()).toEqual([200, 400]);
  });

  it.each([0, -1, 0.5, 2 ** 53 + 2])('is no %s pesos', async amount => {
    const answer = await giveBack(lead(), spender, randomUUID(), { amount });
    expect([answer.status, errorsOf(answer)?.[0]?.path]).toEqual([400, 'amount']);
  });

  it('says all that is wrong at once', async () => {
    const answer = await giveBack(lead(), spender, randomUUID(), { day: addDays(TODAY, 1) });
    expect(errorsOf(answer)?.map(e => e.path)).toEqual(['day', 'amount', 'versionId']);
  });

  it('sent twice is one', async () => {
    done(await pay(office(), spender));
    const [id, versionId] = [randomUUID(), await proof()];
    const both = await Promise.all([1, 2].map(() => giveBack(lead(), spender, versionId, { id })));
    expect(both.map(done)).toEqual(Array(2).fill({ id, version: 1 }));
    expect((await paymentsOf(lead(), spender)).refunds).toHaveLength(1);
    expect((await giveBack(office(), spender, versionId, { id })).status).toBe(409);
  });

  it('is proven by a file of the project of the right type that was not rejected', async () => {
    done(await pay(office(), spender));
    const other = await anotherSpender();
    const foreign = (await uploadPaper(lead(), other)).versionId;
    const wrongType = await proof({ documentType: 'other' });
    const rejected = await proof();
    await sql`update files set state = 'rejected', reason = 'Está dañado.' where id = ${rejected}`.execute(
      server.db,
    );
    for (const versionId of [foreign, wrongType, rejected])
      expect(errorsOf(await giveBack(lead(), spender, versionId))?.map(e => e.path)).toEqual(['versionId']);
    done(await giveBack(lead(), spender, await proof({ documentType: 'evidence' })));
  });

  it('is not accepted on a proof that was rejected since', async () => {
    done(await pay(office(), spender));
    const sent = await givenBack(lead(), spender);
    await sql`update files set state = 'rejected', reason = 'Está dañado.' where id = ${sent.versionId}`.execute(
      server.db,
    );
    const refused = await decideRefund(office(), spender, sent);
    expect([refused.status, detailOf(refused)]).toEqual([
      422,
      'La revisión rechazó «factura.pdf», que es su comprobante: devuelve el reintegro.',
    ]);
    done(await decideRefund(office(), spender, sent, { reason: 'No se puede abrir.' }));
  });

  it('keeps its proof', async () => {
    done(await pay(office(), spender));
    const { id, versionId } = await givenBack(lead(), spender);
    const remove = () => lead().delete(`${spendingPath(spender)}/files/${versionId}`);
    const refused = await remove();
    expect([refused.status, detailOf(refused)]).toEqual([
      422,
      expect.stringContaining('es comprobante del reintegro del'),
    ]);
    done(await removeRefund(lead(), spender, id));
    expect((await remove()).status).toBe(200);
  });
});

describe('two at once', () => {
  it('decide: one wins, and the other reads what happened', async () => {
    done(await pay(office(), spender));
    const sent = await givenBack(lead(), spender);
    const both = await Promise.all([
      decideRefund(office(), spender, sent),
      decideRefund(clients.otherAdmin, spender, sent, { reason: 'No se lee.' }),
    ]);
    expect(both.map(a => a.status).sort()).toEqual([200, 409]);
  });

  it('change and decide: who comes second is told', async () => {
    done(await pay(office(), spender));
    const sent = await givenBack(lead(), spender);
    done(await saveRefund(lead(), spender, sent.id, sent.versionId, { amount: 1 }));
    const late = await decideRefund(office(), spender, sent);
    expect([late.status, detailOf(late)]).toEqual([
      409,
      'Camila Rojas Fuentes cambió este reintegro. Revisa cómo quedó antes de seguir.',
    ]);
    expect((await saveRefund(lead(), spender, sent.id, sent.versionId)).status).toBe(409);
  });
});

it('goes on until the project is closed, also once it is cancelled', async () => {
  done(await pay(office(), spender));
  for (const status of ['approved', 'running', 'suspended', 'final_report', 'cancelled']) {
    await setStatus(server, spender, status);
    const sent = await givenBack(lead(), spender, { amount: 1 });
    done(await decideRefund(office(), spender, sent));
  }
  const sent = await givenBack(lead(), spender, { amount: 1 });
  for (const status of ['closed', 'returned']) {
    await setStatus(server, spender, status);
    for (const answer of [
      await giveBack(lead(), spender, sent.versionId),
      await saveRefund(lead(), spender, sent.id, sent.versionId),
      await removeRefund(lead(), spender, sent.id),
      await decideRefund(office(), spender, sent),
    ])
      expect([status, answer.status]).toEqual([status, 403]);
  }
  expect((await paymentsOf(lead(), spender)).refunded).toBe(5);
});
