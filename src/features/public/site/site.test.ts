import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { insertCall, insertProposal, setCatalogue } from '../../../../test/published-results.ts';
import { openUniversity, server } from '../../../../test/university.ts';
import { callResultsPath } from '../../../domain/publishing/addresses.ts';
import { siteMap } from './queries.ts';

openUniversity({ rateLimit: 0 });
afterEach(async () => {
  await sql`delete from projects`.execute(server.db);
  await sql`delete from calls`.execute(server.db);
  await setCatalogue(server.db, true);
});

const MAP = '/publico/sitemap.xml';
const open = (url: string, headers = {}) => server.app.inject({ method: 'GET', url, headers });
/** Addresses of a map, without the origin. */
const addressesOf = (body: string) =>
  [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => {
    expect(address.startsWith(`${server.env.publicUrl}/`)).toBe(true);
    return address.slice(server.env.publicUrl.length);
  });
const mapped = async (url = MAP) => addressesOf((await open(url)).body);

describe('the map of the site', () => {
  it('lists catalogue, published projects and published calls, and when each changed', async () => {
    const call = await insertCall(server.db);
    await insertCall(server.db, { publishes: false });
    const { id, code } = await insertProposal(server.db, call);
    await insertProposal(server.db, call, { consented: false });
    await sql`update projects set updated_at = '2026-03-04 05:06:07Z'`.execute(server.db);
    const { headers, body } = await open(MAP);
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(addressesOf(body)).toEqual([
      ...['/publico/proyectos', '/publico/convocatorias'],
      ...[callResultsPath(call.id), `/publico/proyectos/${code}`],
    ]);
    expect(body).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
    );
    expect(body).toContain(`/${code}</loc><lastmod>2026-03-04T05:06:07.000Z</lastmod></url>`);
    await sql`insert into publications (project_id, updated_by, updated_at)
      select id, lead_id, '2026-04-05 06:07:08Z' from projects where id = ${id}`.execute(server.db);
    expect((await open(MAP)).body).toContain(`/${code}</loc><lastmod>2026-04-05T06:07:08.000Z</lastmod>`);
    expect((await open(MAP, { 'if-none-match': (await open(MAP)).headers.etag })).statusCode).toBe(304);
  });

  it('forgets at once what is withdrawn', async () => {
    const call = await insertCall(server.db);
    const { id, code } = await insertProposal(server.db, call);
    expect(await mapped()).toContain(`/publico/proyectos/${code}`);
    await sql`update projects set consent_to_publish = false where id = ${id}`.execute(server.db);
    expect(await mapped()).not.toContain(`/publico/proyectos/${code}`);
  });

  it('has calls alone while the catalogue is closed, and is unknown where nothing is public', async () => {
    const call = await insertCall(server.db);
    await insertProposal(server.db, call);
    await setCatalogue(server.db, false);
    expect(await mapped()).toEqual(['/publico/convocatorias', callResultsPath(call.id)]);
    await sql`update calls set publishes_results = false`.execute(server.db);
    const { statusCode, headers } = await open(MAP);
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    await setCatalogue(server.db, true);
    expect(await mapped()).toHaveLength(2);
  });

  it('writes codes of any sign so that XML and addresses hold', async () => {
    const call = await insertCall(server.db);
    await insertProposal(server.db, call, { code: `a&b/"<c>'\u0001é` });
    const { body } = await open(MAP);
    expect(body).toContain('/publico/proyectos/a%26b%2F%22%3Cc%3E&#39;%01%C3%A9</loc>');
  });

  it('is divided where there are many', async () => {
    const call = await insertCall(server.db);
    for (let n = 0; n < 4; n += 1) await insertProposal(server.db, call);
    const partOf = async (part?: number) => {
      const asked = { publicUrl: server.env.publicUrl, isOpen: true, part, size: 2 };
      return (await siteMap(server.db, asked))?.content ?? '';
    };
    const list = await partOf();
    expect(list).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(addressesOf(list)).toEqual([1, 2, 3].map(n => `${MAP}?parte=${n}`));
    const parts = await Promise.all([1, 2, 3].map(async n => addressesOf(await partOf(n))));
    expect(parts.map(p => p.length)).toEqual([4, 2, 1]);
    // Four projects, the call and both lists, each once.
    expect(new Set(parts.flat()).size).toBe(7);
    expect(await partOf(4)).toBe('');
  });

  it('has no other parts', async () => {
    await insertCall(server.db);
    expect((await open(`${MAP}?parte=1`)).statusCode).toBe(200);
    for (const parte of ['0', '2', '-1', '1x', '', '99999', '1&parte=1'])
      expect([parte, (await open(`${MAP}?parte=${parte}`)).statusCode]).toEqual([parte, 404]);
  });
});

describe('robots.txt', () => {
  it('opens the public lists alone, and says where the map is', async () => {
    const other = await startApp({ publicUrl: 'https://vinculacion.example.cl' }, server);
    const { statusCode, headers, body } = await other.app.inject({ method: 'GET', url: '/robots.txt' });
    await other.close();
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body.split('\n')).toEqual([
      'User-agent: *',
      'Allow: /publico/proyectos',
      'Allow: /publico/convocatorias',
      'Allow: /publico/sitemap.xml',
      'Allow: /publico/estilo.css',
      'Disallow: /',
      '',
      'Sitemap: https://vinculacion.example.cl/publico/sitemap.xml',
      '',
    ]);
  });

  it('every page of the application asks not to be listed', async () => {
    for (const page of ['index.html', 'msal.html'])
      expect(await readFile(page, 'utf8')).toContain('<meta name="robots" content="noindex" />');
  });
});
