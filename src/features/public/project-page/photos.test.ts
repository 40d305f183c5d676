import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Created, done } from '../../../../test/factories.ts';
import { checkArrived, filesOf, sendUpload, startUpload } from '../../../../test/files.ts';
import { photoWith, secretsIn } from '../../../../test/photos.ts';
import {
  answeredPhoto,
  answerPhoto,
  choosePhotos,
  openDocument,
  openProject,
  publicPacs,
} from '../../../../test/public-page.ts';
import { largePdf } from '../../../../test/samples.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import { publicPhotoPath } from '../../../domain/publishing/addresses.ts';
import { EXPENSE_DOCUMENT } from '../../../domain/sections/attachments.ts';
import type { ProjectFile } from '../../project-record/detail/contract.ts';

openUniversity({ rateLimit: 0 });
let project: Created;
let photo: ProjectFile;
beforeEach(async () => {
  project = await publicPacs(server, clients.academic, refs);
  photo = await answeredPhoto(server, clients.academic, project, {
    width: 1200,
    height: 600,
    orientation: 6,
  });
  await choosePhotos(server, project, [{ id: photo.id, caption: 'Taller en la sede' }]);
});
const serveUnscanned = (value: boolean) =>
  sql`update settings set value = ${JSON.stringify(value)}::jsonb where key = 'serveUnscanned'`.execute(
    server.db,
  );
afterEach(() => serveUnscanned(true));

const pathOf = (size: 'small' | 'whole', file: { id: string } = photo) =>
  publicPhotoPath(project.code, file.id, size);
const open = (size: 'small' | 'whole', headers = {}) => openDocument(server, pathOf(size), headers);
const versionId = async (id = photo.id) =>
  (await filesOf(clients.academic, project)).files.find(f => f.id === id)?.versionId ?? '';
const setVersion = async (columns: Record<string, unknown>) =>
  server.db
    .updateTable('files')
    .set(columns)
    .where('id', '=', await versionId())
    .execute();
/** Whether page and addresses show it; they never disagree. */
async function isShown(file: { id: string } = photo): Promise<boolean> {
  const { body } = await openProject(server, project);
  const onPage = body.includes(file.id);
  for (const size of ['small', 'whole'] as const)
    expect((await openDocument(server, pathOf(size, file))).status).toBe(onPage ? 200 : 404);
  return onPage;
}

describe('a photo', () => {
  it('is handed over as it was prepared, without what the camera wrote and without its name', async () => {
    const [whole, small] = [await open('whole'), await open('small')];
    for (const [{ status, headers, bytes }, size] of [
      [whole, { width: 600, height: 1200 }],
      [small, { width: 200, height: 400 }],
    ] as const) {
      expect(status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject(size);
      expect(secretsIn(bytes)).toEqual([]);
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String(bytes.length),
      });
      expect(headers).not.toHaveProperty('set-cookie');
    }
    expect(whole.headers).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'content-disposition': 'inline; filename="foto.jpg"' },
    });
    expect(small.headers).toMatchObject({
      ...{ 'content-type': 'image/webp', 'content-disposition': 'inline; filename="foto.webp"' },
    });
  });

  it('is not sent again to who has it', async () => {
    for (const size of ['whole', 'small'] as const) {
      const tag = String((await open(size)).headers.etag);
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
        const { status, bytes, headers } = await open(size, { 'if-none-match': known });
        expect([known, status, bytes.length, headers.etag]).toEqual([known, 304, 0, tag]);
        expect(headers['cache-control']).toBe('no-cache');
      }
      expect((await open(size, { 'if-none-match': '"x"' })).status).toBe(200);
    }
  });

  it('stands on the page with its words, its place kept free', async () => {
    const { body } = await openProject(server, project);
    expect(body).toContain(
      `<a href="${pathOf('whole')}"><img src="${pathOf('small')}" alt="Taller en la sede" width="200" height="400" loading="lazy"></a>`,
    );
    expect(body).toContain('<figcaption>Taller en la sede</figcaption>');
    expect(body).not.toMatch(/Nombre de Persona|\/api\/|files\//);
  });

  it('stands in the order in which photos were chosen', async () => {
    const other = await answeredPhoto(server, clients.academic, project);
    await choosePhotos(server, project, [other, photo]);
    const { body } = await openProject(server, project);
    expect(body.indexOf(`<img src="${pathOf('small', other)}`)).toBeLessThan(
      body.indexOf(`<img src="${pathOf('small')}`),
    );
    expect(body).toContain(`og:image" content="${server.env.publicUrl}${pathOf('whole', other)}"`);
  });

  it('of another project, another file or no photo is unknown', async () => {
    const [elsewhere, unchosen] = [
      await publicPacs(server, clients.academic, refs),
      await answeredPhoto(server, clients.academic, project),
    ];
    expect(await isShown(unchosen)).toBe(false);
    const wrong = publicPhotoPath(elsewhere.code, photo.id, 'whole');
    expect((await openDocument(server, wrong)).status).toBe(404);
    // As if it had been chosen there.
    await choosePhotos(server, elsewhere, [photo]);
    expect((await openDocument(server, wrong)).status).toBe(404);
    const upload = done(
      await startUpload(clients.academic, project, { name: 'a.pdf', bytes: largePdf(900) }),
    );
    const { file: pdf } = done(await sendUpload([clients.academic], project, upload, largePdf(900)));
    await choosePhotos(server, project, [photo, pdf]);
    expect([await isShown(), await isShown(pdf)]).toEqual([true, false]);
  });
});

