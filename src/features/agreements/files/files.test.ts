import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAgreement, mergeInto } from '../../../../test/agreements.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { startClamd, type TestClamd } from '../../../../test/clamd.ts';
import { type Clients, everybody, PEOPLE, schoolIdOf, userIdOf } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { photoWith, secretsIn } from '../../../../test/photos.ts';
import { insertProject } from '../../../../test/rows.ts';
import { disguisedFiles, largePdf, sampleFiles } from '../../../../test/samples.ts';
import { readStoredFiles } from '../../../db/backup/stored-files.ts';
import { MOST_AGREEMENT_FILES } from '../../../domain/catalogues/agreements.ts';
import { MOST_CHUNK_BYTES } from '../../../domain/files/chunks.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import { EICAR } from '../../../server/files/scanner.ts';
import { createFileStore, type FileStore } from '../../../server/files/store.ts';
import type { Agreement } from '../contract.ts';

let server: TestApp;
let clamd: TestClamd;
let clients: Clients;
let store: FileStore;
beforeAll(async () => {
  clamd = await startClamd();
  server = await startApp({ clamd: clamd.address });
  clients = await everybody(server);
  store = await createFileStore(server.env.files);
});
afterAll(async () => {
  await server.close();
  await clamd.close();
});

const make = () => anAgreement(server, clients.admin);
const read = async ({ id }: Agreement) => done(await clients.admin.get<Agreement>(`/agreements/${id}`));
const pdf = (): Buffer => sampleFiles().pdf as Buffer;
type File = Agreement['files'][number];
const add = (
  { id }: Pick<Agreement, 'id'>,
  { bytes = pdf(), name = 'Convenio año 2026.pdf', who = clients.admin } = {},
) =>
  who.post<File & Problem>(`/agreements/${id}/files?name=${encodeURIComponent(name)}`, new Uint8Array(bytes));
const open = async ({ id }: Agreement, file: { id: string }, who = clients.admin) => {
  const response = await fetch(`${server.url}/api/agreements/${id}/files/${file.id}`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};
async function keysOf({ id }: Pick<Agreement, 'id'>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(`agreements/${id}`)) keys.push(key);
  return keys;
}

