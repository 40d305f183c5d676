import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientOf } from '../../../test/client.ts';
import { type Clients, everybody, nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { act, type Created, completePacs, detailOf, done, type References } from '../../../test/factories.ts';
import type { Observation } from '../project-record/detail/contract.ts';

let server: TestApp;
let refs: References;
let clients: Clients;
let project: Created;
let observations: Observation[];

beforeAll(async () => {
  server = await startApp();
  clients = await everybody(server);
  refs = { ...(await nursing(clients.academic)), memberId: userIdOf(PEOPLE.colleague) };
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await completePacs(clients.academic, refs);
  done(await act(clients.academic, project, 'submit'));
  const given = [
    { section: 'budget', text: 'Detalla los materiales.' },
    { section: 'plan', text: 'Faltan fechas.' },
  ];
  done(await act(clients.director, project, 'return', { observations: given }));
  observations = (await detailOf(clients.academic, project)).observations;
});

const path = (n = 0) => `/projects/pacs/${project.id}/observations/${observations[n]?.id}`;
const answer = (client: Client, text: unknown, n = 0) =>
  client.post<Observation>(`${path(n)}/answers`, { text });
const resolve = (client: Client, resolved: unknown) =>
  client.put<Observation>(`${path()}/resolved`, { resolved });

describe('observations', () => {
  it('are answered one by one by the lead; with one left the project does not go back', async () => {
    expect(observations.map(o => [o.section, o.state, o.author.name])).toEqual([
      ['budget', 'open', 'Patricia Contreras Vidal'],
      ['plan', 'open', 'Patricia Contreras Vidal'],
    ]);
    const answered = done(await answer(clients.academic, 'Son cuadernillos <b>impresos</b>.'));
    expect(answered).toMatchObject({
      state: 'answered',
      answers: [{ text: 'Son cuadernillos <b>impresos</b>.', author: { name: 'Camila Rojas Fuentes' } }],
    });
    expect((await act(clients.academic, project, 'submit')).status).toBe(422);
    done(await answer(clients.academic, 'Listo.', 1));
    done(await answer(clients.academic, 'Y con más detalle.', 1));
    expect((await act(clients.academic, project, 'submit')).status).toBe(200);
  });

  it('are answered by nobody else, nor when the project is back in review', async () => {
    expect((await answer(clients.colleague, 'x')).status).toBe(403);
    expect((await answer(clients.director, 'x')).status).toBe(403);
    expect((await answer(clients.stranger, 'x')).status).toBe(404);
    expect((await answer(clientOf(server.url, ''), 'x')).status).toBe(401);
    done(await answer(clients.academic, 'a'));
    done(await answer(clients.academic, 'b', 1));
    done(await act(clients.academic, project, 'submit'));
    expect((await answer(clients.academic, 'c')).status).toBe(403);
  });

  it('are settled by who made them or the office, and opened again', async () => {
    expect((await resolve(clients.academic, true)).status).toBe(403);
    expect((await resolve(clients.dean, true)).status).toBe(403);
    expect(done(await resolve(clients.director, true)).state).toBe('resolved');
    expect(done(await resolve(clients.director, true)).state).toBe('resolved');
    expect((await answer(clients.academic, 'x')).status).toBe(403);
    expect(done(await resolve(clients.admin, false)).state).toBe('open');
    done(await answer(clients.academic, 'x'));
    expect(done(await resolve(clients.director, true)).state).toBe('resolved');
    expect(done(await resolve(clients.director, false)).state).toBe('answered');
  });

  it('refuse what is not an answer, and ids that lead nowhere', async () => {
    for (const text of ['', '  ', 'x'.repeat(4001), 'a\u0000', 5, null])
      expect((await answer(clients.academic, text)).status, String(text)).toBe(400);
    expect((await resolve(clients.director, 'sí')).status).toBe(400);
    for (const id of [randomUUID(), 'x']) {
      const wrong = `/projects/pacs/${project.id}/observations/${id}/answers`;
      expect((await clients.academic.post(wrong, { text: 'x' })).status).toBe(404);
    }
    const other = await completePacs(clients.academic, refs);
    const elsewhere = `/projects/pacs/${other.id}/observations/${observations[0]?.id}/answers`;
    expect((await clients.academic.post(elsewhere, { text: 'x' })).status).toBe(404);
  });
});
