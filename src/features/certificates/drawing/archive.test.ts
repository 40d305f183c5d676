import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueCertificate, issueCertificates } from '../../../../test/certificates.ts';
import type { Client } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { heldMemory } from '../../../../test/memory.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import { insertProject } from '../../../../test/rows.ts';
import { clients, openUniversity, server } from '../../../../test/university.ts';
import { unzipped } from '../../../../test/zips.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import { createFileStore, type FileStore } from '../../../server/files/store.ts';

/** Of a page that asks an API of another address. */
const ORIGIN = 'https://vinculacion.example';
openUniversity({ rateLimit: 0, corsOrigins: [ORIGIN] });
let files: FileStore;
/** One that the academic leads, and one of somebody else. */
let [own, other] = ['', ''];
beforeAll(async () => {
  files = await createFileStore(server.env.files);
  const lead = (email: string) => ({ lead_id: userIdOf(email), status: 'closed' }) as const;
  const { db } = server;
  ({ id: own } = await insertProject(db, {
    title: 'Propio',
    code: 'PAC-2026-7001',
    ...lead(PEOPLE.academic),
  }));
  ({ id: other } = await insertProject(db, {
    title: 'Ajeno',
    code: 'PAC-2026-7002',
    ...lead(PEOPLE.stranger),
  }));
});
beforeEach(() => sql`delete from certificates`.execute(server.db));

const ask = (who: Client, query = '') =>
  fetch(`${server.url}/api/certificates/archive?${query}`, {
    headers: { authorization: `Bearer ${who.token}`, origin: ORIGIN },
  });
async function get(who: Client, query = '') {
  const answer = await ask(who, query);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.status === 200 ? '' : bytes.toString()]).toEqual([200, '']);
  return { headers: answer.headers, bytes, files: await unzipped(bytes) };
}
async function refusalOf(who: Client, query = '') {
  const answer = await ask(who, query);
  const { detail = '' } = (await answer.json()) as Problem;
  return [answer.status, detail] as const;
}
const named = (name: string, more = {}) => ({ ...more, content: { name } });
const foliosOf = (archive: [string, Buffer][]) => archive.map(([name]) => Number(name.slice(5, 11)));

/** As if this was drawn. */
async function keep(id: string, pdf: Buffer): Promise<string> {
  const key = `certificates/${id}/drawn.pdf`;
  await files.put(key, pdf);
  await sql`update certificates set storage_key = ${key}, sha256 = sha256(${pdf}), size = ${pdf.length}
    where id = ${id}`.execute(server.db);
  return key;
}

