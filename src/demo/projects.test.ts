import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../test/app.ts';
import { startDemoProjects } from './projects.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

it('gives newcomers projects of every kind in many states, once', async () => {
  expect(await startDemoProjects(test)).toBe(true);
  const rows = await test.db.selectFrom('projects').select(['kind', 'status']).orderBy('code').execute();
  expect(rows.map(r => `${r.kind} ${r.status}`).sort()).toEqual([
    'cons approved',
    'exts approved',
    'exts director_review',
    'fexs admissibility',
    'fexs evaluation',
    'incs resolution',
    'pacs closed',
    'pacs dean_review',
    'pacs director_review',
    'pacs draft',
    'pacs returned',
    'pacs running',
  ]);
  expect(await startDemoProjects(test)).toBe(false);
  expect(await test.db.selectFrom('projects').select('id').execute()).toHaveLength(rows.length);
});
