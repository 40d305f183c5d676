import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STYLE } from '../src/server/public/style.ts';
import { startApp, type TestApp } from './app.ts';
import { type IssuedRow, insertCertificate } from './certificate-rows.ts';
import { contrast } from './painted.ts';
import { insertPublished } from './published-projects.ts';

let server: TestApp;
let certificate: IssuedRow;
beforeAll(async () => {
  server = await startApp();
  const drawn = { key: 'certificates/x', sha256: Buffer.alloc(32, 7), size: 9 };
  certificate = await insertCertificate(server.db, { drawn });
});
afterAll(() => server.close());

const CODE = '0123456789abcdefghjkmnpqrs';
/** Every document that anybody may open, without an account; whoever adds one adds it here and to the product's page. */
const DOCUMENTS = {
  '/publico/asistencia/:code': 'GET, HEAD, POST',
  '/publico/asistencia/:code/listo': 'GET, HEAD',
  '/publico/certificado': 'GET, HEAD',
  '/publico/certificado/:code': 'GET, HEAD',
  '/publico/certificado/:code/insignia': 'GET, HEAD',
  '/publico/certificado/:code/pdf': 'GET, HEAD',
  '/publico/certificado/clave/:id': 'GET, HEAD',
  '/publico/certificado/estados': 'GET, HEAD',
  '/publico/encuesta/:code': 'GET, HEAD, POST',
  '/publico/encuesta/gracias': 'GET, HEAD',
  '/publico/encuesta/sin-respuesta': 'GET, HEAD',
  '/publico/convocatorias': 'GET, HEAD',
  '/publico/convocatorias/:id': 'GET, HEAD',
  '/publico/convocatorias/:id/csv': 'GET, HEAD',
  '/publico/estilo.css': 'GET, HEAD',
  '/publico/logo.png': 'GET, HEAD',
  '/publico/privacidad': 'GET, HEAD',
  '/publico/proyectos': 'GET, HEAD',
  '/publico/proyectos.csv': 'GET, HEAD',
  '/publico/proyectos/:code': 'GET, HEAD',
  '/publico/proyectos/:code/fotos/:file': 'GET, HEAD',
  '/publico/proyectos/:code/fotos/:file/miniatura': 'GET, HEAD',
  '/publico/sitemap.xml': 'GET, HEAD',
};
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Those that are to be found and passed on; the others are pages, of which each path below leads to nothing here. */
const LISTED = ['/publico/convocatorias', '/publico/proyectos'];
const PAGES = Object.keys(DOCUMENTS).filter(path => !/\.(css|xml|csv)$/.test(path) && !LISTED.includes(path));
/** Certificates have codes of their own: this one was never given. */
const NO_CERTIFICATE = '7K3M9QXF2B8DWT5H';
const addressOf = (path: string) =>
  path
    .replace(':code', path.includes('/certificado/') ? NO_CERTIFICATE : CODE)
    .replaceAll(/:(id|file)/g, CODE);
const POLICY = "style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Path and methods of every route, from the drawing of the router's tree: each line goes on from the one it hangs on. */
function servedBy({ app }: TestApp): [string, string][] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, branch = '', part = '', methods] = /^([│ ]*[├└]── )(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      const depth = branch.length / 4;
      const path = (above[depth - 1] ?? '') + part;
      above[depth] = path;
      return methods ? [[path, methods]] : [];
    });
}

