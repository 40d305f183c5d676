import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { done } from '../../../test/factories.ts';
import { startDemoProjects } from '../../demo/projects.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { AuditRow, listAudit } from './contract.ts';

let server: TestApp;
let admin: Client;
beforeAll(async () => {
  server = await startApp();
  // Of everything there is something, and nothing of it was deleted.
  await startDemoProjects(server);
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

async function readAll(): Promise<AuditRow[]> {
  const all: AuditRow[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = done(
      await admin.get<OutputOf<typeof listAudit>>(`/audit?each=true&size=200&page=${page}`),
    );
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}

it('what is there is told by a name of its own, nothing as if it were gone', async () => {
  const rows = await readAll();
  expect(rows.length).toBeGreaterThan(400);
  const gone = rows.flatMap(({ action, object, changes }) => [
    ...(object.name === null && object.type !== 'person' ? [`${action}: ${object.type}`] : []),
    ...changes
      .filter(({ before, after }) => [before, after].some(words => words?.includes('ya no existe')))
      .map(({ field }) => `${action}: ${field}`),
  ]);
  expect([...new Set(gone)].sort()).toEqual([]);
});
