import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { CONTENT, type IssuedRow, insertCertificate } from '../../../../test/certificate-rows.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { checkSignOf, showCode } from '../../../domain/certificates/codes.ts';
import { createFileStore } from '../../../server/files/store.ts';
import type { Certificate } from '../contract.ts';

let server: TestApp;
let office: Client;

beforeAll(async () => {
  server = await startApp();
  office = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

const HOME = '/publico/certificado';
async function open(url: string, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode: status, headers, body } = await server.app.inject({ method, url });
  return { status, headers, body };
}
const pageOf = async ({ code }: IssuedRow) => (await open(`${HOME}/${code}`)).body;
const revoke = async ({ id }: IssuedRow, reason: string) =>
  done(await office.post<Certificate>(`/certificates/${id}/revocation`, { reason }));
const suspend = ({ id }: IssuedRow) =>
  sql`update certificates set suspended_at = '2026-11-22T15:00:00Z' where id = ${id}`.execute(server.db);
async function drawn(text = '%PDF-1.7 un certificado') {
  const bytes = Buffer.from(text);
  const key = `files/${randomUUID()}`;
  await (await createFileStore(server.env.files)).put(key, bytes);
  return { key, sha256: createHash('sha256').update(bytes).digest(), size: bytes.length };
}

describe('a code', () => {
  it('is read however it is written, in the address and in the form', async () => {
    const issued = await insertCertificate(server.db);
    const { body } = await open(`${HOME}/${showCode(issued.code)}`);
    expect(body).toContain(issued.folio);
    const loose = issued.code.replaceAll('0', 'o').replaceAll('1', 'l');
    const ways = [
      issued.code,
      issued.code.toLowerCase(),
      loose,
      loose.toUpperCase(),
      issued.code.replaceAll('1', 'i'),
      showCode(loose).replaceAll('-', ' '),
      ` ${showCode(issued.code)}\u00a0`,
      showCode(issued.code).replaceAll('-', '–'),
    ];
    for (const way of ways) {
      expect([way, await open(`${HOME}/${encodeURIComponent(way)}`)]).toMatchObject([
        way,
        { status: 200, body },
      ]);
      const { status, headers } = await open(`${HOME}?${new URLSearchParams({ codigo: way })}`);
      expect([way, status, headers.location]).toEqual([way, 303, `${HOME}/${showCode(issued.code)}`]);
    }
  });

  it('that leads nowhere is answered the same whatever the reason', async () => {
    const [erased, issued] = [await insertCertificate(server.db), await insertCertificate(server.db)];
    await sql`update certificates set erased_at = now() where id = ${erased.id}`.execute(server.db);
    const free = '0123456789ABCDE';
    const guessed = free + checkSignOf(free);
    const wrongSign = issued.code.slice(0, -1) + (issued.code.endsWith('7') ? '8' : '7');
    const first = await open(`${HOME}/${guessed}`);
    expect(first.status).toBe(404);
    expect(first.body).toContain('name="codigo" value=""');
    const { date: _, ...headers } = first.headers;
    const others = [
      erased.code,
      wrongSign,
      'x',
      'Ñ%00',
      '%3Cscript%3E',
      issued.code.slice(1),
      'u'.repeat(150),
    ];
    for (const code of others)
      for (const rest of ['', '/pdf', '/insignia']) {
        const { headers: told, ...answer } = await open(`${HOME}/${code}${rest}`);
        const { date: __, ...toldApart } = told;
        expect([code, rest, answer, toldApart]).toEqual([
          ...[code, rest, { status: 404, body: first.body }, headers],
        ]);
      }
  });

  it('typed wrong stays in the form, on the same page', async () => {
    const { body } = await open(`${HOME}/x`);
    for (const typed of ['', '7K3M', '"><script>alert(1)</script>', 'código 👩🏽‍🔬', 'a\u0000b']) {
      const answer = await open(`${HOME}?${new URLSearchParams({ codigo: typed })}`);
      expect([typed, answer.status]).toEqual([typed, 404]);
      const written = /name="codigo" value="([^"]*)"/.exec(answer.body)?.[1] ?? '';
      expect(answer.body.replace(`value="${written}"`, 'value=""')).toBe(body);
      expect(answer.body).not.toContain('<script');
    }
    expect((await open(`${HOME}?codigo=x&codigo=y`)).status).toBe(404);
  });
});

