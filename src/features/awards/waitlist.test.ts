import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import type { Client } from '../../../test/client.ts';
import { resolvingServer } from '../../../test/evaluation.ts';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import { countWaiting } from '../../../test/rows.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { getRanking } from './contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let projects: Created[];

/** Money for one of three proposals, each of which may have it. */
beforeAll(async () => {
  let call: string;
  ({ server, admin, academic, call, projects } = await resolvingServer([5, 4, 3]));
  const { rows } = done(await admin.get<OutputOf<typeof getRanking>>(`/calls/${call}/ranking`));
  const decisions = rows.map(({ id, version, proposed: result }) => ({ id, version, result }));
  done(await admin.post(`/calls/${call}/resolution`, { decisions }));
});
afterAll(() => server.close());

it.each([
  [0, 'El valor mínimo es 1.'],
  [-5, 'El valor mínimo es 1.'],
  [0.5, 'Escribe un número entero.'],
  [2 ** 53 + 2, 'El valor máximo es 999.999.999.999.'],
])('is awarded by hand with no %s pesos', async (amount, message) => {
  const waiting = projects[1] as Created;
  const answer = await act<Problem>(admin, waiting, 'award', { amount });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toContainEqual({ path: 'amount', message });
  expect((await detailOf(admin, waiting)).status).toBe('waitlisted');
});

it('passes over whoever is withdrawn at the moment in which a place is free', async () => {
  const [awarded, next, after] = projects as [Created, Created, Created];
  const renounced = await server.db.transaction().execute(async tx => {
    await sql`update projects set status = 'withdrawn', version = version + 1 where id = ${next.id}`.execute(
      tx,
    );
    const answer = act(academic, awarded, 'renounce', { reason: 'El socio no puede este año.' });
    await expect.poll(() => countWaiting(server.db)).toBe(1);
    return { answer };
  });
  done(await renounced.answer);
  const statuses = await Promise.all(
    [awarded, next, after].map(async p => (await detailOf(admin, p)).status),
  );
  expect(statuses).toEqual(['withdrawn', 'withdrawn', 'approved']);
});