describe('files of an agreement', () => {
  it('are added, read as they were sent, and removed with their object', async () => {
    const agreement = await make();
    const bytes = pdf();
    const file = done(await add(agreement, { bytes }));
    expect(file).toMatchObject({
      name: 'Convenio año 2026.pdf',
      size: bytes.length,
      contentType: 'application/pdf',
    });
    const after = await read(agreement);
    expect(after).toMatchObject({ files: [file], updatedAt: agreement.updatedAt });
    expect(after.lacks).not.toContain('file');
    const opened = await open(agreement, file);
    expect(opened.bytes).toEqual(bytes);
    expect(opened.response.headers.get('x-content-type-options')).toBe('nosniff');
    const [key = ''] = await keysOf(agreement);
    expect((await readStoredFiles(server.db, [key])).map(f => f.key)).toEqual([key]);
    const path = `/agreements/${agreement.id}/files/${file.id}`;
    done(await clients.admin.delete(path));
    expect((await clients.admin.delete(path)).status).toBe(404);
    expect((await open(agreement, file)).response.status).toBe(404);
    expect(await keysOf(agreement)).toEqual([]);
    const actions = await server.db
      .selectFrom('audit')
      .select('action')
      .where('object_id', '=', agreement.id)
      .orderBy('id')
      .execute();
    expect(actions.map(a => a.action)).toEqual([
      'agreement.created',
      'agreement.file_add',
      'agreement.file_remove',
    ]);
  });

  it('are refused by what is in them, and nothing of them stays', async () => {
    const agreement = await make();
    for (const [what, bytes] of Object.entries(disguisedFiles()))
      expect((await add(agreement, { bytes })).status, what).toBe(415);
    const infected = Buffer.concat([pdf(), Buffer.from(EICAR)]);
    expect((await add(agreement, { bytes: infected })).body.detail).toContain('contiene un virus');
    expect((await add(agreement, { bytes: largePdf(MOST_CHUNK_BYTES + 1) })).status).toBe(413);
    expect((await add(agreement, { name: ' ' })).status).toBe(400);
    expect((await clients.admin.post(`/agreements/${agreement.id}/files?name=a.pdf`, {})).status).toBe(415);
    expect(await keysOf(agreement)).toEqual([]);
    expect((await read(agreement)).files).toEqual([]);
  });

  it('have the ending of what they are, and a photo nothing of its camera', async () => {
    const agreement = await make();
    const file = done(await add(agreement, { bytes: await photoWith(), name: 'firma.pdf' }));
    expect(file).toMatchObject({ name: 'firma.pdf.jpg', contentType: 'image/jpeg' });
    expect(secretsIn((await open(agreement, file)).bytes)).toEqual([]);
  });

  it('are there once each, and no more than may be, also at the same moment', async () => {
    const agreement = await make();
    const bytes = pdf();
    const same = await Promise.all([add(agreement, { bytes }), add(agreement, { bytes })]);
    expect(same.map(a => a.status).sort()).toEqual([200, 422]);
    expect(same.find(a => a.status === 422)?.body.detail).toBe('Ese archivo ya está en el convenio.');
    for (let n = 2; n < MOST_AGREEMENT_FILES; n += 1) done(await add(agreement));
    const last = await Promise.all([add(agreement), add(agreement)]);
    expect(last.map(a => a.status).sort()).toEqual([200, 422]);
    expect(last.find(a => a.status === 422)?.body.detail).toBe('Un convenio tiene como máximo 10 archivos.');
    expect(await keysOf(agreement)).toHaveLength(MOST_AGREEMENT_FILES);
  });

  it('go with the agreement', async () => {
    const agreement = await make();
    done(await add(agreement));
    done(await add(agreement));
    done(await clients.admin.delete(`/agreements/${agreement.id}`));
    expect(await keysOf(agreement)).toEqual([]);
  });

  it('belong to one agreement alone', async () => {
    const [one, other] = [await make(), await make()];
    const file = done(await add(one));
    expect((await open(other, file)).response.status).toBe(404);
    expect((await clients.admin.delete(`/agreements/${other.id}/files/${file.id}`)).status).toBe(404);
    const nowhere = { id: randomUUID() };
    expect((await add(nowhere)).status).toBe(404);
    expect(await keysOf(nowhere)).toEqual([]);
  });

  it('are changed by the office alone, and read by who may read the agreement', async () => {
    const [agreement, kept] = [await make(), await make()];
    const file = done(await add(agreement));
    const { id } = await insertProject(server.db, {
      ...{ title: 'Con socia', code: 'PAC-2026-7002', lead_id: userIdOf(PEOPLE.academic) },
      ...{ school_id: schoolIdOf('ENF'), submitted_at: new Date().toISOString() },
    });
    const partner = { project_id: id, organisation_id: kept.organisation.id };
    await server.db.insertInto('project_partners').values(partner).execute();
    expect((await open(agreement, file, clients.academic)).response.status).toBe(404);
    await mergeInto(server, agreement.organisation.id, kept.organisation.id);
    for (const who of ['academic', 'director', 'dean'] as const) {
      expect((await open(agreement, file, clients[who])).response.status, who).toBe(200);
      expect((await add(agreement, { who: clients[who] })).status, who).toBe(403);
      expect((await clients[who].delete(`/agreements/${agreement.id}/files/${file.id}`)).status).toBe(403);
    }
    for (const who of ['stranger', 'otherDirector', 'otherDean'] as const)
      expect((await open(agreement, file, clients[who])).response.status, who).toBe(404);
    expect((await open(agreement, file, clients.reviewer)).response.status).toBe(403);
    await sql`update projects set lead_id = ${userIdOf(PEOPLE.stranger)} where id = ${id}`.execute(server.db);
    expect((await open(agreement, file, clients.academic)).response.status).toBe(404);
  });
});
