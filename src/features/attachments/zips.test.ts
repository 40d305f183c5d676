import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { type Created, detailOf, done, startDraft } from '../../../test/factories.ts';
import { checkArrived, sendUpload, startUpload } from '../../../test/files.ts';
import { keysIn } from '../../../test/stores.ts';
import { officeParts, openDocumentParts, type Part, zipOf } from '../../../test/zips.ts';
import { createFileStore, type FileStore } from '../../server/files/store.ts';
import { tableFile } from '../../server/tables/table-file.ts';

const MB = 1024 * 1024;
const LEAST = 64 * 1024;
const LINK = 0o120777;

let server: TestApp;
let store: FileStore;
let academic: Client;
let project: Created;
beforeAll(async () => {
  server = await startApp();
  // One author begins a draft for each archive.
  await sql`update settings set value = value || '{"drafts": 10000}' where key = 'quotas'`.execute(server.db);
  store = await createFileStore(server.env.files);
  academic = await clientAs(server, PEOPLE.academic);
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await startDraft(academic);
});

/** Sends it and has it checked; why it was refused, by its first bytes or by all of them. */
async function upload(bytes: Buffer, name = 'evidencia.zip', chunkBytes = 5 * MB) {
  const begun = done(await startUpload(academic, project, { name, bytes, chunkBytes }));
  const answer = await sendUpload([academic], project, begun, bytes);
  if (answer.status !== 200) {
    const { detail } = answer.body as unknown as { detail: string };
    return { refused: detail, status: answer.status, file: undefined };
  }
  await checkArrived(server);
  const file = (await detailOf(academic, project)).files.find(f => f.id === answer.body.file.id);
  return { refused: file?.state === 'rejected' ? file.reason : null, status: answer.status, file };
}

const text = (name: string, more: Partial<Part> = {}): Part => ({ name, content: `hola ${name}`, ...more });
const zipWith = (name: string, more: Partial<Part> = {}) => zipOf([text('leeme.txt'), text(name, more)]);
const good = zipOf([text('a.txt'), text('fotos/b.txt')]);
/** A second name in Unicode, as some programs add it. */
const named = (name: string) =>
  Buffer.concat([Buffer.from([0x75, 0x70, 5 + name.length, 0, 1, 0, 0, 0, 0]), Buffer.from(name)]);
const many = (count: number) => zipOf(Array.from({ length: count }, (_, n) => ({ name: `${n}`, method: 0 })));
const types = (kind: 'docx' | 'xlsx') => officeParts(kind).slice(0, 1);

const DAMAGED = 'está dañado o incompleto: vuelve a crearlo.';
const FOREIGN = 'trae algo más que sus archivos: vuelve a crearlo.';

