import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoProjects } from '../src/demo/projects.ts';
import { type Campus, openCampus, type Person } from './catalogue.ts';
import { countReading } from './rows.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
  await startDemoProjects(campus);
});
afterAll(() => campus.close());

async function file(path: string, person: Person = 'Admin') {
  const response = await campus.app.inject({ method: 'GET', url: `/api${path}`, headers: campus.as(person) });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}
/** Fields of a CSV none of whose texts has a semicolon or a line break. */
const csvRows = (bytes: Buffer) =>
  bytes
    .toString()
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(';'));

/** Every list with the first column of its file. */
const LISTS = {
  '/projects': 'codigo',
  '/faculties': 'codigo',
  '/schools': 'codigo',
  '/careers': 'codigo_unico',
  '/courses': 'codigo',
  '/themes': 'nombre',
  '/institutional-indicators': 'nombre',
  '/offerings': 'periodo',
  '/users': 'nombre',
  '/audit': 'id',
  '/mails': 'fecha',
  '/notifications': 'fecha',
  '/calls': 'nombre',
  '/agreements': 'numero',
  '/accreditation-matrices': 'nombre',
  '/instruments': 'nombre',
  '/admissibility': 'codigo',
  '/exchange-rates': 'moneda',
  '/partners': 'nombre',
  '/partners/pairs': 'parecido',
  '/waves': 'titulo',
  '/certificates': 'folio',
  '/certificates/projects': 'codigo',
  '/data-requests': 'numero',
  '/data-incidents': 'codigo',
  '/processing-activities': 'nombre',
  '/contact-objections': 'correo',
  '/search/misses': 'palabras',
};

/** Lists of one call, which are tested beside it. */
const OF_A_CALL = ['ranking', 'scores', 'loads', 'harshness', 'figures'].map(part => `/calls/{call}/${part}`);

/** Tested in its room, as each figure has columns of its own. */
const OF_A_FIGURE = '/dashboards/figures/{figure}';

/** Tested in its room, as it names people of one activity. */
const OF_AN_ACTIVITY = '/projects/{kind}/{id}/activities/{activity}/attendance';

/** Tested in its room, as it is of one indicator. */
const OF_AN_INDICATOR = '/institutional-indicators/{id}/values';

/** Tested in its room, as only those who account for the money read it. */
const OF_A_STATEMENT = '/projects/{kind}/{id}/statements/{statement}';

/** Tested in their rooms, as they are of one survey, or of one instrument of several. */
const OF_A_SURVEY = [
  ...['invitations', 'results', 'comments', 'answers'].map(part => `/waves/{id}/${part}`),
  '/instruments/{id}/series',
];

describe('every list leaves as a file', () => {
  it('and none is left out here', async () => {
    const { body } = await campus.send<{ paths: Record<string, object> }>('GET', '/docs/json');
    const served = Object.entries(body.paths).flatMap(([path, methods]) =>
      'get' in methods ? (/^\/api(.+)\/export$/.exec(path)?.[1] ?? []) : [],
    );
    expect(served.toSorted()).toEqual(
      [
        ...Object.keys(LISTS),
        ...OF_A_CALL,
        OF_A_FIGURE,
        OF_AN_ACTIVITY,
        OF_AN_INDICATOR,
        OF_A_STATEMENT,
        ...OF_A_SURVEY,
      ].toSorted(),
    );
  });

  it.each(Object.entries(LISTS))('%s, as many rows as it has', async (path, first) => {
    const { total } = (await campus.send('GET', path)).body;
    const { status, headers, bytes } = await file(`${path}/export?format=xlsx`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z]+-\d{4}-\d\d-\d\d\.xlsx"$/);
    const [names, ...rows] = await readSheet(bytes);
    expect(names?.[0]).toBe(first);
    expect(names?.every(name => /^[a-z_]+$/.test(String(name)))).toBe(true);
    expect(rows).toHaveLength(total ?? -1);
    const asCsv = await file(`${path}/export?format=csv`);
    expect(asCsv.bytes.toString()).toMatch(new RegExp(`^\uFEFF${first}[;\r]`));
  });
});

