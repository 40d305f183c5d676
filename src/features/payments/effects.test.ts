import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { setStatus } from '../../../test/execution.ts';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import { decideRefund, givenBack, pay, paymentsOf, removeRefund, spent } from '../../../test/payments.ts';
import { anotherSpender, openSpending, spender } from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { Result } from '../change-status/contract.ts';

openSpending();
const lead = () => clients.academic;
const office = () => clients.admin;

it('whoever has spent or was paid anything does not renounce: the office cancels it', async () => {
  const renounce = (project: Created) =>
    act<Problem>(lead(), project, 'renounce', { reason: 'El socio no puede este año.' });
  const untouched = await anotherSpender(lead(), { status: 'approved' });
  done(await pay(office(), spender));
  await setStatus(server, spender, 'approved');
  const spending = await anotherSpender(lead(), { status: 'approved' });
  await spent(spending, 10, { source: 'unit' });
  for (const project of [spender, spending]) {
    const refused = await renounce(project);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Ya tiene gastos o pagos registrados: pide a la oficina que lo cancele, y se libera lo que no se pagó ni se gastó.',
    ]);
    done(await act(office(), project, 'cancel', { reason: 'El socio no puede este año.' }));
  }
  expect(done(await renounce(untouched))).toMatchObject({ status: 'withdrawn' });
});

it('the final report is accepted by the office once the money is back', async () => {
  done(await pay(office(), spender));
  await spent(spender, 380_000, { state: 'approved' });
  await spent(spender, 50_000, { state: 'refused' });
  const at = (step: string) =>
    sql`update projects set status = 'final_report', sub_step = ${step}, office_turn = ${step === 'office'},
      due_at = now() where id = ${spender.id}`.execute(server.db);
  const close = () => act<Problem>(office(), spender, 'accept_final_report');
  await at('office');
  const owing = await close();
  expect([owing.status, owing.body.detail]).toEqual([
    422,
    'Faltan $120.000 por reintegrar: se pagaron y no se rindieron.',
  ]);
  const [first, second] = [
    await givenBack(lead(), spender),
    await givenBack(lead(), spender, { amount: 20_000 }),
  ];
  expect((await close()).body.detail).toBe('Quedan 2 reintegros sin aceptar.');
  done(await decideRefund(office(), spender, first));
  done(await decideRefund(office(), spender, second, { reason: 'No se lee.' }));
  expect((await close()).body.detail).toBe('Queda 1 reintegro sin aceptar.');
  done(await removeRefund(lead(), spender, second.id));
  expect((await close()).body.detail).toContain('Faltan $20.000');
  done(await decideRefund(office(), spender, await givenBack(lead(), spender, { amount: 20_000 })));
  expect((await paymentsOf(lead(), spender)).toReturn).toBe(0);
  expect(done(await close())).toMatchObject({ status: 'closed' });
});

it('no award is below what was paid or spent already', async () => {
  done(await pay(office(), spender));
  await spent(spender, 600_000);
  const override = async (to: string, more: object = {}) => {
    const { version } = await detailOf(office(), spender);
    const projects = [{ kind: spender.kind, id: spender.id, version, ...more }];
    const body = { batch: randomUUID(), to, reason: 'Acuerdo del comité.', projects };
    return done(await office().post<Result[]>('/change-status', body))[0];
  };
  const below = 'Ya tiene $600.000 pagados o gastados: el monto no puede ser menor.';
  expect(await override('waitlisted')).toMatchObject({ done: true });
  expect(await override('running', { amount: 599_999 })).toMatchObject({ done: false, message: below });
  const award = (amount: number) => act<Problem>(office(), spender, 'award', { amount });
  await sql`insert into reviews (project_id, user_id, blind, state, score, confirmed_at)
    select ${spender.id}, id, false, 'confirmed', 100, now() from users order by email limit 2`.execute(
    server.db,
  );
  expect((await award(599_999)).body.detail).toBe(below);
  done(await award(600_000));
  expect(await override('waitlisted')).toMatchObject({ done: true });
  expect(await override('running', { amount: 600_000 })).toMatchObject({ done: true });
});
