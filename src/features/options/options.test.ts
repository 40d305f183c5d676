import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { bearer, signInAs } from '../../../test/sign-in.ts';

let test: TestApp;
let academic: Record<string, string>;
let admin: Record<string, string>;
const get = (path: string, headers: Record<string, string> = academic) =>
  test.app.inject({ url: `/api${path}`, headers });
const labels = async (path: string, headers?: Record<string, string>) =>
  (await get(path, headers)).json<{ label: string; hint: string }[]>().map(option => option.label);

beforeAll(async () => {
  test = await startApp();
  academic = bearer(await signInAs(test, 'camila.rojas@biosur.example'));
  admin = bearer(await signInAs(test, 'beatriz.navarrete@biosur.example'));
});
afterAll(() => test.close());

describe('GET /catalogues', () => {
  it('gives what forms pick from, active rows only', async () => {
    const off = await test.db
      .updateTable('schools')
      .set({ active: false })
      .where('code', '=', 'ARQ')
      .execute();
    expect(off[0]?.numUpdatedRows).toBe(1n);
    const body = (await get('/catalogues')).json();
    expect(body.faculties).toHaveLength(2);
    expect(body.schools.map((s: { name: string }) => s.name)).toEqual([
      'Escuela de Enfermería',
      'Escuela de Ingeniería Informática',
      'Escuela de Trabajo Social',
    ]);
    expect(body.regions).toHaveLength(16);
    expect(body.comunas).toHaveLength(346);
    expect(body.comunas).toContainEqual(
      expect.objectContaining({
        code: '08301',
        name: expect.stringMatching(/ngeles$/),
        latitude: expect.closeTo(-37.4, 0),
        longitude: expect.closeTo(-72.3, 0),
      }),
    );
    expect(body.bordersLicense).toBeNull();
    expect(body.periods[0]).toMatch(/^\d{4}-[12]$/);
    expect(body.uploadLimitBytes).toBe(50 * 1024 * 1024);
    await test.db.updateTable('schools').set({ active: true }).execute();
  });

  it('shows a change at once', async () => {
    await test.db.insertInto('themes').values({ name: 'Astronomía comunitaria' }).execute();
    const after = (await get('/catalogues')).json<{ themes: { name: string }[] }>();
    expect(after.themes.map(theme => theme.name)).toContain('Astronomía comunitaria');
  });

  it('asks for a session of an enabled account', async () => {
    expect((await get('/catalogues', {})).statusCode).toBe(401);
    await test.db.insertInto('users').values({ name: 'Nueva', email: 'nueva@biosur.example' }).execute();
    const pending = bearer(await signInAs(test, 'nueva@biosur.example'));
    expect((await get('/catalogues', pending)).json()).toMatchObject({
      status: 403,
      code: 'account_pending',
    });
  });
});

describe('GET /catalogues/borders', () => {
  const square = [
    [-72, -37],
    [-71, -37],
    [-71, -38],
    [-72, -37],
  ] as const;
  let withMap: TestApp;
  let reader: Record<string, string>;
  const borders = (comunas: string, headers = reader) =>
    withMap.app.inject({ url: `/api/catalogues/borders?comunas=${comunas}`, headers });

  beforeAll(async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'map-')), 'comunas.json');
    const feature = {
      type: 'Feature',
      properties: { cut: 8301 },
      geometry: { type: 'Polygon', coordinates: [square] },
    };
    await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    withMap = await startApp({ borders: { file, license: 'BCN, CC BY 4.0' } });
    reader = bearer(await signInAs(withMap, 'camila.rojas@biosur.example'));
  });
  afterAll(() => withMap.close());

  it('gives the lines of the comunas asked for, with the words of their licence', async () => {
    expect((await borders('08301,08101')).json()).toEqual([square]);
    const catalogues = await withMap.app.inject({ url: '/api/catalogues', headers: reader });
    expect(catalogues.json().bordersLicense).toBe('BCN, CC BY 4.0');
  });

  it('none where the installation has no file', async () => {
    expect((await get('/catalogues/borders?comunas=08301')).json()).toEqual([]);
  });

  it.each(['', '8301', '08301;08101', '08301,', Array(51).fill('08301').join(), "08301'--"])(
    'refuses codes that are none: %j',
    async comunas => {
      expect((await borders(encodeURIComponent(comunas))).statusCode).toBe(400);
    },
  );

  it('asks for a session', async () => {
    expect((await borders('08301', {})).statusCode).toBe(401);
  });
});

describe('GET /options/:noun', () => {
  it('finds people without accents or capitals, by name or e-mail', async () => {
    expect(await labels('/options/person?q=MATIAS%20sepulveda')).toEqual(['Matías Sepúlveda Araya']);
    expect(await labels('/options/person?q=sepulveda%20matias')).toEqual(['Matías Sepúlveda Araya']);
    expect(await labels('/options/person?q=matias.sepulveda@', admin)).toEqual(['Matías Sepúlveda Araya']);
    const [found] = (await get('/options/person?q=matias', admin)).json();
    expect(found).toEqual({
      id: expect.any(String),
      label: 'Matías Sepúlveda Araya',
      hint: 'matias.sepulveda@biosur.example · Escuela de Enfermería',
    });
  });

  it('offers no blocked or pending person', async () => {
    const all = await labels('/options/person');
    expect(all).not.toContain('Nueva');
    const { email } = await test.db
      .selectFrom('users')
      .select('email')
      .where('state', '=', 'blocked')
      .executeTakeFirstOrThrow();
    expect(await labels(`/options/person?q=${encodeURIComponent(email)}`)).toEqual([]);
  });

  it('finds offerings of a period with section, teacher and students', async () => {
    const { period } = await test.db
      .selectFrom('course_offerings')
      .select('period')
      .orderBy('period', 'desc')
      .executeTakeFirstOrThrow();
    const found = (await get(`/options/offering?period=${period}`)).json<{ hint: string }[]>();
    expect(found.length).toBeGreaterThan(0);
    for (const { hint } of found)
      expect(hint).toMatch(new RegExp(`^${period} · Sección 1 · .+ · \\d+ estudiantes$`));
  });

  it('finds an organisation by a RUT typed with dots', async () => {
    expect(await labels('/options/organisation?q=69.000.001-6')).toEqual(['Municipalidad de Talcahuano']);
  });

  it('treats % and _ as what they are', async () => {
    expect(await labels('/options/person?q=%25')).toEqual([]);
    expect(await labels('/options/organisation?q=_')).toEqual([]);
  });

  it('refuses unknown nouns, wrong ids and NUL', async () => {
    expect((await get('/options/secret')).statusCode).toBe(400);
    expect((await get('/options/career?school=1')).statusCode).toBe(400);
    expect((await get('/options/person?q=a%00')).statusCode).toBe(400);
    expect((await get('/options/person', {})).statusCode).toBe(401);
  });
});