describe('a file has what the list shows', () => {
  it.each([
    '/careers?q=enfermeria&sort=-name',
    '/projects?status=running&sort=code',
    '/schools?state=active',
  ])('%s: the same rows in the same order', async list => {
    const { body } = await campus.send('GET', `${list}&size=200`);
    const { bytes } = await file(`${list.replace('?', '/export?')}&format=xlsx`);
    const [names, ...rows] = await readSheet(bytes);
    const at = names?.indexOf(list.startsWith('/projects') ? 'codigo' : 'nombre') ?? -1;
    const shown = body.rows?.map(row => (list.startsWith('/projects') ? row.code : row.name));
    expect(shown?.length).toBeGreaterThan(0);
    expect(rows.map(row => row[at])).toEqual(shown);
  });

  it.each(['Director', 'Dean', 'Academic'] as const)('%s gets the projects they may see', async person => {
    const { body } = await campus.send('GET', '/projects?size=200&sort=code', undefined, campus.as(person));
    const { bytes } = await file('/projects/export?sort=code&format=csv', person);
    const [, ...rows] = csvRows(bytes);
    expect(rows.map(([code]) => code)).toEqual(body.rows?.map(row => row.code));
    const everybody = (await campus.send('GET', '/projects')).body.total ?? 0;
    expect(rows.length).toBeLessThan(everybody);
  });

  it('a Director gets the people of headed schools, without how they sign in', async () => {
    const { body } = await campus.send('GET', '/users?size=200', undefined, campus.as('Director'));
    const { bytes } = await file('/users/export?format=xlsx', 'Director');
    const [names = [], ...rows] = await readSheet(bytes);
    expect(rows).toHaveLength(body.total ?? -1);
    const hidden = ['cuentas', 'ultimo_ingreso'].map(name => names.indexOf(name));
    expect(rows.every(row => hidden.every(at => row[at] === null))).toBe(true);
  });
});

describe('refused', () => {
  it.each([
    ['/audit', 'Dean'],
    ['/mails', 'Director'],
    ['/faculties', 'Academic'],
    ['/users', 'Academic'],
    ['/admissibility', 'Dean'],
    ['/projects', 'Nobody'],
  ] as const)('%s to a %s, as the list is', async (path, person) => {
    const headers = person === 'Nobody' ? {} : campus.as(person);
    const list = await campus.app.inject({ url: `/api${path}`, headers });
    const exported = await campus.app.inject({ url: `/api${path}/export?format=csv`, headers });
    expect([401, 403]).toContain(exported.statusCode);
    expect(exported.statusCode).toBe(list.statusCode);
  });

  it('a format nobody knows, and a filter the list would refuse', async () => {
    expect((await file('/schools/export?format=pdf')).status).toBe(400);
    expect((await file('/schools/export?format=csv&state=maybe')).status).toBe(400);
  });
});

describe('20 000 rows', () => {
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  beforeAll(async () => {
    await sql`insert into users (name, email, roles)
      select 'Persona ' || n || ' ' || repeat('x', 150), 'persona' || n || '@bench.example', '{Academic}'
      from generate_series(1, 20000) n`.execute(campus.db);
  });

  it.each(['csv', 'xlsx'])('%s over the wire, memory flat', async format => {
    const before = heap();
    const response = await fetch(`${campus.url}/api/users/export?format=${format}`, {
      headers: campus.as('Admin'),
    });
    let most = 0;
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      most = Math.max(most, process.memoryUsage().heapUsed / 1024 / 1024 - before);
    }
    expect(bytes).toBeGreaterThan(500_000);
    expect(most).toBeLessThan(64);
  });

  it('somebody who goes away lets the connection go', async () => {
    const asked = get(`${campus.url}/api/users/export?format=csv`, {
      headers: campus.as('Admin'),
      agent: false,
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await once(answer, 'readable');
    asked.destroy();
    await expect.poll(() => countReading(campus.db), { timeout: 10_000 }).toBe(0);
  });
});
