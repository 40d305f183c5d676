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
