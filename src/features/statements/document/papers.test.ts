import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { filesOf, uploadFile } from '../../../../test/files.ts';
import { heldMemory } from '../../../../test/memory.ts';
import { photoWith, secretsIn } from '../../../../test/photos.ts';
import { largePdf } from '../../../../test/samples.ts';
import { ask, EXPENSES, get, lead, openStated, project, writeStatement } from '../../../../test/stated.ts';
import { startS3 } from '../../../../test/stores.ts';
import { server } from '../../../../test/university.ts';
import { unzipped } from '../../../../test/zips.ts';
import { createFileStore } from '../../../server/files/store.ts';
import { zip } from '../../../server/tables/zip.ts';
import { paperFiles } from './queries.ts';

openStated();

const MB = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function upload(name: string, bytes: Buffer): Promise<string> {
  const { id } = await uploadFile(server, lead(), project, { name, bytes, documentType: 'other' });
  const found = (await filesOf(lead(), project)).files.find(f => f.id === id);
  if (!found) throw new Error('the file is not there');
  return found.versionId;
}

it('come in its order, as they were uploaded, under names that every system keeps', async () => {
  const [one, two] = [largePdf(300_000), largePdf(5_000)];
  const [first, second] = [await upload('factura final.pdf', one), await upload('Más/../..\\copia.pdf', two)];
  const statement = await writeStatement([
    { voucher: { number: 'A/12 3', rut: '1-9', gross: 1000 }, papers: [second, first] },
    { voucher: { type: 'Declaración jurada', gross: 1000 }, papers: [first] },
  ]);
  const { bytes, headers } = await get(statement, 'papers');
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${project.code}-respaldos-2.zip"`);
  const files = await unzipped(bytes);
  expect(files.map(([name, content]) => [name, sha256(content)])).toEqual([
    ['001-factura-a-12-3-copia.pdf', sha256(two)],
    ['001-factura-a-12-3-factura final.pdf', sha256(one)],
    ['002-declaracion-jurada-factura final.pdf', sha256(one)],
  ]);
});

it('photos come as they were prepared; what is not handed over is told in a text', async () => {
  const photo = await upload('boleta.jpg', await photoWith());
  const [refused, lost, right] = [
    await upload('mala.pdf', largePdf(2_001)),
    await upload('perdida.pdf', largePdf(2_002)),
    await upload('buena.pdf', largePdf(2_003)),
  ];
  await sql`update files set state = 'rejected', reason = 'Está protegido.' where id = ${refused}`.execute(
    server.db,
  );
  const { storage_key: key } = await server.db
    .selectFrom('files')
    .select('storage_key')
    .where('id', '=', lost)
    .executeTakeFirstOrThrow();
  await (await createFileStore(server.env.files)).delete(key ?? '');
  const voucher = { number: '7', rut: '1-9', gross: 1000 };
  const statement = await writeStatement([{ voucher, papers: [photo, refused, lost, right] }]);
  const files = await unzipped((await get(statement, 'papers')).bytes);
  expect(files.map(([name]) => name)).toEqual([
    '001-factura-7-boleta.jpg',
    '001-factura-7-buena.pdf',
    'LEEME.txt',
  ]);
  expect(secretsIn(files[0]?.[1] ?? Buffer.alloc(0))).toEqual([]);
  const note = files[2]?.[1].toString() ?? '';
  expect(note).toContain('001-factura-7-mala.pdf: El archivo fue rechazado: Está protegido.');
  expect(note).toContain('001-factura-7-perdida.pdf: El archivo no se encontró');
  expect(note).not.toContain('buena');
});

it('none at all are told, too', async () => {
  const files = await unzipped((await get(await writeStatement(EXPENSES), 'papers')).bytes);
  expect(files.map(([name, content]) => [name, content.toString().includes('no tiene respaldos')])).toEqual([
    ['LEEME.txt', true],
  ]);
});

it('come with memory flat, and whoever goes away leaves nothing open', async () => {
  const large = await upload('plano.pdf', largePdf(8 * MB));
  const expenses = Array.from({ length: 8 }, (_, n) => ({
    voucher: { number: `${n}`, rut: '1-9', gross: 1000 },
    papers: [large],
  }));
  const statement = await writeStatement(expenses);
  const before = heldMemory();
  let [most, bytes, chunks] = [0, 0, 0];
  const answer = await ask(lead(), statement, 'papers');
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    chunks += 1;
    if (chunks % 64 === 0) most = Math.max(most, heldMemory() - before);
  }
  expect(bytes).toBeGreaterThan(0);
  expect(chunks).toBeGreaterThan(128);
  expect(most).toBeLessThan(30);
  // Each of one person in turn: the second would wait for ever for one that was never given back.
  for (let n = 0; n < 3; n += 1) await (await ask(lead(), statement, 'papers')).body?.cancel();
  await (await ask(lead(), statement, 'papers')).arrayBuffer();
});

it('come from S3 as well', async () => {
  const s3 = await startS3('fauxqs');
  const files = await createFileStore(s3.files);
  const [one, two] = [largePdf(200_000), largePdf(6 * MB)];
  await files.put('files/x/one', one);
  await files.put('files/x/two', two);
  const paper = (name: string, key: string) => ({ name, key, size: 1, refused: null });
  const papers = [
    paper('2.pdf', 'files/x/two'),
    paper('1.pdf', 'files/x/one'),
    paper('0.pdf', 'files/x/zero'),
  ];
  const parts: Buffer[] = [];
  for await (const part of zip(paperFiles(files, { code: 'A', number: 1, papers }))) parts.push(part);
  const found = await unzipped(Buffer.concat(parts));
  expect(found.slice(0, 2).map(([name, content]) => [name, sha256(content)])).toEqual([
    ['2.pdf', sha256(two)],
    ['1.pdf', sha256(one)],
  ]);
  expect(found[2]?.[1].toString()).toContain('0.pdf: El archivo no se encontró');
  await s3.close();
});
