import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { nursing, PEOPLE } from '../../../test/demo.ts';
import {
  act,
  type Created,
  completePacs,
  detailOf,
  done,
  type References,
  startDraft,
} from '../../../test/factories.ts';
import { checkArrived, type FinishedUpload, type StartedUpload, sendUpload } from '../../../test/files.ts';
import { disguisedFiles, largePdf, sampleFiles } from '../../../test/samples.ts';
import { isPhoto } from '../../domain/text/file-types.ts';
import { createFileStore } from '../../server/files/store.ts';
import type { ProjectFile } from '../project-record/detail/contract.ts';
import type { SettingsView } from '../settings/contract.ts';
import { cleanFiles } from './jobs.ts';

let server: TestApp;
let copy: TestApp;
let refs: References;
let academic: Client;
let colleague: Client;
let stranger: Client;
let project: Created;

const MB = 1024 * 1024;
const LEAST = 64 * 1024;
beforeAll(async () => {
  server = await startApp();
  // Chunks may reach any copy of the server: same database, same file store.
  copy = await startApp({ files: server.env.files }, server);
  academic = await clientAs(server, PEOPLE.academic);
  colleague = await clientAs(server, PEOPLE.colleague);
  stranger = await clientAs(server, PEOPLE.stranger);
  refs = await nursing(academic);
});
afterAll(async () => {
  await copy.close();
  await server.close();
});
beforeEach(async () => {
  project = await startDraft(academic);
});

const base = () => `/projects/pacs/${project.id}`;
const start = (client: Client, name: string, size: number, more: object = {}) =>
  client.post<StartedUpload>(`${base()}/uploads`, {
    name,
    size,
    documentType: 'other',
    fingerprint: `${name}/${size}`,
    ...more,
  });

/** Sends a file and has it checked; answers it as it stands then. */
async function send(clients: Client[], bytes: Buffer, name: string, more: object = {}) {
  const [first = academic] = clients;
  const upload = done(await start(first, name, bytes.length, more));
  const answer = await sendUpload(clients, project, upload, bytes);
  if (answer.status !== 200) return answer;
  await checkArrived(server);
  const { files } = await detailOf(first, project);
  const { file } = answer.body;
  return { ...answer, body: { ...answer.body, file: files.find(f => f.id === file.id) ?? file } };
}

async function open(client: Client, file: ProjectFile, as?: 'original'): Promise<Response> {
  const { url } = done(await client.post<{ url: string }>(`${base()}/files/${file.id}/link`, as && { as }));
  return fetch(`${server.url}/api${url}`);
}

describe('what may be uploaded', () => {
  it.each(Object.keys(sampleFiles()))('a %s comes back byte for byte', async kind => {
    const bytes = sampleFiles()[kind] ?? Buffer.alloc(0);
    const { file, known } = done(await send([academic], bytes, `archivo ñandú.${kind}`));
    expect(known).toBe(false);
    expect(file).toMatchObject({ name: `archivo ñandú.${kind}`, size: bytes.length, state: 'ready' });
    // What is served of a photo is another one.
    const answer = await open(academic, file, isPhoto(file.contentType) ? 'original' : undefined);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''archivo%20%C3%B1and%C3%BA.",
    );
    expect(answer.headers.get('content-type')).toBe(file.contentType);
  });

  it.each(Object.keys(disguisedFiles()))('%s calling itself a PDF is refused', async kind => {
    const answer = await send([academic], disguisedFiles()[kind] ?? Buffer.alloc(1), 'informe.pdf');
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('no está permitido') });
    expect((await detailOf(academic, project)).files).toEqual([]);
  });

  it('a document calling itself a PDF gets its own extension', async () => {
    const { file } = done(await send([academic], sampleFiles().docx ?? Buffer.alloc(0), 'informe.pdf'));
    expect(file.name).toBe('informe.pdf.docx');
  });

  it('more than the limit is refused with the limit in words', async () => {
    const answer = await start(academic, 'grande.pdf', 50 * MB + 1);
    expect(answer).toMatchObject({
      status: 413,
      body: { detail: 'El archivo supera el máximo de 50 MB.', code: 'too_large' },
    });
  });

  it('another limit of the office holds from the next upload on', async () => {
    const office = await clientAs(server, PEOPLE.admin);
    const limitTo = async (uploadLimitMb: number) => {
      const {
        updatedBy: _by,
        holidays: _days,
        ...stored
      } = done(await office.get<SettingsView>('/settings'));
      done(await office.put('/settings', { ...stored, uploadLimitMb }));
    };
    await limitTo(1);
    const over = await start(academic, 'grande.pdf', MB + 1);
    expect(over).toMatchObject({
      status: 413,
      body: { detail: 'El archivo supera el máximo de 1 MB.', code: 'too_large' },
    });
    expect(done(await send([academic], largePdf(MB), 'justo.pdf')).file.size).toBe(MB);
    // Bytes beyond the size told are refused too: telling a smaller one is no way around.
    const told = done(await start(academic, 'menos.pdf', MB));
    const beyond = await academic.put(`${base()}/uploads/${told.id}/chunks/0`, largePdf(MB + 1));
    expect(beyond.status).toBe(400);
    await limitTo(2);
    expect(done(await send([academic], largePdf(MB + 1), 'grande.pdf')).file.size).toBe(MB + 1);
    expect((await detailOf(academic, project)).files.map(f => f.name).sort()).toEqual([
      'grande.pdf',
      'justo.pdf',
    ]);
    await limitTo(50);
  });

  it('wrong fields are named all at once', async () => {
    const answer = await academic.post(`${base()}/uploads`, { name: '', size: -1, documentType: '../x' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.map(e => e.path).sort()).toEqual([
      'documentType',
      'fingerprint',
      'name',
      'size',
    ]);
    expect((await start(academic, 'a.pdf', 9, { documentType: 'invented' })).status).toBe(400);
  });
});

