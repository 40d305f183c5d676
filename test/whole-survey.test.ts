import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, localDay } from '../src/domain/kit/calendar.ts';
import type { Wave } from '../src/features/surveys/contract.ts';
import { countOver, remindDue } from '../src/features/surveys/counting/commands.ts';
import type { Results } from '../src/features/surveys/results/contract.ts';
import { sendDueMails } from '../src/server/notices/mail.ts';
import { startApp, type TestApp } from './app.ts';
import { type Clients, everybody, nursing } from './demo.ts';
import { approvedPacs } from './execution.ts';
import { done } from './factories.ts';
import { startMailServer, type TestMailServer } from './smtp.ts';
import { people, sendForm, sentWave } from './surveys.ts';

let smtp: TestMailServer;
let server: TestApp;
let clients: Clients;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await startApp({ mail: { smtpUrl: smtp.url, from: 'v@uni.example' } });
  clients = await everybody(server);
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});

/** Sends what waits; answers of each who got a mail the path of their link. */
async function deliver(): Promise<Map<string, string>> {
  smtp.received.length = 0;
  await sql`update mails set next_attempt_at = now() where state = 'pending'`.execute(server.db);
  await sendDueMails(server.db, server.env);
  const links = smtp.received.flatMap(({ to, text }): [string, string][] => {
    const [path] = /\/publico\/encuesta\/[0-9a-z]{26}/.exec(text) ?? [];
    return path ? [[to[0] ?? '', path]] : [];
  });
  return new Map(links);
}
const answer = (path: string | undefined, rol: string, more: Record<string, string> = {}) =>
  sendForm(server, path ?? '', { 'p.recomienda': '5', 'p.rol': rol, ...more });

it('a survey goes out by mail, is answered by link and in a room, and is shown once it is over', async () => {
  const project = await approvedPacs(server, clients.academic, await nursing(clients.academic));
  const wave = await sentWave(server, clients.academic, {
    ...{ projectId: project.id, invited: 12, title: 'Junta de vecinos', reminderDays: [3] },
    lastDay: addDays(localDay(new Date()), 5),
  });
  const links = await deliver();
  expect([...links.keys()].toSorted()).toEqual(
    people(12)
      .map(p => p.email)
      .toSorted(),
  );
  expect(new Set(links.values()).size).toBe(12);
  const at = (n: number) => `persona${n}@correo.cl`;
  for (let n = 0; n < 6; n += 1)
    expect((await answer(links.get(at(n)), 'socio', { 'p.comentario': `Comentario ${n}` })).status).toBe(303);
  expect((await answer(links.get(at(6)), 'socio', { accion: 'rechazar' })).headers.location).toContain(
    'sin-respuesta',
  );

  // Reminded are those who have not said anything, by another link; the first one still serves.
  await remindDue(server.db, new Date(Date.now() + 3 * 24 * 3600 * 1000));
  const reminded = await deliver();
  expect([...reminded.keys()].toSorted()).toEqual([7, 8, 9, 10, 11].map(at).toSorted());
  expect(reminded.get(at(7))).not.toBe(links.get(at(7)));
  expect((await answer(reminded.get(at(7)), 'vecina')).status).toBe(303);
  expect((await answer(links.get(at(7)), 'vecina')).status).toBe(404);
  expect((await answer(links.get(at(8)), 'vecina')).status).toBe(303);

  const room = new URL(done(await clients.academic.post<{ url: string }>(`/waves/${wave.id}/room`)).url)
    .pathname;
  for (let n = 0; n < 4; n += 1) expect((await answer(room, 'vecina')).status).toBe(303);

  const results = () => clients.academic.get<Results>(`/waves/${wave.id}/results`);
  expect((await results()).status).toBe(422);
  const { updatedAt } = done(await clients.academic.get<Wave>(`/waves/${wave.id}`));
  done(await clients.academic.post(`/waves/${wave.id}/closing`, { updatedAt }));
  expect((await results()).status).toBe(422);
  expect((await answer(room, 'vecina')).status).toBe(404);
  await countOver(server.db);

  const shown = done(await results());
  expect(shown).toMatchObject({ answers: 12, invited: 12, declined: 1, comments: { comentario: 6 } });
  expect(shown.parts.map(p => [p.label, p.answers])).toEqual([
    ['', 12],
    ['Socio', 6],
    ['Vecina o vecino', 6],
  ]);
  // Heads of the school read what came of it, and no more.
  expect(done(await clients.director.get<Results>(`/waves/${wave.id}/results`))).toEqual(shown);
  expect((await clients.director.get(`/waves/${wave.id}/answers`)).status).toBe(404);
  expect((await clients.academic.get(`/waves/${wave.id}/answers`)).status).toBe(404);
  expect((await clients.colleague.get(`/waves/${wave.id}/results`)).status).toBe(404);
  expect(await deliver()).toEqual(new Map());
});