const REFUSED: readonly (readonly [string, () => Buffer, string])[] = [
  ['cut off in its directory', () => good.subarray(0, -40), DAMAGED],
  ['cut off in its files', () => good.subarray(0, 50), DAMAGED],
  ['without the files it lists', () => Buffer.concat([good.subarray(0, 40), good.subarray(80)]), DAMAGED],
  ['that tells of more files than it lists', () => zipOf([text('a.txt')], { count: 2 }), DAMAGED],
  ['without any file', () => zipOf([]), 'está vacío.'],
  [
    'with a file before, which is not listed',
    () => zipOf([text('x', { hidden: true }), text('a.txt')]),
    FOREIGN,
  ],
  [
    'with a file between, which is not listed',
    () => zipOf([text('a'), text('x', { hidden: true }), text('b')]),
    FOREIGN,
  ],
  ['with a file behind, which is not listed', () => zipOf([text('a'), text('x', { hidden: true })]), FOREIGN],
  ['with bytes between', () => zipOf([text('a', { behind: 25 }), text('b')]), FOREIGN],
  ['with something behind its end', () => zipOf([text('a')], { behind: Buffer.from('<script>') }), FOREIGN],
  ['with another one behind its end', () => Buffer.concat([good, zipOf([text('c.txt')])]), DAMAGED],
  ['with files that lie in one another', () => zipOf([text('a'), text('a2', { overlaps: true })]), DAMAGED],
  ['whose header names another file', () => zipWith('b.txt', { header: { name: 'c.txt' } }), DAMAGED],
  ['whose header tells another packing', () => zipWith('b.txt', { header: { method: 0 } }), DAMAGED],
  [
    'with a file that says to be longer than it is',
    () => zipWith('b.txt', { method: 0, unpacked: 5000 }),
    DAMAGED,
  ],
  [
    'with a file above its folder',
    () => zipWith('../../etc/passwd'),
    'guarda «../../etc/passwd» con una ruta insegura',
  ],
  ['with a file above, for Windows alone', () => zipWith('a/.. /b.txt'), 'con una ruta insegura'],
  ['with an absolute path', () => zipWith('/etc/passwd'), 'con una ruta insegura'],
  ['with a drive', () => zipWith('C:/Windows/a.dll'), 'con una ruta insegura'],
  ['with backslashes', () => zipWith('..\\a.dll'), 'con una ruta insegura'],
  [
    'with such a path as second name',
    () => zipWith('a.txt', { extra: named('../a.txt') }),
    'con una ruta insegura',
  ],
  [
    'with a link',
    () => zipWith('atajo', { mode: LINK, content: '/etc/passwd' }),
    'contiene un enlace («atajo»)',
  ],
  [
    'with a key',
    () => zipWith('secreto.txt', { flags: 1 }),
    'protegido con clave: vuelve a crearlo sin clave.',
  ],
  ['with a strong key', () => zipWith('secreto.txt', { method: 99 }), 'protegido con clave'],
  ['with the same file twice', () => zipOf([text('a.txt'), text('a.txt')]), 'contiene dos veces «a.txt»'],
  ['with too many files', () => many(10_001), 'contiene más de 10.000 archivos: divídelo en partes.'],
  [
    'that unpacks to a thousand times its size',
    () => zipWith('0', { content: Buffer.alloc(70 * MB) }),
    'más de cien veces su tamaño',
  ],
  [
    'that unpacks to more than a gigabyte',
    () => zipWith('1', { unpacked: 1025 * MB }),
    'ocupa demasiado al descomprimirlo',
  ],
];

const REFUSED_DOCUMENTS: readonly (readonly [string, () => Buffer, string])[] = [
  [
    'with macros',
    () => zipOf(officeParts('docx', [text('word/vbaProject.bin')])),
    'El documento contiene macros: guárdalo sin macros.',
  ],
  ['of a type whose parts it lacks', () => zipOf([...types('docx'), text('xl/workbook.xml')]), DAMAGED],
  [
    'whose first headers tell of another type',
    () => zipOf([...types('docx').map(p => ({ ...p, hidden: true })), ...officeParts('xlsx')]),
    FOREIGN,
  ],
  ['that is no OpenDocument by its beginning', () => zipOf(openDocumentParts('text').reverse()), DAMAGED],
  ['that is cut off', () => zipOf(officeParts('pptx')).subarray(0, -30), `El documento ${DAMAGED}`],
  [
    'with a file above its folder',
    () => zipOf(officeParts('xlsx', [text('xl/../../x')])),
    'El documento guarda «xl/../../x»',
  ],
];