describe('is gone at once, from the page and from its address,', () => {
  const WAYS: Record<string, () => Promise<unknown>> = {
    'when the answer is withdrawn': () =>
      answerPhoto(clients.academic, project, photo, { people: 'adults', consent: 'withdrawn' }),
    'when nobody has allowed it yet': () =>
      answerPhoto(clients.academic, project, photo, { people: 'minors', consent: 'pending' }),
    'without an answer': async () =>
      server.db
        .deleteFrom('photo_answers')
        .where('file_id', '=', await versionId())
        .execute(),
    'when it was rejected': () => setVersion({ state: 'rejected', reason: 'No es una foto.' }),
    'while it is checked again': () => setVersion({ state: 'checking' }),
    'when a virus was found in it': () => setVersion({ scan: 'infected' }),
    'where what nobody scanned is not served': () => serveUnscanned(false),
    'before it is prepared': async () =>
      server.db
        .deleteFrom('file_renditions')
        .where('file_id', '=', await versionId())
        .execute(),
    'when it is a paper of an expense': () => setVersion({ document_type: EXPENSE_DOCUMENT }),
    'when it is chosen no more': () => choosePhotos(server, project, []),
    'when the file is deleted': async () =>
      done(
        await clients.academic.delete(`/projects/${project.kind}/${project.id}/files/${await versionId()}`),
      ),
  };
  it.each(Object.keys(WAYS))('%s', async way => {
    expect(await isShown()).toBe(true);
    const tag = String((await open('whole')).headers.etag);
    await WAYS[way]?.();
    expect(await isShown()).toBe(false);
    expect((await open('whole', { 'if-none-match': tag })).status).toBe(404);
    expect((await openProject(server, project)).body).not.toMatch(/<img|og:image|"image"|Fotos/);
  });

  it('when another version counts of which nobody has answered', async () => {
    const bytes = await photoWith();
    const upload = done(
      await startUpload(clients.academic, project, {
        name: 'otra.jpg',
        bytes,
        file: photo.id,
        documentType: 'evidence',
      }),
    );
    done(await sendUpload([clients.academic], project, upload, bytes));
    // It counts from when it is checked.
    expect(await isShown()).toBe(true);
    await checkArrived(server);
    expect(await isShown()).toBe(false);
    await answerPhoto(clients.academic, project, photo, { people: 'adults', consent: 'spoken' });
    expect(await isShown()).toBe(true);
    expect((await sharp((await open('whole')).bytes).metadata()).width).toBe(400);
    // The one before counts again, with its own answer.
    done(await clients.academic.delete(`/projects/${project.kind}/${project.id}/files/${await versionId()}`));
    expect(await isShown()).toBe(true);
    expect((await sharp((await open('whole')).bytes).metadata()).width).toBe(600);
  });
});

it.each([
  ['adults', 'written'],
  ['adults', 'spoken'],
  ['minors', 'written'],
])('a photo of %s who allowed it (%s) is shown', async (people, consent) => {
  await answerPhoto(clients.academic, project, photo, { people, consent });
  expect(await isShown()).toBe(true);
});
