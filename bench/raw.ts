// What a careful programmer writes in an afternoon: the same data and the same statements, no session, no permission, no rules.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';

const [url, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
const statements = Object.fromEntries(
  readFileSync(path.join(import.meta.dirname, 'raw.sql'), 'utf8')
    .split('-- name: ')
    .slice(1)
    .map(part => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()]),
);
const run = async (name: string, values: unknown[]) =>
  (await pool.query({ name, text: statements[name] ?? '', values })).rows;

const app = Fastify();
app.get<{ Querystring: { kind: string; page: string } }>('/projects', async ({ query }) => {
  const [rows, [count]] = await Promise.all([
    run('list', [query.kind, (Number(query.page) - 1) * 25]),
    run('count', [query.kind]),
  ]);
  return { rows, total: Number(count.count) };
});
app.get<{ Querystring: { q: string } }>('/search', async ({ query }) => {
  const [rows, [count]] = await Promise.all([run('search', [query.q]), run('search_count', [query.q])]);
  return { rows, total: Number(count.count) };
});
app.get<{ Params: { id: string } }>(
  '/projects/:id',
  async ({ params }) => (await run('detail', [params.id]))[0],
);
const counted = async (rows: string, count: string, user: string) => {
  const [found, [total]] = await Promise.all([run(rows, [user]), run(count, [user])]);
  return { rows: found, total: Number(total.count) };
};
app.get<{ Params: { user: string } }>('/home/:user', async ({ params: { user } }) => {
  const [myTurn, mine, reviews, changes, deadlines, units] = await Promise.all([
    counted('home_turn', 'home_turn_count', user),
    counted('home_mine', 'home_mine_count', user),
    ...['home_reviews', 'home_changes', 'home_deadlines', 'home_units'].map(name => run(name, [user])),
  ]);
  return { myTurn, mine, reviews, changes, deadlines, units, office: null };
});
app.get<{ Params: { user: string } }>('/office/:user', async ({ params: { user } }) => {
  const [myTurn, mine, reviews, deadlines, changes, units, [office] = []] = await Promise.all([
    counted('home_office_turn', 'home_office_turn_count', user),
    counted('home_mine', 'home_mine_count', user),
    ...['home_reviews', 'home_deadlines'].map(name => run(name, [user])),
    ...['home_office_changes', 'home_university', 'home_office'].map(name => run(name, [])),
  ]);
  return { myTurn, mine, reviews, changes, deadlines, units, office };
});
interface Save {
  Params: { id: string; section: string };
  Body: { version: number; data: object };
}
app.put<Save>('/projects/:id/sections/:section', async ({ params, body }) => {
  await run('save', [params.id, params.section, body.data]);
  return { saved: true };
});
app.put<Save>('/whole/:id/sections/:section', async ({ params, body }, reply) => {
  const [row] = await run('whole_save', [params.id, params.section, body.data, body.version]);
  return row ?? reply.status(409).send();
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write('ready\n');