describe('an archive is refused in words and leaves nothing', () => {
  it.each([
    ...REFUSED,
    ...REFUSED_DOCUMENTS.map(([name, ...rest]) => [`a document ${name}`, ...rest] as const),
  ])('%s', async (_name, make, words) => {
    const { refused } = await upload(make());
    expect(refused).toContain(words);
    const { files } = await detailOf(academic, project);
    expect(files.filter(f => f.state !== 'rejected')).toEqual([]);
    expect([...(await keysIn(store, 'uploads')), ...(await keysIn(store, `files/${project.id}`))]).toEqual(
      [],
    );
    const { n } = await server.db
      .selectFrom('uploads')
      .select(e => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(0);
  });

  it('whatever stands before it, when it is a program or a script', async () => {
    for (const before of ['MZ\u0090\u0000', '#!/bin/sh\nexit\n', 'GIF89a'])
      expect((await upload(Buffer.concat([Buffer.from(before, 'latin1'), good]))).status).toBe(415);
  });

  it('as part of the bases of a call, too', async () => {
    const office = await clientAs(server, PEOPLE.admin);
    const { id } = done(
      await office.post<{ id: string }>('/calls', { name: 'Fondo', year: 2026, kind: 'fexs' }),
    );
    const put = (bytes: Buffer) =>
      office.put<{ name: string }>(`/calls/${id}/files?name=..%2Fbases%E2%80%AE.zip`, bytes);
    expect(await put(zipWith('../x'))).toMatchObject({
      status: 415,
      body: { detail: expect.stringContaining('con una ruta insegura') },
    });
    expect(await keysIn(store, `calls/${id}`)).toEqual([]);
    expect(done(await put(good)).name).toBe('bases.zip');
  });
});

async function* oneRow() {
  yield [{}];
}
const xlsxByUs = () => buffer(tableFile('xlsx', { nombre: () => 'Ñandú' }, oneRow()));
const xlsxByOthers = async () => {
  const { toBuffer } = await writeXlsxFile([[{ value: 'Nombre' }], [{ value: 'Ñandú' }]]);
  return toBuffer();
};
const follows = (parts: readonly Part[]) => parts.map(part => ({ ...part, follows: part.method !== 0 }));

describe('an archive is taken', () => {
  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    [
      'with folders and names of any language',
      'zip',
      () => zipOf([text('fotos/', { mode: 0o040755 }), text('fotos/año 👩‍🏫.txt'), text('..a..b/c..')]),
    ],
    [
      'whose sizes follow its files, as of a Mac or of Google',
      'zip',
      () => zipOf(follows([text('a'), text('b')])),
    ],
    [
      'whose sizes stand elsewhere, as of large files',
      'zip',
      () => zipOf([text('a', { long: true })], { long: true }),
    ],
    ['with a field for sizes that holds none', 'zip', () => zipOf([text('a', { long: 'empty' })])],
    ['with a remark', 'zip', () => zipOf([text('a')], { comment: 'Hecho en Ñuble' })],
    ['with another one inside', 'zip', () => zipOf([{ name: 'otro.zip', content: good, method: 0 }])],
    ['with programs, which nobody runs here', 'zip', () => zipOf([text('a.exe')])],
    ['with ten thousand files', 'zip', () => many(10_000)],
    ['that is a document', 'docx', () => zipOf(officeParts('docx'))],
    ['that is a document whose type comes last', 'docx', () => zipOf(officeParts('docx').reverse())],
    [
      'that is a document with pictures before its type',
      'pptx',
      () =>
        zipOf([
          { name: 'ppt/media/a.png', content: randomBytes(2 * MB), follows: true },
          ...follows(officeParts('pptx')),
        ]),
    ],
    ['that is a presentation', 'pptx', () => zipOf(follows(officeParts('pptx')))],
    ['that is a text of LibreOffice', 'odt', () => zipOf(follows(openDocumentParts('text')))],
    ['that is a table of LibreOffice', 'ods', () => zipOf(openDocumentParts('spreadsheet'))],
    ['that is an export of ours', 'xlsx', xlsxByUs],
    ['that is a table of a library', 'xlsx', xlsxByOthers],
  ])('%s', async (_name, kind, make) => {
    const { file } = await upload(await make(), `evidencia.${kind}`);
    expect(file).toMatchObject({ name: `evidencia.${kind}`, state: 'ready' });
  });

  it('also when its directory comes in several chunks', async () => {
    // The last one holds ten bytes of the record at the end.
    const endingAt = (rest: number, last: string) => {
      const parts = Array.from({ length: 3000 }, (_, n) => text(`${n}`));
      const made = (padding: number) =>
        zipOf([...parts, text(last), { name: 'p', content: randomBytes(padding), method: 0 }]);
      const { length } = made(0);
      return made((LEAST + rest - (length % LEAST)) % LEAST);
    };
    const bytes = endingAt(10, 'x');
    expect(bytes.length % LEAST).toBe(10);
    expect((await upload(bytes, 'a.zip', LEAST)).file).toMatchObject({ size: bytes.length, state: 'ready' });
    expect((await upload(endingAt(10, '../x'), 'b.zip', LEAST)).refused).toContain('con una ruta insegura');
  });

  it('of 50 MB without being held in memory', async () => {
    const photo = randomBytes(10_000);
    const bytes = zipOf(
      Array.from({ length: 5000 }, (_, n) => ({ name: `fotos/${n}.jpg`, content: photo, method: 0 })),
    );
    expect(bytes.length).toBeGreaterThan(48 * MB);
    const { external, arrayBuffers } = process.memoryUsage();
    const { file } = await upload(bytes, 'fotos.zip');
    expect(file).toMatchObject({ size: bytes.length, state: 'ready' });
    const after = process.memoryUsage();
    expect(after.external + after.arrayBuffers - external - arrayBuffers).toBeLessThan(200 * MB);
  });
});