describe('the page of a certificate', () => {
  it('shows all that was certified, and links while it is valid', async () => {
    const file = await drawn();
    const issued = await insertCertificate(server.db, { drawn: file });
    const { status, headers, body } = await open(`${HOME}/${issued.code}`);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const shown = [
      server.env.firstInstitution,
      ...[CONTENT.title, CONTENT.name, CONTENT.document, CONTENT.statement, CONTENT.signer, CONTENT.position],
      ...CONTENT.lines.flatMap(line => [line.label, line.value]),
      ...[issued.folio, showCode(issued.code), file.sha256.toString('hex')],
      '</span>Vigente</p>',
      'lo emitió el <time>20-11-2026</time>',
      '<h1>Certificado vigente</h1>',
      `href="${HOME}/${showCode(issued.code)}/pdf"`,
    ];
    expect(shown.filter(text => !body.includes(text))).toEqual([]);
    expect(body).not.toContain('insignia');
    expect(body).not.toContain('Motivo');
  });

  it('has neither hash nor comparison before its PDF is drawn', async () => {
    const { body, headers } = await open(`${HOME}/${(await insertCertificate(server.db)).code}`);
    expect(body).not.toMatch(/SHA-256|script|compare/);
    expect(headers['content-security-policy']).not.toContain('script-src');
  });

  it('says since when it is suspended, and hands nothing over meanwhile', async () => {
    const issued = await insertCertificate(server.db, { drawn: await drawn() });
    await suspend(issued);
    const body = await pageOf(issued);
    expect(body).toContain('<h1>Certificado suspendido</h1>');
    expect(body).toContain('Suspendido desde el <time>22-11-2026</time>: el proyecto se volvió a abrir.');
    expect(body).toContain('data-state="suspendido"');
    expect(body).not.toContain('Descargar');
    expect((await open(`${HOME}/${issued.code}/pdf`)).status).toBe(404);
  });

  it('says when and why it was revoked, also once it was suspended, and which one takes its place', async () => {
    const [issued, other] = [await insertCertificate(server.db), await insertCertificate(server.db)];
    await suspend(other);
    await revoke(other, 'Se emitió por error <b>&</b>\nsegunda línea');
    const body = await pageOf(other);
    expect(body).toContain('<h1>Certificado anulado</h1>');
    expect(body).toMatch(/Anulado el <time>\d\d-\d\d-\d{4}<\/time>\.<\/p>\n<p>Motivo: /);
    expect(body).toContain('Se emitió por error &lt;b&gt;&amp;&lt;/b&gt;\nsegunda línea');
    expect(body).not.toMatch(/Suspendido|En su lugar|Descargar/);
    const placed = done(
      await office.post<Certificate>(`/certificates/${issued.id}/replacement`, {
        ...{ name: 'Ana Soto Paredes', document: '', reason: 'Nombre mal escrito' },
      }),
    );
    expect(await pageOf(issued)).toContain(`En su lugar se emitió el folio ${placed.folio}.`);
    expect(await pageOf(placed)).toContain('Ana Soto Paredes');
  });

  it('takes what people wrote for text alone, whatever it is', async () => {
    const nasty = `<script>alert("1")</script> & 'x' \u202e 👩🏽‍🔬 ${'ñ'.repeat(60)}`;
    const content = {
      ...{ title: nasty, name: nasty, document: nasty, statement: nasty, signer: nasty, position: nasty },
      lines: [{ label: nasty, value: nasty }],
    };
    const body = await pageOf(await insertCertificate(server.db, { content, drawn: await drawn() }));
    const written = `&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; \u202e 👩🏽‍🔬 ${'ñ'.repeat(60)}`;
    expect(body.split(written)).toHaveLength(9);
    expect(body.replaceAll('<script type="module" src="/compare-file.js"></script>', '')).not.toContain(
      '<script',
    );
  });

  it('leaves out who signs where nobody was named', async () => {
    const content = { document: '', signer: '', position: '' };
    const body = await pageOf(await insertCertificate(server.db, { content }));
    expect(body).not.toMatch(/<p><\/p>|<strong><\/strong>|<dd><\/dd>/);
  });
});

describe('its PDF', () => {
  it('is the stored one, to be kept, and in no cache', async () => {
    const issued = await insertCertificate(server.db, { drawn: await drawn('%PDF-1.7 entero') });
    const { status, headers, body } = await open(`${HOME}/${showCode(issued.code)}/pdf`);
    expect([status, body]).toEqual([200, '%PDF-1.7 entero']);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="certificado-${issued.folio}.pdf"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(await open(`${HOME}/${issued.code}/pdf`, 'HEAD')).toMatchObject({ status: 200, body: '' });
    await revoke(issued, 'Se emitió por error');
    expect(await open(`${HOME}/${issued.code}/pdf`)).toMatchObject({
      status: 404,
      body: (await open(`${HOME}/x`)).body,
    });
  });
});

describe('these documents', () => {
  it('answer HEAD with the same headers and nothing else', async () => {
    const issued = await insertCertificate(server.db);
    for (const url of [HOME, `${HOME}/${issued.code}`, `${HOME}/x`]) {
      const [get, head] = [await open(url), await open(url, 'HEAD')];
      expect([head.status, head.body, head.headers['content-length']]).toEqual([
        ...[get.status, '', get.headers['content-length']],
      ]);
    }
  });

  it('stop whoever guesses at speed, in words, by address and all of them together', async () => {
    const copy = await startApp({ rateLimit: 600 }, server);
    const ask = (path: string, remoteAddress: string) =>
      copy.app.inject({ method: 'GET', url: `${HOME}${path}`, remoteAddress });
    const paths = ['', '/x', '/x/pdf', '/x/insignia', '/clave/x', '/estados'];
    for (let n = 0; n < 120; n += 1) {
      const { statusCode } = await ask(paths[n % paths.length] ?? '', '203.0.113.7');
      expect(statusCode).not.toBe(429);
    }
    for (const path of paths) {
      const { statusCode, headers, body } = await ask(path, '203.0.113.7');
      expect([path, statusCode, headers['content-type']]).toEqual([path, 429, 'text/html; charset=utf-8']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body).toMatch(/Intenta de nuevo en \d+ segundos/);
    }
    expect((await ask('', '203.0.113.8')).statusCode).toBe(200);
    await copy.close();
  });
});
