import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Checks } from '../src/features/admissibility/contract.ts';
import type { CallDetail } from '../src/features/calls/contract.ts';
import { checkAll, openCall, proposal } from './calls.ts';
import { act, type Created, detailOf, done } from './factories.ts';
import { clients, openUniversity, refs } from './university.ts';

// What screens are told of their reader's part, so that they can say why something is refused before it is tried.

openUniversity();

type Who = keyof typeof clients;
const barOfCall = async (who: Who, id: string) =>
  done(await clients[who].get<CallDetail>(`/calls/${id}`)).barred;
const barOfChecks = async (who: Who, { kind, id }: Created) =>
  done(await clients[who].get<Checks>(`/projects/${kind}/${id}/checks`)).barred;
const matrix = async (who: Who, query: string) => {
  const { rows, withheld } = done(
    await clients[who].get<{ rows: { id: string }[]; withheld: number }>(`/admin/reviews?${query}`),
  );
  return [rows.map(r => r.id), withheld];
};
const draft = async (who: Who, callId: string) =>
  done(
    await clients[who].post<Created>('/projects', {
      ...{ id: randomUUID(), kind: 'fexs', title: 'Propuesta de la oficina', callId },
    }),
  );

it('an administrator is told what keeps them from deciding, and how much they are not shown', async () => {
  const call = await openCall(clients.admin);
  const project = await proposal(clients.academic, refs, call);
  done(await act(clients.academic, project, 'submit'));
  for (const who of ['director', 'dean'] as const) done(await act(clients[who], project, 'endorse'));
  expect(await barOfCall('otherAdmin', call.id)).toBeNull();
  expect(await barOfChecks('otherAdmin', project)).toBeNull();

  const own = await draft('otherAdmin', call.id);
  const reason = `Participas en ${own.code}, de la misma convocatoria: decide otra persona de la oficina.`;
  expect(await barOfCall('otherAdmin', call.id)).toEqual({ reason, last: false });
  expect(await barOfChecks('otherAdmin', project)).toEqual({ reason, last: false });
  for (const who of ['admin', 'academic'] as const) expect(await barOfCall(who, call.id)).toBeNull();
  expect(await barOfChecks('admin', project)).toBeNull();

  const isTurn = async (who: Who) => (await detailOf(clients[who], project)).turn.mine;
  expect([await isTurn('admin'), await isTurn('otherAdmin')]).toEqual([true, false]);

  await checkAll(clients.admin, project);
  done(await act(clients.admin, project, 'admit', { checklist: true }));
  const ofCall = `call=${call.id}`;
  expect(await matrix('admin', ofCall)).toEqual([[project.id], 0]);
  expect(await matrix('otherAdmin', ofCall)).toEqual([[], 1]);
  expect(await matrix('otherAdmin', `${ofCall}&kind=incs`)).toEqual([[], 0]);
  // Who reviews it, what it is called and what it lacks cannot be found out by counting.
  for (const more of ['q=nadie', 'lacking=true', `reviewer=${randomUUID()}`])
    expect(await matrix('otherAdmin', `${ofCall}&${more}`)).toEqual([[], 1]);

  await draft('admin', call.id);
  expect(await barOfCall('otherAdmin', call.id)).toEqual({ reason, last: true });
  expect(await matrix('otherAdmin', ofCall)).toEqual([[project.id], 0]);
});
