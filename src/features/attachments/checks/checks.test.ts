import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { startClamd, type TestClamd } from '../../../../test/clamd.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { type Created, detailOf, done, startDraft } from '../../../../test/factories.ts';
import {
  checkArrived,
  type FileList,
  filesOf,
  makeChecksDue,
  sendUpload,
  startUpload,
  uploadFile,
} from '../../../../test/files.ts';
import { photoWith, secretsIn } from '../../../../test/photos.ts';
import { largePdf, sampleFiles } from '../../../../test/samples.ts';
import { keysIn, STORES, startStore, type TestStore } from '../../../../test/stores.ts';
import { writeSetting } from '../../../db/settings.ts';
import { createScanner, EICAR } from '../../../server/files/scanner.ts';
import { createFileStore, type FileStore } from '../../../server/files/store.ts';
import { checkFiles } from './commands.ts';

const MB = 1024 * 1024;
const pdfWith = (text: string) => Buffer.from(`%PDF-1.4\n% ${crypto.randomUUID()} ${text}\n%%EOF`);

let server: TestApp;
let academic: Client;
let admin: Client;
let project: Created;
let store: FileStore;

async function open(files: TestStore['files'], clamd?: TestClamd['address']): Promise<void> {
  server = await startApp({ files, clamd });
  store = await createFileStore(files);
  academic = await clientAs(server, PEOPLE.academic);
  admin = await clientAs(server, PEOPLE.admin);
}
beforeEach(async () => {
  project = await startDraft(academic);
});

const upload = (name: string, bytes: Buffer, more: object = {}) =>
  uploadFile(server, academic, project, { name, bytes, ...more });
const onlyFile = async (): Promise<FileList['files'][number]> => {
  const [file] = (await filesOf(academic, project)).files;
  if (!file) throw new Error('there is no file');
  return file;
};
const pathOf = (file: { id: string }) => `/projects/pacs/${project.id}/files/${file.id}`;
const link = (client: Client, file: { id: string }, body: object = {}) =>
  client.post<{ url: string }>(`${pathOf(file)}/link`, body);
async function bytesAt(url: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}/api${url}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
describe.each(STORES)('on %s', which => {
  let given: TestStore;
  beforeAll(async () => {
    given = await startStore(which);
    await open(given.files);
  });
  afterAll(async () => {
    await server.close();
    await given.close();
  });

  it('a file is received, then ready: only then it is opened and counts', async () => {
    const bytes = largePdf(6 * MB);
    const begun = done(await startUpload(academic, project, { name: 'a.pdf', bytes }));
    const { file } = done(await sendUpload([academic], project, begun, bytes));
    expect(await onlyFile()).toMatchObject({ state: 'received', name: 'a.pdf' });
    expect((await link(academic, file)).status).toBe(422);
    await checkArrived(server);
    expect(await onlyFile()).toMatchObject({ state: 'ready', scan: 'unscanned', scanDetail: 'no_scanner' });
    const { url } = done(await link(academic, file));
    expect((await bytesAt(url)).equals(bytes)).toBe(true);
    expect(await keysIn(store, 'uploads')).toEqual([]);
    // There is nothing left to do.
    expect(await checkArrived(server)).toBe(0);
  });

  it('a photo is served upright, without position and camera; its sender and the office get it as it was', async () => {
    const bytes = await photoWith({ width: 600, height: 400, orientation: 6 });
    const file = await upload('feria.jpg', bytes);
    const clean = await bytesAt(done(await link(academic, file)).url);
    const { width, height, exif } = await sharp(clean).metadata();
    expect([width, height, exif, secretsIn(clean)]).toEqual([400, 600, undefined, []]);
    expect(await onlyFile()).toMatchObject({ mayOpenOriginal: true });
    for (const client of [academic, admin]) {
      const original = await bytesAt(done(await link(client, file, { as: 'original' })).url);
      expect(original.equals(bytes)).toBe(true);
    }
    const { thumbnail } = await onlyFile();
    const small = await bytesAt(thumbnail ?? '');
    expect((await sharp(small).metadata()).height).toBe(400);
    expect(secretsIn(small)).toEqual([]);
    done(await academic.delete(pathOf(file)));
    expect(await keysIn(store, `files/${project.id}`)).toEqual([]);
  });

  it('what is no photo, or has too many pixels, is rejected with its reason and not kept', async () => {
    const broken = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
      Buffer.from('JFIF\0'),
      Buffer.alloc(40),
    ]);
    const file = await upload('rota.jpg', broken);
    expect(file).toMatchObject({ state: 'rejected', reason: expect.stringContaining('dañada o incompleta') });
    expect(await keysIn(store, `files/${project.id}`)).toEqual([]);
    expect(await link(academic, file)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('rechazado') },
    });
    const large = await sharp({
      create: { width: 20_000, height: 20_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await upload('enorme.png', large)).reason).toContain('400 megapíxeles');
    expect(await keysIn(store, `files/${project.id}`)).toEqual([]);
  });

  it('an archive that is none inside is rejected; sent again it is looked at again', async () => {
    const whole = sampleFiles().docx ?? Buffer.alloc(0);
    const cut = whole.subarray(0, whole.length - 30);
    const file = await upload('informe.docx', cut);
    expect(file).toMatchObject({ state: 'rejected', reason: expect.stringContaining('dañado o incompleto') });
    const again = await upload('informe.docx', cut);
    expect(again).toMatchObject({ id: file.id, state: 'rejected' });
    const { rows } = await sql<{ done: string }>`select action as done from audit
      where object_id = ${project.id} and action like 'file.%' order by id`.execute(server.db);
    expect(rows.map(r => r.done)).toEqual(['file.add', 'file.reject', 'file.reject']);
    // Whoever may upload puts it away.
    done(await academic.delete(pathOf(file)));
    expect((await detailOf(academic, project)).files).toEqual([]);
  });
});