describe('chunks', () => {
  it('travel through several copies of the server', async () => {
    const bytes = largePdf(12 * MB);
    const other = clientOf(copy.url, academic.token);
    const { file } = done(await send([academic, other], bytes, 'grande.pdf'));
    expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('go on where they broke off', async () => {
    const bytes = largePdf(3 * MB);
    const upload = done(await start(academic, 'corte.pdf', bytes.length, { chunkBytes: MB }));
    const chunk = `${base()}/uploads/${upload.id}/chunks`;
    done(await academic.put(`${chunk}/0`, bytes.subarray(0, MB)));
    const again = done(await start(academic, 'corte.pdf', bytes.length));
    expect(again).toMatchObject({ id: upload.id, received: MB, chunkBytes: MB });
    for (const wrong of [bytes.subarray(MB, MB + 1), bytes.subarray(MB)])
      expect(await academic.put(`${chunk}/${MB}`, wrong)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'offset', message: expect.stringContaining('lo que se acordó') }] },
      });
    const gap = await academic.put(`${chunk}/${2 * MB}`, bytes.subarray(2 * MB));
    expect(gap).toMatchObject({ status: 409, body: { extra: { received: MB } } });
    // A lost answer: the same chunk once more.
    expect(done(await academic.put(`${chunk}/0`, bytes.subarray(0, MB)))).toMatchObject({ received: MB });
    const early = await academic.post(`${base()}/uploads/${upload.id}/finish`);
    expect(early.status).toBe(409);
    done(await academic.put(`${chunk}/${MB}`, bytes.subarray(MB, 2 * MB)));
    done(await academic.put(`${chunk}/${2 * MB}`, bytes.subarray(2 * MB)));
    const { file } = done(await academic.post<FinishedUpload>(`${base()}/uploads/${upload.id}/finish`));
    expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('of two uploads at once do not mix', async () => {
    const files = [largePdf(2 * MB), largePdf(2 * MB), largePdf(MB)];
    const answers = await Promise.all(
      files.map((bytes, n) => send([academic], bytes, `${n}.pdf`, { chunkBytes: MB / 2 })),
    );
    const expected = files.map(bytes => createHash('sha256').update(bytes).digest('hex'));
    expect(answers.map(a => done(a).file.sha256)).toEqual(expected);
  });

  it('of more than 5 MB, beyond the end or not as bytes are refused', async () => {
    const upload = done(await start(academic, 'x.pdf', 20 * MB));
    const chunk = `${base()}/uploads/${upload.id}/chunks/0`;
    expect((await academic.put(chunk, Buffer.alloc(5 * MB + 1))).status).toBe(413);
    expect((await academic.put(chunk, { not: 'bytes' })).status).toBe(415);
    const small = done(await start(academic, 'y.pdf', 10));
    const beyond = await academic.put(`${base()}/uploads/${small.id}/chunks/0`, Buffer.alloc(11));
    expect(beyond.status).toBe(400);
  });

  it('are their owner’s alone, and a cancelled upload is gone', async () => {
    const bytes = largePdf(2 * LEAST);
    const upload = done(await start(academic, 'x.pdf', bytes.length, { chunkBytes: LEAST }));
    const path = `${base()}/uploads/${upload.id}`;
    const first = bytes.subarray(0, LEAST);
    expect((await stranger.put(`${path}/chunks/0`, first)).status).toBe(404);
    expect((await stranger.delete(path)).status).toBe(404);
    done(await academic.put(`${path}/chunks/0`, first));
    expect((await academic.delete(path)).status).toBe(200);
    expect((await academic.put(`${path}/chunks/${LEAST}`, bytes.subarray(LEAST))).status).toBe(404);
    expect((await academic.post(`${path}/finish`)).status).toBe(404);
    expect((await academic.post(`${base()}/uploads/no-es-un-id/finish`)).status).toBe(404);
  });
});

