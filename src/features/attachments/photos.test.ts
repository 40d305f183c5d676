import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { type Created, done, startDraft, submittedPacs } from '../../../test/factories.ts';
import { filesOf, uploadFile } from '../../../test/files.ts';
import { photoWith, secretsIn } from '../../../test/photos.ts';
import { largePdf } from '../../../test/samples.ts';
import type { ProjectFile } from '../project-record/detail/contract.ts';

let server: TestApp;
let academic: Client;
let project: Created;
let photo: ProjectFile;

beforeAll(async () => {
  server = await startApp();
  academic = await clientAs(server, PEOPLE.academic);
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await startDraft(academic);
  photo = await uploadFile(server, academic, project, { name: 'feria.jpg', bytes: await photoWith() });
});

const pathOf = (file: { id: string }) => `/projects/${project.kind}/${project.id}/files/${file.id}`;
const answer = (client: Client, body: object, file = photo) => client.put(`${pathOf(file)}/photo`, body);
const stored = async (client = academic) =>
  (await filesOf(client, project)).files.find(f => f.id === photo.id)?.photo;
const MINORS = { people: 'minors', consent: 'written', note: 'Carpeta 3' };

describe('who is on a photo', () => {
  it('is said by the team, changed, and withdrawn', async () => {
    expect(await stored()).toBeNull();
    done(await answer(academic, MINORS));
    expect(await stored()).toMatchObject({ ...MINORS, answeredBy: 'Camila Rojas Fuentes' });
    done(await answer(academic, { ...MINORS, consent: 'withdrawn' }));
    expect(await stored()).toMatchObject({ consent: 'withdrawn' });
  });

  it('is refused where the answers do not fit, are none, or it is no photo', async () => {
    expect(await answer(academic, { ...MINORS, consent: 'spoken' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'consent', message: expect.stringContaining('madre, padre o tutor') }] },
    });
    for (const wrong of [
      {},
      { people: 'all', consent: 'written', note: '' },
      { ...MINORS, note: 'x'.repeat(301) },
    ])
      expect((await answer(academic, wrong)).status).toBe(400);
    const pdf = await uploadFile(server, academic, project, { name: 'a.pdf', bytes: largePdf(1000) });
    expect(await answer(academic, MINORS, pdf)).toMatchObject({ status: 422, body: { code: 'rule' } });
    expect((await answer(academic, MINORS, { ...photo, id: crypto.randomUUID() })).status).toBe(404);
  });

  it('is nobody else’s to say', async () => {
    const stranger = await clientAs(server, PEOPLE.stranger);
    expect((await answer(stranger, MINORS)).status).toBe(404);
    const refs = await nursing(academic);
    project = await submittedPacs(academic, { ...refs, memberId: userIdOf(PEOPLE.colleague) });
    const director = await clientAs(server, PEOPLE.director);
    const evidence = await server.db
      .updateTable('files')
      .set({ project_id: project.id })
      .where('id', '=', photo.id)
      .execute();
    expect(evidence).toHaveLength(1);
    // Who decides about the project reads the answer, and the photo without its place.
    expect((await answer(director, MINORS)).status).toBe(403);
    expect((await filesOf(director, project)).mayAnswerPhotos).toBe(false);
    expect((await director.post(`${pathOf(photo)}/link`, { as: 'original' })).status).toBe(403);
    const { url } = done(await director.post<{ url: string }>(`${pathOf(photo)}/link`));
    const served = Buffer.from(await (await fetch(`${server.url}/api${url}`)).arrayBuffer());
    expect(secretsIn(served)).toEqual([]);
  });

  it('holds for one version: another photo shows other people', async () => {
    done(await answer(academic, { people: 'nobody', consent: 'not_needed', note: '' }));
    await uploadFile(server, academic, project, {
      name: 'otra.jpg',
      bytes: await photoWith(),
      file: photo.id,
    });
    expect(await stored()).toBeNull();
    done(await answer(academic, MINORS));
    const [current] = (await filesOf(academic, project)).files;
    done(await academic.delete(pathOf({ id: current?.versionId ?? '' })));
    expect(await stored()).toMatchObject({ people: 'nobody' });
  });
});

it('a photo among the bases of a call is kept without its place', async () => {
  const office = await clientAs(server, PEOPLE.admin);
  const { id } = done(
    await office.post<{ id: string }>('/calls', { name: 'Fondo', year: 2026, kind: 'fexs' }),
  );
  const file = done(
    await office.put<{ id: string }>(
      `/calls/${id}/files?name=afiche.jpg`,
      await photoWith({ orientation: 6 }),
    ),
  );
  const sent = await fetch(`${server.url}/api/calls/${id}/files/${file.id}`, {
    headers: { authorization: `Bearer ${office.token}` },
  });
  expect(secretsIn(Buffer.from(await sent.arrayBuffer()))).toEqual([]);
  const broken = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from('JFIF\0'),
    Buffer.alloc(9),
  ]);
  expect(await office.put(`/calls/${id}/files?name=rota.jpg`, broken)).toMatchObject({
    status: 415,
    body: { detail: expect.stringContaining('dañada') },
  });
});