describe('versions', () => {
  beforeAll(async () => {
    const given = await startStore('local');
    await open(given.files);
  });
  afterAll(() => server.close());

  it('a new one counts once it is ready; the others stay readable; both keep the id of the file', async () => {
    const [one, two] = [largePdf(1000), largePdf(2000)];
    const file = await upload('convenio.pdf', one);
    const begun = done(await startUpload(academic, project, { name: 'v2.pdf', bytes: two, file: file.id }));
    done(await sendUpload([academic], project, begun, two));
    expect(await onlyFile()).toMatchObject({
      ...{ id: file.id, version: 1, name: 'convenio.pdf', state: 'ready' },
      versions: [{ version: 2, state: 'received', name: 'v2.pdf' }],
    });
    expect((await detailOf(academic, project)).files).toMatchObject([{ id: file.id, version: 1 }]);
    await checkArrived(server);
    expect(await onlyFile()).toMatchObject({
      ...{ id: file.id, version: 2, name: 'v2.pdf', state: 'ready' },
      versions: [{ id: file.id, version: 1, name: 'convenio.pdf' }],
    });
    expect((await bytesAt(done(await link(academic, file)).url)).equals(two)).toBe(true);
    expect((await bytesAt(done(await link(academic, file, { version: 1 })).url)).equals(one)).toBe(true);
    expect((await link(academic, file, { version: 3 })).status).toBe(404);
    expect((await link(academic, file, { version: 2 ** 40 })).status).toBe(400);
  });

  it('a rejected one changes nothing, and is put away alone', async () => {
    const file = await upload('carta.pdf', largePdf(1000));
    const broken = (sampleFiles().docx ?? Buffer.alloc(0)).subarray(0, 150);
    expect(await upload('carta.docx', broken, { file: file.id })).toMatchObject({
      version: 1,
      state: 'ready',
    });
    const [version] = (await onlyFile()).versions;
    expect(version).toMatchObject({ version: 2, state: 'rejected' });
    done(await academic.delete(pathOf({ id: version?.id ?? '' })));
    expect(await onlyFile()).toMatchObject({ id: file.id, versions: [] });
  });

  it('removing the newest lets the one before count; removing the file removes all', async () => {
    const file = await upload('a.pdf', largePdf(1000));
    await upload('b.pdf', largePdf(1001), { file: file.id });
    await upload('c.pdf', largePdf(1002), { file: file.id });
    done(await academic.delete(pathOf({ id: (await onlyFile()).versionId })));
    expect(await onlyFile()).toMatchObject({ id: file.id, version: 2, name: 'b.pdf' });
    done(await academic.delete(pathOf(file)));
    expect((await filesOf(academic, project)).files).toEqual([]);
    expect(await keysIn(store, `files/${project.id}`)).toEqual([]);
  });

  it('the content of an earlier one, sent as a new one, makes that one count again', async () => {
    const first = largePdf(1000);
    const file = await upload('a.pdf', first);
    await upload('b.pdf', largePdf(1001), { file: file.id });
    await upload('otra vez.pdf', first, { file: file.id });
    expect(await onlyFile()).toMatchObject({ id: file.id, version: 1, versions: [{ version: 2 }] });
    expect(await keysIn(store, `files/${project.id}`)).toHaveLength(2);
  });

  it('two sent at once get numbers of their own, and the later one counts whichever is checked first', async () => {
    const file = await upload('a.pdf', largePdf(1000));
    const sent = [largePdf(1001), largePdf(1002)];
    await Promise.all(
      sent.map(async (bytes, n) => {
        const begun = done(await startUpload(academic, project, { name: `${n}.pdf`, bytes, file: file.id }));
        done(await sendUpload([academic], project, begun, bytes));
      }),
    );
    await Promise.all([checkArrived(server), checkArrived(server)]);
    const { version, versions } = await onlyFile();
    expect([version, ...versions.map(v => v.version)]).toEqual([3, 2, 1]);
  });

  it('are for who may still write the file: other people’s files and projects are not there', async () => {
    const file = await upload('a.pdf', largePdf(1000));
    const stranger = await clientAs(server, PEOPLE.stranger);
    const bytes = largePdf(2000);
    const other = await startDraft(academic);
    expect((await startUpload(stranger, project, { name: 'b.pdf', bytes, file: file.id })).status).toBe(404);
    expect((await startUpload(academic, other, { name: 'b.pdf', bytes, file: file.id })).status).toBe(404);
    expect((await stranger.get(`/projects/pacs/${project.id}/files`)).status).toBe(404);
    const missing = crypto.randomUUID();
    expect((await startUpload(academic, project, { name: 'b.pdf', bytes, file: missing })).status).toBe(404);
  });
});