describe('public documents', () => {
  it('are these and no others', () => {
    const documents = servedBy(server).filter(
      ([path]) => path.startsWith('/publico/') && !/[*/]$/.test(path),
    );
    expect(Object.fromEntries(documents)).toEqual(DOCUMENTS);
  });

  it.each(PAGES)('%s loads nothing from elsewhere, leaves nothing behind and needs no script', async path => {
    const { headers, body } = await server.app.inject({ method: 'GET', url: addressOf(path) });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; ${POLICY}`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toMatch(/<html lang="es">/);
    expect(body).toContain(` - ${server.env.productName} - ${server.env.firstInstitution}</title>`);
    expect(body).not.toMatch(/<script|<style|\son\w+=|\sstyle=|https?:/);
    expect(body.match(/<h1>/g)).toHaveLength(1);
  });

  it('that are to be found say where they stand, and are asked for each time', async () => {
    const { code } = await insertPublished(server.db, { title: 'Huerta <b>de la</b> ribera' });
    for (const url of [...LISTED, `/publico/proyectos/${code}`]) {
      const { statusCode, headers, body } = await server.app.inject({ method: 'GET', url });
      expect([url, statusCode]).toEqual([url, 200]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; img-src 'self'; ${POLICY}`,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      });
      expect(headers['set-cookie']).toBeUndefined();
      expect(body).toContain(`<link rel="canonical" href="${server.env.publicUrl}${url}">`);
      expect(body).not.toContain('noindex');
      expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
      const addresses = body.match(/\bhttps?:\/\/[^"/\s]+/g) ?? [];
      const { origin } = new URL(server.env.publicUrl);
      // Names of a vocabulary, which nothing loads.
      const names = ['https://schema.org', 'http://www.w3.org'];
      expect(addresses.filter(a => a !== origin && !names.includes(a))).toEqual([]);
      expect(body).not.toMatch(/<style|\son\w+=|\sstyle=/);
      expect(body.match(/<h1>/g)).toHaveLength(1);
      const known = { 'if-none-match': String(headers.etag) };
      expect(await server.app.inject({ method: 'GET', url, headers: known })).toMatchObject({
        ...{ statusCode: 304, body: '' },
      });
    }
  });

  it('begin with the catalogue, else with the results of calls, where there are any', async () => {
    const open = (catalogue: boolean) =>
      sql`update settings set value = ${JSON.stringify({ catalogue })}::jsonb where key = 'publicPages'`.execute(
        server.db,
      );
    const first = async () => {
      const { statusCode, headers } = await server.app.inject({ method: 'GET', url: '/publico' });
      return [statusCode, headers.location, headers['cache-control']];
    };
    expect(await first()).toEqual([303, '/publico/proyectos', 'no-cache']);
    await open(false);
    for (const path of ['', '/', '/proyectos', '/proyectos.csv', '/sitemap.xml']) {
      const url = `/publico${path}`;
      const { statusCode, headers, body } = await server.app.inject({ method: 'GET', url });
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
      expect(body).toContain('<h1>No encontramos esta página</h1>');
    }
    await open(true);
  });

  it('have a script of our own on the page of a certificate alone, which compares a file with its PDF', async () => {
    const url = `/publico/certificado/${certificate.code}`;
    const { statusCode, headers, body } = await server.app.inject({ method: 'GET', url });
    expect([statusCode, headers['content-security-policy']]).toEqual([
      ...[200, `default-src 'none'; script-src 'self'; ${POLICY}`],
    ]);
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/compare-file.js">']);
    expect(body).not.toMatch(/<style|\son\w+=|\sstyle=|https?:/);
  });

  it('answer whatever else is asked below /publico with a document, never with a page of the browser part', async () => {
    const unknown = [
      '/nada',
      '/asistencia',
      '/asistencia/',
      '/x.png',
      '/privacidad/1',
      '/%00',
      '/%zz',
      '/asistencia/%E0%A4%A',
      '/..%2fapi',
      '/certificado/',
      '/proyectos/',
      '/proyectos.csv/',
      '/proyectos.xlsx',
      '/proyectos/%00',
      '/proyectos/%E0%A4%A',
      '/proyectos/x/fotos',
      '/convocatorias/',
      '/convocatorias/x/csv',
      '/sitemap.xml?parte=0',
      '/certificado/x/y',
      '/certificado/clave',
      '/certificado/%E0%A4%A',
    ];
    for (const url of unknown.map(rest => `/publico${rest}`)) {
      const { statusCode, headers, body } = await server.app.inject({ method: 'GET', url });
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
      expect(body).toMatch(
        /<title>(No encontramos esta página|Este código no está abierto|No encontramos ese certificado) - /,
      );
    }
  });

  it('take no other method', async () => {
    for (const [path, allowed] of Object.entries(DOCUMENTS))
      for (const method of METHODS.filter(m => !allowed.includes(m))) {
        const { statusCode, body } = await server.app.inject({ method, url: addressOf(path) });
        expect([method, path, statusCode]).toEqual([method, path, 404]);
        expect(body).toContain('<html lang="es">');
      }
  });

  it('tell what goes wrong as documents, too', async () => {
    const url = addressOf('/publico/asistencia/:code');
    const send = (type: string, payload: string) =>
      server.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
    const answers = [
      [await send('application/json', '{"nombre":"Ana"}'), 415],
      [await send('multipart/form-data; boundary=x', '--x--'), 415],
      [await send('application/x-www-form-urlencoded', `nombre=${'x'.repeat(20_000)}`), 413],
      [await send('application/x-www-form-urlencoded', '%E0%A4%A&__proto__=x&nombre[]=1&%00=%00'), 404],
      [await server.app.inject({ method: 'GET', url: '/publico/privacidad?version=99' }), 404],
    ] as const;
    for (const [{ statusCode, headers, body }, status] of answers) {
      expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(body).not.toMatch(/\bat .*\.ts:|urn:problem/);
    }
  });

  it('ask for HTTPS from then on where the installation has it', async () => {
    const other = await startApp({ publicUrl: 'https://vinculacion.example.cl' }, server);
    const { headers } = await other.app.inject({ method: 'GET', url: '/publico/privacidad' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    await other.close();
  });
});

describe('their colours', () => {
  const [light = '', dark = ''] = STYLE.split('@media');
  const tokensOf = (css: string) =>
    Object.fromEntries(
      [...css.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name = '', value = '']) => [name, value]),
    );
  it.each([
    ['light', tokensOf(light)],
    ['dark', tokensOf(dark)],
  ])('are readable in the %s scheme', (_, tokens) => {
    const value = (name: string) => tokens[name] ?? '';
    const pairs = ['text', 'dim', 'action', 'error', 'good', 'warm', 'accent']
      .flatMap(word => ['ground', 'surface'].map(ground => [word, ground] as const))
      .concat([['on-action', 'action']]);
    const poor = pairs.filter(([word, ground]) => contrast(value(word), value(ground)) < 4.5);
    expect(poor).toEqual([]);
    // Outlines of controls.
    expect(contrast(value('dim'), value('surface'))).toBeGreaterThanOrEqual(3);
  });
});
