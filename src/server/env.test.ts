import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EnvError, parseEnv, SETTING_NAMES } from './env.ts';

const GOOGLE = { GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com', INSTITUTION: 'Universidad de Prueba' };

function problemsOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

describe('without any setting', () => {
  test('it is a demonstration on this machine alone', () => {
    const env = parseEnv({});
    expect(env).toMatchObject({
      demo: true,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      apiBase: '/api',
      productName: 'Vinculación con los medios',
      uploadLimitMb: 50,
      databaseUrl: undefined,
      dataDir: path.resolve('data'),
      files: { driver: 'local', location: path.resolve('data/files') },
    });
  });

  test('an empty setting counts as absent', () => {
    expect(parseEnv({ PORT: '', HOST: ' ' })).toEqual(parseEnv({}));
  });
});

describe('demonstration sign-in', () => {
  test('is off as soon as a provider is configured', () => {
    expect(parseEnv(GOOGLE).demo).toBe(false);
  });

  test.each(['0.0.0.0', '::', '192.168.1.10', 'vinculacion.example.cl'])(
    'a start on %s without a provider is refused and says what to set',
    HOST => {
      expect(problemsOf({ HOST })).toEqual([expect.stringMatching(/^HOST: .*GOOGLE_CLIENT_ID/)]);
      expect(problemsOf({ ...GOOGLE, HOST })).toEqual([]);
    },
  );

  test.each(['localhost', '127.0.0.1', '::1'])('%s is this machine alone', HOST => {
    expect(parseEnv({ HOST }).demo).toBe(true);
  });

  test('switched off without a provider leaves no way in and is refused', () => {
    expect(problemsOf({ DEMO: 'off' })).toEqual([expect.stringMatching(/^DEMO:/)]);
    expect(parseEnv({ ...GOOGLE, DEMO: 'off' }).demo).toBe(false);
  });
});

test('lists are read into their parts', () => {
  const env = parseEnv({
    ...GOOGLE,
    ADMIN_EMAILS: 'Ana@Uni.cl, beto@uni.cl',
    ALLOWED_DOMAINS: 'Uni.cl=Academic,alumnos.uni.cl=pending',
    CORS_ORIGINS: 'https://a.uni.cl,https://b.uni.cl:8443',
  });
  expect(env.adminEmails).toEqual(['ana@uni.cl', 'beto@uni.cl']);
  expect(env.allowedDomains).toEqual([
    { domain: 'uni.cl', becomes: 'Academic' },
    { domain: 'alumnos.uni.cl', becomes: 'pending' },
  ]);
  expect(env.corsOrigins).toEqual(['https://a.uni.cl', 'https://b.uni.cl:8443']);
});

test('the tenant of the sign-in is trusted unless others are named', () => {
  const [own, a, b] = [1, 2, 3].map(n => `aaaaaaaa-0000-4000-8000-00000000000${n}`);
  const microsoft = { MICROSOFT_CLIENT_ID: 'c', MICROSOFT_TENANT_ID: own?.toUpperCase(), INSTITUTION: 'U' };
  expect(parseEnv(microsoft).allowedTenants).toEqual([own]);
  expect(parseEnv({ ...microsoft, ALLOWED_TENANTS: `${a},${b}` }).allowedTenants).toEqual([a, b]);
});

test('mail needs a server and an address to come from; the product gives the name', () => {
  expect(parseEnv({ MAIL_FROM: 'v@uni.cl' })).toMatchObject({ mail: undefined, jobs: true });
  const smtp = { SMTP_URL: 'smtps://v%40uni.cl:clave@smtp.uni.cl:465' };
  expect(problemsOf(smtp)).toEqual([expect.stringMatching(/^MAIL_FROM: falta/)]);
  expect(problemsOf({ SMTP_URL: 'http://uni.cl', MAIL_FROM: 'v@uni.cl' })).toEqual([
    expect.stringMatching(/^SMTP_URL: debe tener la forma smtp:/),
  ]);
  const fromOf = (MAIL_FROM: string) =>
    parseEnv({ ...smtp, MAIL_FROM, PRODUCT_NAME: 'La "Vincu"' }).mail?.from;
  expect(fromOf('v@uni.cl')).toBe('"La Vincu" <v@uni.cl>');
  expect(fromOf('Vinculación <v@uni.cl>')).toBe('Vinculación <v@uni.cl>');
});

test('borders of comunas need the words of their licence', () => {
  expect(parseEnv({}).borders).toBeUndefined();
  expect(parseEnv({ COMUNAS_MAP: '/data/comunas.json', COMUNAS_MAP_LICENSE: ' BCN ' }).borders).toEqual({
    file: '/data/comunas.json',
    license: 'BCN',
  });
  expect(problemsOf({ COMUNAS_MAP: '/data/comunas.json' })).toEqual([
    expect.stringMatching(/^COMUNAS_MAP_LICENSE: falta/),
  ]);
});

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['clamav.uni.cl:3310', { host: 'clamav.uni.cl', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['', undefined],
])('a virus scanner listens on %j', (CLAMD, clamd) => {
  expect(parseEnv({ CLAMD }).clamd).toEqual(clamd);
});

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'vinculacion.cl'],
  ['API_BASE', 'api'],
  ['CORS_ORIGINS', 'https://a.cl/path'],
  ['PUBLIC_URL', 'https://vinculacion.universidad.cl'],
  ['ALLOWED_TENANTS', 'universidad.cl'],
  ['ADMIN_EMAILS', 'ana'],
  ['ALLOWED_DOMAINS', 'uni.cl=Admin'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['FILES_DRIVER', 'ftp'],
  ['UPLOAD_LIMIT_MB', '0'],
  ['CLAMD', 'localhost'],
  ['CLAMD', 'localhost:0'],
  ['CLAMD', 'localhost:65536'],
  ['CLAMD', '::1:3310'],
  ['CLAMD', 'tcp://localhost:3310'],
  ['CLAMD', 'run/clamd.ctl'],
  ['LOG_LEVEL', 'loud'],
  ['DEMO', 'on'],
  ['JOBS', 'yes'],
  ['MAIL_FROM', 'vinculacion'],
  ['MAIL_FROM', 'A <a@b.cl>, c@d.cl'],
])('%s=%s is refused by name', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
});

