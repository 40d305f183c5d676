import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startDemoProjects } from '../src/demo/projects.ts';
import { startApp, type TestApp } from './app.ts';
import { countReading } from './rows.ts';
import { signInAs } from './sign-in.ts';

/** Too many for what lies between server and reader: whoever does not read holds the place. */
const PEOPLE = 40_000;
const LONG = '/users/export?format=csv';
const SHORT = '/schools/export?format=csv';

let server: TestApp;
/** Administrators, each by a letter. */
const tokens = new Map<string, string>();
let pdf: string;
let open: IncomingMessage[] = [];

beforeAll(async () => {
  server = await startApp();
  await startDemoProjects(server);
  await sql`insert into users (name, email, roles)
    select 'Persona ' || n || ' ' || repeat('x', 150), 'persona' || n || repeat('y', 150) || '@bench.example', '{Academic}'
    from generate_series(1, ${PEOPLE}) n`.execute(server.db);
  for (const letter of 'abcdef') {
    const email = `${letter}@oficina.example`;
    await sql`insert into users (name, email, roles, state) values (${letter}, ${email}, '{Admin}', 'active')`.execute(
      server.db,
    );
    tokens.set(letter, await signInAs(server, email));
  }
  const project = await server.db.selectFrom('projects').select(['kind', 'id']).executeTakeFirstOrThrow();
  pdf = `/projects/${project.kind}/${project.id}/pdf`;
});
afterEach(() => {
  for (const answer of open) answer.destroy();
  open = [];
});
afterAll(() => server.close());

function ask(who: string, path: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${tokens.get(who)}`;
  const asked = get(`${server.url}/api${path}`, { headers: { authorization, ...headers }, agent: false });
  asked.on('error', () => {});
  const answer = once(asked, 'response').then(([response]) => {
    open.push(response);
    return response as IncomingMessage;
  });
  answer.catch(() => {});
  return { answer, leave: () => asked.destroy() };
}
/** A long file that has begun and is not read on. */
const hold = async (who: string, headers = {}) => {
  const response = await ask(who, LONG, headers).answer;
  expect(response.statusCode).toBe(200);
  return response;
};
/** Asked for, and known to the server. */
async function queue(who: string, path: string) {
  const arrived = once(server.app.server, 'request');
  const asked = ask(who, path);
  let isAnswered = false;
  asked.answer.then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  await arrived;
  return { ...asked, isAnswered: () => isAnswered };
}
const statusOf = async ({ answer }: { answer: Promise<IncomingMessage> }) => (await answer).statusCode;
const transactions = () => countReading(server.db);

it('the fifth export waits for a place and gets its whole file', async () => {
  const [first] = await Promise.all(['a', 'b', 'c', 'd'].map(who => hold(who)));
  const fifth = await queue('e', SHORT);
  first?.resume();
  const answer = await fifth.answer;
  expect(answer.statusCode).toBe(200);
  expect((await text(answer)).split('\r\n').length).toBeGreaterThan(5);
});

it('a second file of the same person waits for the first, export or PDF, and others pass', async () => {
  for (const path of [SHORT, pdf]) {
    const first = await hold('a');
    const second = await queue('a', path);
    expect(await statusOf(ask('b', SHORT))).toBe(200);
    expect(await statusOf(ask('b', pdf))).toBe(200);
    expect(second.isAnswered()).toBe(false);
    first.resume();
    expect(await statusOf(second)).toBe(200);
  }
});

it('whoever goes away while waiting leaves the queue, and while reading the place', async () => {
  const held = await Promise.all(['a', 'b', 'c', 'd'].map(who => hold(who)));
  const leaving = await queue('e', LONG);
  const staying = await queue('f', SHORT);
  leaving.leave();
  held[0]?.destroy();
  expect(await statusOf(staying)).toBe(200);
  for (const answer of held) answer.destroy();
  await expect.poll(transactions, { timeout: 10_000 }).toBe(0);
  await Promise.all(['a', 'b', 'c', 'd'].map(who => hold(who)));
});

it('so does a reader of a packed file', async () => {
  const held = await Promise.all(
    ['a', 'b', 'c', 'd'].map(who => hold(who, { 'accept-encoding': 'identity;q=0.5' })),
  );
  for (const answer of held) answer.destroy();
  const packed = ask('a', LONG, { 'accept-encoding': 'gzip' });
  expect((await packed.answer).headers['content-encoding']).toBe('gzip');
  packed.leave();
  expect(await statusOf(ask('a', SHORT))).toBe(200);
  await expect.poll(transactions, { timeout: 10_000 }).toBe(0);
});

it('an export that fails gives its place back', async () => {
  await sql`alter table themes rename to themes_elsewhere`.execute(server.db);
  for (const who of 'aaaaaa') expect(await statusOf(ask(who, '/themes/export?format=csv'))).toBe(500);
  await sql`alter table themes_elsewhere rename to themes`.execute(server.db);
  expect(await statusOf(ask('a', '/themes/export?format=csv'))).toBe(200);
});

it('of one person five wait; the next is refused and told when to come again', async () => {
  const first = await hold('a');
  const others = [SHORT, pdf, SHORT, pdf, SHORT, SHORT].map(path => ask('a', path).answer);
  const refused = await Promise.race(others);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '45']);
  expect(JSON.parse(await text(refused))).toMatchObject({
    code: 'too_many',
    detail: 'Demasiadas solicitudes. Intenta de nuevo en 45 segundos.',
  });
  expect(await statusOf(ask('b', SHORT))).toBe(200);
  first.resume();
  const answers = others.map(async other => {
    const answer = await other;
    answer.resume();
    return answer.statusCode;
  });
  expect((await Promise.all(answers)).sort()).toEqual([200, 200, 200, 200, 200, 429]);
});
