import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTENT, issueCertificate, issueCertificates } from '../../../../test/certificates.ts';
import { pdfPages } from '../../../../test/pdf.ts';
import { insertProject } from '../../../../test/rows.ts';
import { keysIn } from '../../../../test/stores.ts';
import { openUniversity, server } from '../../../../test/university.ts';
import { readStoredFiles } from '../../../db/backup/stored-files.ts';
import { showCode } from '../../../domain/certificates/codes.ts';
import { createFileStore, type FileStore } from '../../../server/files/store.ts';
import { cleanFiles } from '../../attachments/jobs.ts';
import { drawWaiting, dropErased, ensureDrawn } from './commands.ts';

openUniversity();
let files: FileStore;
let project: string;
beforeAll(async () => {
  files = await createFileStore(server.env.files);
  ({ id: project } = await insertProject(server.db, { title: 'Huertas comunitarias' }));
});
beforeEach(async () => {
  await sql`delete from certificates`.execute(server.db);
  await files.deleteAll('certificates');
});

const tools = () => ({ db: server.db, env: server.env, files });
const asker = (person: string) => ({ person, gone: new AbortController().signal });
const solid = (text: string) => text.replace(/\s/g, '');

interface Row {
  readonly folio: string;
  readonly code: string;
  readonly key: string | null;
  readonly sha256: string | null;
  readonly size: number | null;
}
async function rowOf(id: string): Promise<Row> {
  const { rows } =
    await sql<Row>`select folio, code, storage_key as key, encode(sha256, 'hex') as sha256, size
    from certificates where id = ${id}`.execute(server.db);
  if (!rows[0]) throw new Error('no such certificate');
  return rows[0];
}
const bytesAt = async (key: string) => buffer(await files.read(key));
const erase = (id: string) =>
  sql`update certificates set erased_at = now() where id = ${id}`.execute(server.db);

describe('the PDF of a certificate', () => {
  it('says on one page all that it certifies and how it is checked, and is what the row says', async () => {
    const id = await issueCertificate(server, project);
    const { key, size } = await ensureDrawn(tools(), asker('a'), id);
    const row = await rowOf(id);
    const pdf = await bytesAt(key);
    expect(row).toMatchObject({ key, size, sha256: createHash('sha256').update(pdf).digest('hex') });
    expect(pdf.length).toBe(size);
    const pages = pdfPages(pdf).map(solid);
    expect(pages).toHaveLength(1);
    const code = showCode(row.code);
    for (const words of [
      server.env.firstInstitution,
      'certifica que',
      CONTENT.name,
      CONTENT.document,
      CONTENT.statement,
      ...CONTENT.lines.flatMap(({ label, value }) => [label, value]),
      CONTENT.signer,
      CONTENT.position,
      row.folio,
      code,
      'Comprueba este certificado en',
      `${server.env.publicUrl}/publico/certificado/${code}`,
    ])
      expect([words, pages[0]?.includes(solid(words))]).toEqual([words, true]);
  });

  it('is the same when it is asked for again', async () => {
    const id = await issueCertificate(server, project);
    const first = await ensureDrawn(tools(), asker('a'), id);
    expect(await ensureDrawn(tools(), asker('a'), id)).toEqual(first);
    expect(await keysIn(files, 'certificates')).toEqual([first.key]);
  });

  it('drawn by several at once is one object, which all of them are told', async () => {
    const id = await issueCertificate(server, project);
    const all = await Promise.all(['a', 'b', 'c', 'd'].map(who => ensureDrawn(tools(), asker(who), id)));
    const { key } = await rowOf(id);
    expect(new Set(all.map(one => one.key))).toEqual(new Set([key]));
    expect(await keysIn(files, 'certificates')).toEqual([key]);
  });

  it('is of the backup, and the clock leaves it where it is', async () => {
    const id = await issueCertificate(server, project);
    const { key } = await ensureDrawn(tools(), asker('a'), id);
    await files.put('certificates/nobody/left.pdf', Buffer.from('x'));
    const { sha256 } = await rowOf(id);
    expect(await readStoredFiles(server.db, [key])).toEqual([{ key, sha256 }]);
    await cleanFiles(server.db, files, new Date(Date.now() + 3 * 86_400_000));
    expect(await keysIn(files, 'certificates')).toEqual([key]);
  });
});

describe('the job', () => {
  it('draws what waits, whatever one of them is; a broken one is told after the others', async () => {
    const ids = await issueCertificates(
      server,
      project,
      Array.from({ length: 60 }, (_, n) => ({ content: { name: `Persona ${n}` } })),
    );
    // Older than the others, and nothing that can be laid out.
    const broken = ids[0] ?? '';
    await sql`alter table certificates disable trigger certificates_keep`.execute(server.db);
    await sql`update certificates set content = '{}' where id = ${broken}`.execute(server.db);
    await sql`alter table certificates enable trigger certificates_keep`.execute(server.db);
    await expect(drawWaiting(tools())).rejects.toThrow('cannot be drawn');
    const { rows } = await sql<{ id: string }>`select id from certificates where storage_key is null`.execute(
      server.db,
    );
    expect(rows).toEqual([{ id: broken }]);
    const last = await rowOf(ids.at(-1) ?? '');
    expect(solid(pdfPages(await bytesAt(last.key ?? ''))[0] ?? '')).toContain('Persona59');
    await sql`delete from certificates where id = ${broken}`.execute(server.db);
    expect(await drawWaiting(tools())).toBe(0);
  });

  it('by two copies of the server at once leaves one object each', async () => {
    await issueCertificates(
      server,
      project,
      Array.from({ length: 8 }, () => ({})),
    );
    await Promise.all([drawWaiting(tools()), drawWaiting(tools())]);
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from certificates order by storage_key`.execute(server.db);
    expect(rows).toHaveLength(8);
    expect((await keysIn(files, 'certificates')).toSorted()).toEqual(rows.map(r => r.key).toSorted());
  });

  it('removes those of people who were anonymised, and draws them no more', async () => {
    const [kept = '', gone = '', never = ''] = await issueCertificates(server, project, [{}, {}, {}]);
    await ensureDrawn(tools(), asker('a'), kept);
    await ensureDrawn(tools(), asker('a'), gone);
    await erase(gone);
    await erase(never);
    await dropErased(tools());
    expect(await drawWaiting(tools())).toBe(0);
    expect(await rowOf(gone)).toMatchObject({ key: null, sha256: null, size: null });
    expect(await keysIn(files, 'certificates')).toEqual([(await rowOf(kept)).key]);
    for (const id of [gone, never])
      await expect(ensureDrawn(tools(), asker('a'), id)).rejects.toThrow(
        expect.objectContaining({ code: 'not_found' }),
      );
  });
});