describe('the virus scanner', () => {
  let clamd: TestClamd;
  beforeAll(async () => {
    clamd = await startClamd();
    const given = await startStore('local');
    await open(given.files, clamd.address);
  });
  afterEach(() => {
    clamd.behaviour = 'right';
  });
  afterAll(async () => {
    await server.close();
    await clamd.close();
  });
  const serveUnscanned = (value: boolean) =>
    server.db.transaction().execute(async tx => {
      const office = await tx
        .selectFrom('users')
        .select('id')
        .where('email', '=', PEOPLE.admin)
        .executeTakeFirstOrThrow();
      await writeSetting(tx, 'serveUnscanned', value, office.id);
    });

  it('lets pass what is clean, and rejects a virus, which is kept nowhere', async () => {
    expect(await upload('a.pdf', pdfWith('hola'))).toMatchObject({ state: 'ready' });
    expect(await onlyFile()).toMatchObject({ scan: 'clean', scanDetail: null });
    const infected = await upload('virus.pdf', pdfWith(EICAR));
    expect(infected).toMatchObject({
      state: 'rejected',
      reason: 'Contiene un virus (Eicar-Test-Signature).',
    });
    expect(await keysIn(store, `files/${project.id}`)).toHaveLength(1);
    expect(await keysIn(store, 'uploads')).toEqual([]);
  });

  it('that does not answer delays nothing; what it missed is scanned later, and taken away if need be', async () => {
    clamd.behaviour = 'break';
    const virus = pdfWith(EICAR);
    const file = await upload('virus.pdf', virus);
    expect(file.state).toBe('ready');
    expect(await onlyFile()).toMatchObject({ scan: 'unscanned', scanDetail: 'away' });
    expect((await link(academic, file)).status).toBe(200);
    clamd.behaviour = 'right';
    expect(await checkArrived(server)).toBe(0);
    await makeChecksDue(server);
    expect(await checkArrived(server)).toBe(1);
    expect(await onlyFile()).toMatchObject({ state: 'rejected', scan: 'infected' });
    expect((await link(academic, file)).status).toBe(422);
    // It was in use: whoever has to look at it finds it, also when it is sent once more.
    const [key] = await keysIn(store, `files/${project.id}`);
    await upload('otra vez.pdf', virus);
    expect(await onlyFile()).toMatchObject({ state: 'rejected', scan: 'infected' });
    expect(await keysIn(store, `files/${project.id}`)).toEqual([key]);
  });

  it('when only scanned files are to be handed over, the others wait; a link of before opens them no more', async () => {
    clamd.behaviour = 'break';
    const file = await upload('a.pdf', pdfWith('hola'));
    const { url } = done(await link(academic, file));
    try {
      await serveUnscanned(false);
      // Settings reach every copy within ten seconds.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
      const there = `${server.url}/api${url}`;
      expect((await fetch(there)).status).toBe(422);
      clamd.behaviour = 'right';
      await makeChecksDue(server);
      await checkArrived(server);
      expect((await fetch(there)).status).toBe(200);
    } finally {
      vi.useRealTimers();
      await serveUnscanned(true);
    }
  });

  it('is asked about what was there before it, once it is set', async () => {
    const without = { db: server.db, files: store, scanner: undefined };
    const begun = done(await startUpload(academic, project, { name: 'a.pdf', bytes: pdfWith('x') }));
    expect(begun.received).toBe(0);
    const bytes = pdfWith('antes');
    const early = done(await startUpload(academic, project, { name: 'b.pdf', bytes }));
    done(await sendUpload([academic], project, early, bytes));
    await checkFiles(without);
    expect(await onlyFile()).toMatchObject({ scan: 'unscanned', scanDetail: 'no_scanner' });
    await checkFiles({ ...without, scanner: createScanner(clamd.address) });
    expect(await onlyFile()).toMatchObject({ scan: 'clean' });
  });
});