test('all wrong settings are named at once, combined ones too', () => {
  const wrong = problemsOf({
    PORT: 'x',
    DEMO: 'maybe',
    FILES_DRIVER: 's3',
    MICROSOFT_CLIENT_ID: 'c',
    HOST: '0.0.0.0',
  });
  expect(wrong.map(problem => problem.split(':')[0])).toEqual([
    'PORT',
    'DEMO',
    'MICROSOFT_TENANT_ID',
    'INSTITUTION',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ]);
});

test('.env.example explains every setting and no other, and is valid as it stands', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8');
  const shown = [...text.matchAll(/^# ?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(match => match[1]);
  expect(shown.toSorted()).toEqual(SETTING_NAMES.toSorted());
  for (const name of SETTING_NAMES) expect(text).toMatch(new RegExp(`^# [^\n]{20,}\n# ?${name}=`, 'm'));
});

/** What the image or the store beside it decides, and what only a demonstration has. */
const NOT_IN_CONTAINERS = ['HOST', 'PORT', 'DATA_DIR', 'PG_BIN', 'S3_REGION', 'DEMO'];

test('compose.yaml hands every setting to the container that may differ there', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../compose.yaml'), 'utf8');
  const [, app = ''] = text.split(/^ {4}environment:\n/m);
  const handed = [...(/^( {6}.+\n)+/.exec(app)?.[0] ?? '').matchAll(/^ {6}(\w+):/gm)].map(match => match[1]);
  expect([...handed, ...NOT_IN_CONTAINERS].toSorted()).toEqual(SETTING_NAMES.toSorted());
});
