import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { nursing, PEOPLE } from '../../../test/demo.ts';
import { act, completePacs, done, startDraft } from '../../../test/factories.ts';
import type { OutputOf } from '../../domain/endpoint.ts';
import type { getHome } from './contract.ts';

type Home = OutputOf<typeof getHome>;

let server: TestApp;
let clients: Record<keyof typeof PEOPLE, Client>;

beforeAll(async () => {
  server = await startApp();
  const entries = Object.entries(PEOPLE).map(async ([who, email]) => [who, await clientAs(server, email)]);
  clients = Object.fromEntries(await Promise.all(entries));
});
afterAll(() => server.close());

const home = async (client: Client) => done(await client.get<Home>('/home'));
const titles = (page: Home['mine']) => page.rows.map(r => r.title);

it('shows each person what waits for them, what is theirs, and figures of what they head', async () => {
  const refs = await nursing(clients.academic);
  await startDraft(clients.academic, 'pacs', { title: 'Borrador sin plazo' });
  for (const title of ['Proyecto que vence después', 'Proyecto que ya venció'])
    done(await act(clients.academic, await completePacs(clients.academic, refs, title), 'submit'));
  await server.db
    .updateTable('projects')
    .set({ due_at: new Date(Date.now() - 86_400_000) })
    .where('title', '=', 'Proyecto que ya venció')
    .execute();

  const academic = await home(clients.academic);
  expect(titles(academic.myTurn)).toEqual(['Borrador sin plazo']);
  expect(academic.mine.total).toBe(3);
  expect(academic.units).toEqual([]);

  const director = await home(clients.director);
  expect(titles(director.myTurn)).toEqual(['Proyecto que ya venció', 'Proyecto que vence después']);
  expect(director.myTurn.rows.map(r => [r.turn.overdue, r.turn.mine])).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(director.units).toEqual([
    { name: 'Escuela de Enfermería', counts: [{ status: 'director_review', count: 2 }] },
  ]);

  const dean = await home(clients.dean);
  expect(dean.myTurn).toEqual({ rows: [], total: 0 });
  expect(dean.units).toEqual([
    { name: 'Facultad de Salud y Ciencias Sociales', counts: [{ status: 'director_review', count: 2 }] },
  ]);
  expect((await home(clients.otherDirector)).units).toEqual([
    { name: 'Escuela de Arquitectura y Diseño', counts: [] },
  ]);
  const admin = await home(clients.admin);
  expect(admin.units).toMatchObject([{ name: 'Toda la universidad' }]);
  expect(admin.units[0]?.counts).toContainEqual({ status: 'draft', count: 1 });
  const reviewer = await home(clients.reviewer);
  expect([reviewer.myTurn.total, reviewer.mine.total, reviewer.units]).toEqual([0, 0, []]);
});

it('needs a session of an enabled account', async () => {
  expect((await clientOf(server.url, '').get('/home')).status).toBe(401);
  await server.db
    .insertInto('users')
    .values({ email: 'nueva@otra.example', name: 'Nueva', state: 'pending' })
    .execute();
  const pending = await clientAs(server, 'nueva@otra.example');
  expect(await pending.get('/home')).toMatchObject({ status: 403, body: { code: 'account_pending' } });
});