describe('files of before', () => {
  beforeAll(async () => {
    const given = await startStore('local');
    await open(given.files);
  });
  afterAll(() => server.close());

  /** As the version before wrote it: without knowing of any check. */
  async function oldFile(name: string, type: string, bytes: Buffer): Promise<string> {
    const key = `files/${project.id}/${crypto.randomUUID()}`;
    await store.put(key, bytes);
    const { rows } = await sql<{ id: string }>`
      insert into files (project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by)
      select ${project.id}, 'other', ${name}, ${bytes.length}, ${type}, sha256(${bytes}), ${key}, id
      from users where email = ${PEOPLE.academic} returning id`.execute(server.db);
    return rows[0]?.id ?? '';
  }

  it('are version 1, ready, and say that they are older; photos are served once they are prepared', async () => {
    const photo = await oldFile('feria.jpg', 'image/jpeg', await photoWith());
    const pdf = await oldFile('acta.pdf', 'application/pdf', largePdf(1000));
    expect(await link(academic, { id: photo })).toMatchObject({
      status: 422,
      body: { detail: 'Estamos preparando esta foto: ábrela en unos minutos.' },
    });
    expect((await link(academic, { id: pdf })).status).toBe(200);
    expect(await checkArrived(server)).toBe(1);
    for (const file of (await filesOf(academic, project)).files)
      expect(file).toMatchObject({ version: 1, state: 'ready', scan: 'unscanned', scanDetail: 'earlier' });
    expect(secretsIn(await bytesAt(done(await link(academic, { id: photo })).url))).toEqual([]);
  });

  it('are not taken away by who sends them once more: their type was judged by the rules of their day', async () => {
    const whole = sampleFiles().docx ?? Buffer.alloc(0);
    const cut = whole.subarray(0, whole.length - 30);
    const id = await oldFile('acta.docx', 'application/zip', cut);
    await checkArrived(server);
    const begun = done(await startUpload(academic, project, { name: 'acta.docx', bytes: cut }));
    expect(done(await sendUpload([academic], project, begun, cut))).toMatchObject({
      known: true,
      file: { id },
    });
    await checkArrived(server);
    expect(await onlyFile()).toMatchObject({ id, state: 'ready' });
    expect((await bytesAt(done(await link(academic, { id })).url)).equals(cut)).toBe(true);
    expect(await keysIn(store, `files/${project.id}`)).toHaveLength(1);
    expect(await keysIn(store, 'uploads')).toEqual([]);
  });

  it('whose content is lost hold up nothing and stay as they are', async () => {
    const lost = await oldFile('perdida.jpg', 'image/jpeg', await photoWith());
    await store.deleteAll(`files/${project.id}`);
    const begun = done(await startUpload(academic, project, { name: 'a.pdf', bytes: pdfWith('a') }));
    expect(begun.id).toBeTruthy();
    await expect(checkArrived(server)).rejects.toThrow();
    expect(await checkArrived(server)).toBe(0);
    expect((await detailOf(academic, project)).files).toMatchObject([{ id: lost, state: 'ready' }]);
  });

  it('a backup has no chunks: what had only just arrived says so after a restore', async () => {
    const bytes = largePdf(1000);
    const begun = done(await startUpload(academic, project, { name: 'a.pdf', bytes }));
    done(await sendUpload([academic], project, begun, bytes));
    await store.deleteAll('uploads');
    await checkArrived(server);
    expect(await onlyFile()).toMatchObject({
      state: 'rejected',
      reason: 'El archivo no alcanzó a guardarse: súbelo de nuevo.',
    });
  });
});
