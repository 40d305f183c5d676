import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCode } from '../src/server/secret-codes.ts';
import { startApp, type TestApp } from './app.ts';
import { PEOPLE } from './catalogue.ts';
import { freePort, newFolder, runProgram } from './program.ts';
import { bearer, signInAs } from './sign-in.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp({ rateLimit: 0 });
});
afterAll(() => server.close());

const NOBODY = '019a0000-0000-7000-8000-000000000000';

describe('no browser keeps', () => {
  it.each(['nobody', 'Academic', 'Reviewer', 'Admin'] as const)('any answer of the API: %s', async who => {
    const headers = who === 'nobody' ? {} : bearer(await signInAs(server, PEOPLE[who]));
    const { paths } = (await server.app.inject({ url: '/api/docs/json' })).json() as {
      paths: Record<string, object>;
    };
    const kept: string[] = [];
    let asked = 0;
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods).map(name => name.toUpperCase() as 'GET')) {
        if (path === '/api/auth/logout') continue;
        const url = path.replaceAll('{noun}', 'project').replaceAll(/\{\w+\}/g, NOBODY);
        const answer = await server.app.inject({ method, url, headers });
        asked += 1;
        if (!String(answer.headers['cache-control']).includes('no-store'))
          kept.push(`${method} ${path} ${answer.statusCode}`);
      }
    expect(asked).toBeGreaterThan(150);
    expect(kept).toEqual([]);
  });

  it.each(['/api/nada', '/api/%E0%A4%A', '/api/docs/', '/api/docs/json', '/api/docs/static/swagger-ui.css'])(
    'what is beside the contracts: %s',
    async url => {
      const answer = await server.app.inject({ url });
      expect(answer.headers['cache-control']).toContain('no-store');
    },
  );

  it('a download or an export either', async () => {
    const headers = bearer(await signInAs(server, PEOPLE.Admin));
    const answer = await server.app.inject({ url: '/api/users/export?format=csv', headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.headers['clear-site-data']).toBeUndefined();
  });
});

describe('the page of the API', () => {
  /** Where the browser would go from `url`, and what the page there asks for. */
  const load = async (at: TestApp, url: string) => {
    const first = await fetch(`${at.url}${url}`);
    const html = await first.text();
    const wanted = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address = '']) => new URL(address, first.url),
    );
    const loaded = await Promise.all(wanted.map(address => fetch(address)));
    const json = await fetch(new URL('json', first.url));
    return { first, loaded, paths: Object.keys(((await json.json()) as { paths: object }).paths) };
  };

  it.each(['/api', '/portal/api'])(
    'finds its parts, and its policy lets it use them: mounted at %s',
    async base => {
      const at = await startApp({ apiBase: base }, server);
      for (const url of [`${base}/docs`, `${base}/docs/`, `${base}/docs?x=1`]) {
        const { first, loaded, paths } = await load(at, url);
        expect(first.status).toBe(200);
        const policy = first.headers.get('content-security-policy') ?? '';
        expect(policy).toContain("script-src 'self';");
        expect(policy).toContain("default-src 'none'");
        expect(loaded.map(part => [part.status, part.headers.get('content-type')?.includes('html')])).toEqual(
          loaded.map(() => [200, false]),
        );
        expect(loaded.length).toBeGreaterThan(5);
        expect(paths).toContain(`${base}/projects`);
      }
      await at.close();
    },
  );

  it('keeps its address behind a proxy that adds a folder', async () => {
    const { headers } = await server.app.inject({ url: '/api/docs' });
    expect(new URL(String(headers.location), 'https://uni.example/portal/api/docs').pathname).toBe(
      '/portal/api/docs/',
    );
  });
});

/** A survey's link in every way in which it may be asked for, also spoiled on its way through a mail program. */
async function askForSurvey(url: string, code: string): Promise<void> {
  const path = `/publico/encuesta/${code}`;
  const ends = ['', '/', '/listo', '.', '%20', '%', '%zz', `/${code}`, '?a=b', `?q=${code}`];
  const spoiled = [
    `/publico//encuesta/${code}`,
    `/publico%2Fencuesta%2F${code}`,
    `//publico/encuesta/${code}`,
  ];
  const others = [
    ...spoiled,
    path.toUpperCase(),
    `/api${path}`,
    `/encuesta/${code}`,
    `/x/https://v.example${path}`,
  ];
  for (const address of [...ends.map(end => `${path}${end}`), ...others]) await fetch(`${url}${address}`);
  const body = new URLSearchParams({ codigo: code });
  await fetch(`${url}${path}`, { method: 'POST', body });
  // Refused before any route is asked.
  await fetch(`${url}${path}`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams({ a: 'x'.repeat(100_000) }) });
  await fetch(`${url}${path}/${'x'.repeat(300)}`, { method: 'PUT' });
}

describe('the log', () => {
  it('holds no link, no token and nothing that was searched for', async () => {
    const folder = await newFolder();
    const port = String(await freePort());
    const program = await runProgram({ DATA_DIR: `${folder}/data`, PORT: port, LOG_LEVEL: 'debug' });
    await fetch(`${program.url}/api/files/${NOBODY}?session=${NOBODY}&until=1&signature=my-signature`);
    await fetch(`${program.url}/api/projects?q=Wenceslao`, { headers: bearer('my-token-of-nobody-at-all') });
    await fetch(`${program.url}/projects?q=Wenceslao`);
    // Also where no route answers.
    for (const end of ['', '.ics', '/', '.ics/more', '?a=b'])
      await fetch(`${program.url}/api/calendar/my-calendar-of-nobody-at-all${end}`);
    const code = newCode();
    await askForSurvey(program.url, code);
    program.child.kill('SIGTERM');
    await program.ended;
    const lines = program.output();
    expect(lines).toContain(`/api/files/${NOBODY}`);
    expect(lines).toContain('"/api/projects"');
    expect(lines).toContain('"/api/calendar/…"');
    expect(lines).toContain('"/publico/encuesta/…"');
    expect(lines).not.toMatch(/my-signature|my-token|my-calendar|Wenceslao/);
    expect(lines.toLowerCase()).not.toContain(code);
  });
});
