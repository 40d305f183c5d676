import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { bearer, signInAs } from '../../../test/sign-in.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

describe('the list', () => {
  it('answers', async () => {
    const token = await signInAs(server, 'camila.rojas@biosur.example');
    const answer = await fetch(`${server.url}/api/projects?q=a+b&overdue=false&sort=due&kind=pacs`, {
      headers: bearer(token),
    });
    expect([answer.status, await answer.json()]).toEqual([200, { rows: [], total: 0 }]);
  });
});
