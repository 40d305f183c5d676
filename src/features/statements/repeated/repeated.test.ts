import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { done } from '../../../../test/factories.ts';
import { openSpending, spender as project } from '../../../../test/spending.ts';
import { send, sendBack, spend, statesOf } from '../../../../test/statements.ts';
import { clients, server } from '../../../../test/university.ts';

openSpending();
const lead = () => clients.academic;

it('a statement sent again with other expenses is told; in another order it is the same', async () => {
  const [a, b, c] = [
    await spend(server, project),
    await spend(server, project),
    await spend(server, project),
  ];
  const id = randomUUID();
  const first = done(await send(lead(), project, [a, b], id));
  for (const ids of [[a, b, c], [a], [a, c]])
    expect(await send(lead(), project, ids, id)).toMatchObject({
      status: 409,
      body: {
        detail: 'La rendición 1 ya se había enviado, con otros gastos: ábrela para verlos.',
        extra: { version: 1, updatedBy: 'Camila Rojas Fuentes' },
      },
    });
  expect(await statesOf(server, a, b, c)).toEqual(['submitted', 'submitted', 'recorded']);
  expect(done(await send(lead(), project, [b, a], id))).toEqual(first);
  done(await sendBack(clients.admin, project, first, { [a]: 'Falta la firma.' }));
  expect(done(await send(lead(), project, [a], id))).toEqual({ id, number: 1, version: 2 });
});
