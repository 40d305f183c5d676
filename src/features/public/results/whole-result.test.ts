import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import type { Client } from '../../../../test/client.ts';
import { passAppeals, resolvingServer } from '../../../../test/evaluation.ts';
import { type Created, detailOf, done } from '../../../../test/factories.ts';
import { callResultsPath } from '../../../domain/publishing/addresses.ts';
import type { Ranked } from '../../awards/contract.ts';

let server: TestApp;
let admin: Client;
let academic: Client;
let call: string;
let projects: Created[];

beforeAll(async () => {
  ({ server, admin, academic, call, projects } = await resolvingServer([2, 4, 2]));
  await sql`update calls set publishes_results = true where id = ${call}`.execute(server.db);
});
afterAll(() => server.close());

const open = () => server.app.inject({ method: 'GET', url: callResultsPath(call) });
async function resolve() {
  const { rows } = done(await admin.get<{ rows: Ranked[] }>(`/calls/${call}/ranking`));
  const decisions = rows.flatMap(({ id, version, proposed }) =>
    proposed ? [{ id, version, result: proposed }] : [],
  );
  done(await admin.post(`/calls/${call}/resolution`, { decisions }));
}
async function override(project: Created, to: string, money: object = {}) {
  const { version } = await detailOf(admin, project);
  const body = { batch: randomUUID(), to, reason: 'Acuerdo del comité del 12 de noviembre.' };
  const [result] = done(
    await admin.post<{ done: boolean }[]>('/change-status', {
      ...body,
      projects: [{ kind: project.kind, id: project.id, version, ...money }],
    }),
  );
  expect(result).toMatchObject({ done: true });
}

it('is read by nobody outside until appeals are over, and follows what the office does after', async () => {
  const [lost, won] = projects;
  if (!lost || !won) throw new Error('no proposals');
  await resolve();
  expect((await open()).statusCode).toBe(404);

  const appeal = `/projects/${lost.kind}/${lost.id}/appeal`;
  done(await academic.post(appeal, { text: 'La evaluación no consideró la carta del socio.' }));
  const { version } = await detailOf(admin, lost);
  done(
    await admin.post(`${appeal}/answer`, { version, upheld: true, answer: 'Revisamos la carta y la pauta.' }),
  );
  await passAppeals(server);
  // What was upheld waits for an act: the result is not final.
  expect((await open()).statusCode).toBe(404);
  await resolve();
  await passAppeals(server);

  const first = await open();
  expect(first.statusCode).toBe(200);
  expect(first.body).toContain(won.code);
  expect(first.body).not.toContain(lost.code);
  expect(first.body).toContain('<dt>Propuestas recibidas</dt><dd>3</dd>');
  expect(first.body).toContain('<dt>Monto adjudicado</dt><dd>$900.000</dd>');

  const { rows } = await sql<{
    line: string;
  }>`select id as line from call_lines where call_id = ${call}`.execute(server.db);
  await override(lost, 'approved', { lineId: rows[0]?.line, amount: 500_000 });
  expect((await open()).body).toContain('<dt>Monto adjudicado</dt><dd>$1.400.000</dd>');
  await override(won, 'not_awarded');
  const last = await open();
  expect(last.body).not.toContain(won.code);
  expect(last.body).toContain(lost.code);
  expect(last.body).toContain('<dt>Monto adjudicado</dt><dd>$500.000</dd>');
});
