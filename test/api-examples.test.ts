import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysOf } from '../src/domain/kit/look-up.ts';
import { TOKEN_SCOPES, type TokenScope } from '../src/domain/kit/permissions.ts';
import { tokenOf } from './access-tokens.ts';
import { startApp, type TestApp } from './app.ts';
import { type Client, clientAs } from './client.ts';
import { PEOPLE } from './demo.ts';
import { done } from './factories.ts';
import { insertPublished } from './published-projects.ts';

const run = promisify(execFile);
const DOCUMENT = readFileSync(path.join(import.meta.dirname, '../docs/api.md'), 'utf8');

interface Example {
  readonly title: string;
  readonly language: 'sh' | 'js';
  readonly code: string;
}
/** What stands under a heading of its own, ready to be run. */
const EXAMPLES: readonly Example[] = [
  ...DOCUMENT.matchAll(/^### (.+)\n(?:(?!^#)[^`]|`(?!``))*?^```(sh|js)\n([\s\S]*?)^```/gm),
].map(([, title = '', language, code = '']) => ({ title, language: language as 'sh' | 'js', code }));

let server: TestApp;
let folder: string;
let admin: Client;

beforeAll(async () => {
  server = await startApp();
  admin = await clientAs(server, PEOPLE.admin);
  folder = await mkdtemp(path.join(os.tmpdir(), 'vinculacion-examples-'));
  await insertPublished(server.db, { title: 'Huertos del río', comunas: ['08101'] });
  await insertPublished(server.db, { title: 'Energía en el norte', comunas: ['13101'] });
  for (const name of ['Junta de vecinos', 'Liceo técnico'])
    done(await admin.post('/organisations', { name, type: 'ong' }));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** What an example prints, run in an empty folder with nothing but what the document promises it. */
async function printed(
  { language, code }: Pick<Example, 'language' | 'code'>,
  scopes: readonly TokenScope[],
) {
  const { token } = await tokenOf(admin, { scopes: [...scopes] });
  const [program, args] =
    language === 'sh' ? ['sh', ['-euc', code]] : [process.execPath, ['--input-type=module', '-e', code]];
  const env = { PATH: process.env.PATH, API: `${server.url}/api`, SITE: server.url, TOKEN: token };
  return (await run(program as string, args as string[], { cwd: folder, env })).stdout;
}

const table = async (file: string) =>
  parse(await readFile(path.join(folder, file)), { bom: true, delimiter: ';', columns: true }) as Record<
    string,
    string
  >[];

interface Check {
  readonly scopes: readonly TokenScope[];
  readonly verify: (output: string) => Promise<void>;
}
const CHECKS: Readonly<Record<string, Check>> = {
  'What is running, page by page': {
    scopes: ['projects'],
    verify: async output => {
      const told = JSON.parse(output) as { rows: { title: string }[]; total: number };
      expect(told.rows.map(row => row.title)).toEqual(['Energía en el norte', 'Huertos del río']);
      expect(told).toEqual(done(await admin.get('/projects?status=running&sort=title&size=50&page=1')));
    },
  },
  'A list as a file': {
    scopes: ['projects'],
    verify: async output => {
      expect(output).toBe('');
      expect((await table('proyectos.csv')).map(row => row.titulo).toSorted()).toEqual([
        'Energía en el norte',
        'Huertos del río',
      ]);
    },
  },
  'Figures of a year': {
    scopes: ['figures'],
    verify: async output => {
      const told = JSON.parse(output) as { projects: number; figures: object[] };
      const shown = done(await admin.get<typeof told>('/dashboards/summary?period=2026'));
      expect([told.projects, told.figures]).toEqual([shown.projects, shown.figures]);
      expect(told.figures.length).toBeGreaterThan(0);
    },
  },
  'Every row, from a program': {
    scopes: ['partners'],
    verify: async output => {
      const { rows } = done(await admin.get<{ rows: { name: string }[] }>('/partners?size=200'));
      expect(rows.map(row => row.name)).toEqual(
        expect.arrayContaining(['Junta de vecinos', 'Liceo técnico']),
      );
      expect(output.trimEnd().split('\n')).toEqual(rows.map(row => row.name));
    },
  },
  'Published projects of a region': {
    scopes: ['calls'],
    verify: async output => {
      expect(output).toBe('');
      expect((await table('catalogo.csv')).map(row => row.titulo)).toEqual(['Huertos del río']);
    },
  },
};

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

describe('examples of the API', () => {
  it('are all checked, and every scope is described', () => {
    expect(EXAMPLES.map(({ title }) => title)).toEqual(Object.keys(CHECKS));
    expect(DOCUMENT.match(/^```\w/gm)).toHaveLength(EXAMPLES.length);
    const described = [...DOCUMENT.matchAll(/^\| `(\w+)` \| ([^|]+) \| [^|]+ \|$/gm)].filter(
      ([, name = '']) => name in TOKEN_SCOPES,
    );
    expect(described.map(([, name, label]) => [name, label])).toEqual(
      keysOf(TOKEN_SCOPES).map(name => [name, TOKEN_SCOPES[name].label]),
    );
  });

  for (const example of EXAMPLES)
    it.skipIf(example.language === 'sh' && !hasCurl)(`${example.title}: does what it says`, async () => {
      const { scopes, verify } = CHECKS[example.title] as Check;
      await verify(await printed(example, scopes));
    });

  it('fail loudly with a token that does not hold, or lacks the scope', async () => {
    for (const example of EXAMPLES.filter(({ code }) => code.includes('TOKEN')))
      if (example.language === 'js' || hasCurl)
        await expect(printed(example, ['calls'])).rejects.toThrow(/Le falta el permiso|error: 403/);
  });

  it('wait where they are told to', async () => {
    const limited = await startApp({ rateLimit: 5 }, server);
    const { token } = await tokenOf(admin, { scopes: ['partners'] });
    const code = EXAMPLES.find(({ language }) => language === 'js')?.code ?? '';
    const timers = code.replace(
      "'node:timers/promises'",
      '\'data:text/javascript,export const setTimeout=async ms=>{console.log("waits",ms>0&&ms<=60000);process.exit()}\'',
    );
    const env = { API: `${limited.url}/api`, TOKEN: token };
    const ask = async () =>
      (await run(process.execPath, ['--input-type=module', '-e', timers], { env })).stdout;
    expect(await ask()).toContain('Junta de vecinos');
    expect(await ask()).toBe('waits true\n');
    await limited.close();
  });
});
