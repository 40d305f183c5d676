import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { callTitle } from '../../domain/catalogues/call-title.ts';
import { callTitleOf } from './queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

test('the database names a call with its year as the browser does', async () => {
  const names = [
    'Fondo',
    'Fondo 2026',
    '2026: fondo',
    'FIC2026',
    'Fondo 2025-2026',
    'Fondo 12026',
    'Año 2025',
  ];
  const { rows } = await sql<{ name: string; title: string }>`
    select k.name, ${callTitleOf} as title from (
      select unnest(${names}::text[]) as name, 2026 as year) k`.execute(server.db);
  expect(rows).toEqual(names.map(name => ({ name, title: callTitle({ name, year: 2026 }) })));
});
