import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { callSettings, fundBudget, openCall, proposal } from '../../../test/calls.ts';
import { act, type Created, detailOf, done } from '../../../test/factories.ts';
import { clients, openUniversity, refs } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { CallDetail } from '../calls/contract.ts';

openUniversity();

const line = (name: string) => ({ id: randomUUID(), name, cap: 3_000_000, budget: 9_000_000 });
const [gone, stays] = [line('Barrios'), line('Escuelas')];
let draft: Created;
let call: string;

/** Somebody writes for one call while the office closes a line of another one that they are about to choose. */
beforeAll(async () => {
  draft = await proposal(clients.academic, refs, await openCall(clients.admin));
  ({ id: call } = await openCall(clients.admin, { lines: [gone, stays] }));
});

const detail = async () => done(await clients.admin.get<CallDetail>(`/calls/${call}`));
const move = async (to: string) =>
  clients.admin.post<Problem>(`/calls/${call}/state`, { version: (await detail()).version, to });
const stored = async (slug: string) =>
  (await detailOf(clients.academic, draft)).sections.find(s => s.slug === slug) ?? { version: 0, data: {} };
const save = async (slug: string, data: object) =>
  clients.academic.put<Problem>(`/projects/fexs/${draft.id}/sections/${slug}`, {
    version: (await stored(slug)).version,
    data,
  });

it('closed before it was chosen, it is named as what is wrong, and all that was typed is kept', async () => {
  done(await move('preparation'));
  const before = await detail();
  const settings = callSettings(before, {
    lines: [stays],
    opensAt: new Date(Date.now() - 1000).toISOString(),
  });
  done(await clients.admin.put(`/calls/${call}`, { version: before.version, settings }));
  done(await move('open'));

  done(await save('budget', fundBudget(2_500_000)));
  const fund = await stored('fund');
  const refused = await save('fund', { callId: call, lineId: gone.id, amountRequested: null });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'lineId', message: 'Elige una línea de la convocatoria.' }],
  ]);
  expect(await stored('fund')).toEqual(fund);
  expect((await stored('budget')).data).toMatchObject(fundBudget(2_500_000));
});

it('once somebody writes for the call no line closes, and it is sent to the one that is left', async () => {
  done(await save('fund', { callId: call, lineId: stays.id, amountRequested: null }));
  const refused = await move('preparation');
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'Ya hay propuestas: la convocatoria no vuelve a preparación.',
  ]);
  const before = await detail();
  const settings = callSettings(before, { lines: [{ ...stays, name: 'Otra' }] });
  const frozen = await clients.admin.put<Problem>(`/calls/${call}`, { version: before.version, settings });
  expect([frozen.status, frozen.body.errors?.[0]?.path]).toEqual([422, 'settings.lines']);
  done(await act(clients.academic, draft, 'submit'));
});

it.each([
  [-1, 'El valor mínimo es 0.'],
  [0.5, 'Escribe un número entero.'],
  [2 ** 53 + 2, 'El valor máximo es 999.999.999.999.'],
])('a budget takes no %s pesos, and what was stored stays', async (unitCost, message) => {
  draft = await proposal(clients.academic, refs, await openCall(clients.admin));
  const before = await stored('budget');
  const answer = await save('budget', fundBudget(unitCost));
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toContainEqual({ path: 'lines.0.unitCost', message });
  expect(await stored('budget')).toEqual(before);
});

it('a proposal that asks for nothing is not sent', async () => {
  done(await save('budget', fundBudget(0)));
  const sent = await act<Problem>(clients.academic, draft, 'submit');
  expect([sent.status, JSON.stringify(sent.body)]).toEqual([
    422,
    expect.stringContaining('su suma es el monto que pides'),
  ]);
});