describe('the same file again', () => {
  it('is recognised by its content, also when both finish at the same time', async () => {
    const bytes = largePdf(MB);
    const first = done(await send([academic], bytes, 'uno.pdf'));
    const second = done(await send([academic], bytes, 'dos.pdf'));
    expect(second).toMatchObject({ known: true, file: { id: first.file.id, name: 'uno.pdf' } });
    const fresh = largePdf(MB);
    const both = await Promise.all([
      send([academic], fresh, 'tres.pdf'),
      send([academic], fresh, 'cuatro.pdf'),
    ]);
    const [a, b] = both.map(answer => done(answer));
    expect(a?.file.id).toBe(b?.file.id);
    const { files } = await detailOf(academic, project);
    expect(files).toHaveLength(2);
    for (const file of files) expect((await open(academic, file)).status).toBe(200);
  });
});

describe('who may', () => {
  it('upload: nobody without a session, nobody else, nobody while it is in review', async () => {
    const anonymous = clientOf(server.url, '');
    expect((await start(anonymous, 'a.pdf', 9)).status).toBe(401);
    expect((await start(stranger, 'a.pdf', 9)).status).toBe(404);
    const reviewed = await completePacs(academic, { ...refs, memberId: await idOf(PEOPLE.colleague) });
    project = reviewed;
    const member = await start(colleague, 'a.pdf', 9);
    expect(member.status).toBe(403);
    done(await act(academic, reviewed, 'submit'));
    const answer = await start(academic, 'a.pdf', 9);
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('en revisión') } });
  });

  it('open: those who see the project, by a link of their own that ends', async () => {
    const { file } = done(await send([academic], largePdf(1000), 'a.pdf'));
    expect((await stranger.post(`${base()}/files/${file.id}/link`)).status).toBe(404);
    expect((await academic.post(`${base()}/files/${randomUUID()}/link`)).status).toBe(404);
    const { url } = done(await academic.post<{ url: string }>(`${base()}/files/${file.id}/link`));
    const address = new URL(`${server.url}/api${url}`);
    const changed = async (key: string, value: string) => {
      const other = new URL(address);
      other.searchParams.set(key, value);
      return (await fetch(other)).status;
    };
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(`${copy.url}/api${url}`)).status).toBe(200);
    expect(await changed('session', randomUUID())).toBe(403);
    expect(await changed('until', String(Date.now()))).toBe(403);
    expect(await changed('signature', 'AAAA')).toBe(403);
    address.pathname = `/api/files/${randomUUID()}`;
    expect((await fetch(address)).status).toBe(403);
  });

  it('delete: who may edit the project', async () => {
    const { file } = done(await send([academic], largePdf(1000), 'a.pdf'));
    expect((await stranger.delete(`${base()}/files/${file.id}`)).status).toBe(404);
    expect((await academic.delete(`${base()}/files/${file.id}`)).status).toBe(200);
    expect((await academic.delete(`${base()}/files/${file.id}`)).status).toBe(404);
    expect((await detailOf(academic, project)).files).toEqual([]);
  });
});

const idOf = async (email: string) =>
  (await server.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

describe('cleaning', () => {
  it('drops what nobody came back to and what no row names, and nothing else', async () => {
    const store = await createFileStore(server.env.files);
    const { file } = done(await send([academic], largePdf(1000), 'queda.pdf'));
    const bytes = largePdf(2 * LEAST);
    const upload = done(await start(academic, 'abandonado.pdf', bytes.length, { chunkBytes: LEAST }));
    done(await academic.put(`${base()}/uploads/${upload.id}/chunks/0`, bytes.subarray(0, LEAST)));
    await store.put('files/nobody/lost', Buffer.from('x'));
    await cleanFiles(server.db, store);
    expect(await store.stat('files/nobody/lost')).toBeDefined();
    await cleanFiles(server.db, store, new Date(Date.now() + 25 * 3_600_000));
    expect(await store.stat('files/nobody/lost')).toBeUndefined();
    const rest = bytes.subarray(LEAST);
    expect((await academic.put(`${base()}/uploads/${upload.id}/chunks/${LEAST}`, rest)).status).toBe(404);
    expect((await open(academic, file)).status).toBe(200);
  });
});