describe('an archive of certificates', () => {
  it('has the PDFs by folio, drawn on the way, under names that every system keeps', async () => {
    const ids = await issueCertificates(server, own, [
      named('Ñusta Álvarez O’Higgins'),
      named('王伟'),
      named('  Ana/../María: "Pérez"'),
    ]);
    const { files: archive, headers, bytes } = await get(clients.admin);
    const first = foliosOf(archive)[0] ?? 0;
    const folio = (n: number) => `${new Date().getFullYear()}-${String(first + n).padStart(6, '0')}`;
    expect(archive.map(([name]) => name)).toEqual([
      `${folio(0)}-nusta-alvarez-o-higgins.pdf`,
      `${folio(1)}.pdf`,
      `${folio(2)}-ana-maria-perez.pdf`,
    ]);
    expect(archive.map(([, pdf]) => pdfPages(pdf).length)).toEqual([1, 1, 1]);
    expect(pdfPages(archive[2]?.[1] ?? Buffer.alloc(0))[0]?.replace(/\s/g, '')).toContain('Ana/../María');
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="certificados-[\d-]{10}\.zip"$/,
    );
    expect(headers.get('x-files')).toBe('3');
    expect(Math.abs(Number(headers.get('x-size-estimate')) / bytes.length - 1)).toBeLessThan(0.2);
    // From then on they are kept.
    const again = await get(clients.admin);
    expect(again.bytes.equals(bytes)).toBe(true);
    expect(again.headers.get('x-size-estimate')).toBe(String(bytes.length));
    const { rows } = await sql`select from certificates where storage_key is not null`.execute(server.db);
    expect(rows).toHaveLength(ids.length);
  });

  it('has what the reader may see and asked for, in whatever order the list was', async () => {
    const mine = { role: 'member', userId: userIdOf(PEOPLE.colleague) } as const;
    await issueCertificates(server, own, [named('Zoe'), named('Colega', mine), named('Ana')]);
    await issueCertificates(server, other, [named('De otro'), named('Colega', mine)]);
    const people = async (who: Client, query = '') =>
      (await get(who, query)).files.map(([name]) => name.slice(12, -4));
    expect(await people(clients.admin)).toEqual(['zoe', 'colega', 'ana', 'de-otro', 'colega']);
    expect(await people(clients.admin, 'sort=-name')).toEqual(['zoe', 'colega', 'ana', 'de-otro', 'colega']);
    expect(await people(clients.academic)).toEqual(['zoe', 'colega', 'ana']);
    expect(await people(clients.academic, 'role=participant&q=zo')).toEqual(['zoe']);
    expect(await people(clients.admin, `project=${other}`)).toEqual(['de-otro', 'colega']);
    expect(await people(clients.colleague)).toEqual(['colega', 'colega']);
    expect(await people(clients.admin, 'page=2&size=1')).toHaveLength(5);
    expect((await refusalOf(clients.academic, `project=${other}`))[0]).toBe(422);
    expect((await refusalOf(clients.reviewer))[0]).toBe(422);
  });

  it('leaves out what certifies nothing, and is refused where nothing is left', async () => {
    const [valid = '', revoked = '', suspended = '', erased = ''] = await issueCertificates(
      server,
      own,
      ['Vigente', 'Anulada', 'Suspendida', 'Borrada'].map(name => named(name)),
    );
    const set = (id: string, what: ReturnType<typeof sql>) =>
      sql`update certificates set ${what} where id = ${id}`.execute(server.db);
    await set(revoked, sql`revoked_at = now(), revocation_reason = 'No corresponde a la persona.'`);
    await set(suspended, sql`suspended_at = now()`);
    await set(erased, sql`erased_at = now()`);
    expect((await get(clients.admin)).files.map(([name]) => name.slice(12))).toEqual(['vigente.pdf']);
    expect((await get(clients.admin, 'state=valid')).files).toHaveLength(1);
    const none = [422, expect.stringContaining('No hay certificados vigentes')];
    expect(await refusalOf(clients.admin, 'state=revoked')).toEqual(none);
    await set(valid, sql`suspended_at = now()`);
    expect(await refusalOf(clients.admin)).toEqual(none);
  });

  it('tells what is lost, and has the rest', async () => {
    const [lost = ''] = await issueCertificates(server, own, [named('Perdida'), named('Guardada')]);
    await files.delete(await keep(lost, Buffer.from('%PDF-')));
    const { files: archive } = await get(clients.admin);
    expect(archive.map(([name]) => name.replace(/^[\d-]+/, ''))).toEqual(['guardada.pdf', 'LEEME.txt']);
    expect(archive[1]?.[1].toString()).toMatch(
      /-perdida\.pdf: El archivo no se encontró: avisa a la oficina\.\r\n$/,
    );
  });

  it('of more than fit is refused with what to do', async () => {
    await issueCertificates(
      server,
      own,
      Array.from({ length: 5001 }, () => ({})),
    );
    expect(await refusalOf(clients.admin)).toEqual([
      422,
      expect.stringMatching(/más de 5\.000.*elige un proyecto/),
    ]);
    expect((await refusalOf(clients.admin, 'state=revoked'))[0]).toBe(422);
  });

  it('tells pages of another origin how much comes', async () => {
    await issueCertificate(server, own);
    const answer = await ask(clients.admin);
    await answer.arrayBuffer();
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'Content-Disposition, X-Files, X-Size-Estimate',
    );
  });
});

describe('the server', () => {
  it('has memory flat, and nothing open once the reader is gone', async () => {
    const MB = 1024 * 1024;
    const ids = await issueCertificates(
      server,
      own,
      Array.from({ length: 80 }, () => ({})),
    );
    for (const id of ids) await keep(id, randomBytes(MB));
    const before = heldMemory();
    let [most, bytes, chunks] = [0, 0, 0];
    for await (const chunk of (await ask(clients.admin)).body ?? []) {
      bytes += chunk.length;
      chunks += 1;
      if (chunks % 64 === 0) most = Math.max(most, heldMemory() - before);
    }
    expect(bytes).toBeGreaterThan(80 * MB);
    expect(chunks).toBeGreaterThan(128);
    expect(most).toBeLessThan(30);
  });

  it('draws no more for who went away, and gives the turn back', async () => {
    await issueCertificates(
      server,
      own,
      Array.from({ length: 300 }, () => ({})),
    );
    const drawn = async () => {
      const { rows } = await sql`select from certificates where storage_key is not null`.execute(server.db);
      return rows.length;
    };
    // Each of one person in turn: the last would wait for ever for one that was never given back.
    for (let n = 0; n < 3; n += 1) {
      const reader = (await ask(clients.admin)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    const list = await fetch(`${server.url}/api/schools/export?format=csv`, {
      headers: { authorization: `Bearer ${clients.admin.token}` },
    });
    expect(list.status).toBe(200);
    await list.arrayBuffer();
    const left = await drawn();
    expect(left).toBeLessThan(300);
    // One who still drew would get every second turn of these.
    await issueCertificates(
      server,
      other,
      Array.from({ length: 20 }, () => ({})),
    );
    expect((await get(clients.otherAdmin, `project=${other}`)).files).toHaveLength(20);
    expect((await drawn()) - 20).toBeLessThanOrEqual(left + 1);
  });
});
