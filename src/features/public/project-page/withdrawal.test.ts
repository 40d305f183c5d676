import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCall } from '../../../../test/calls.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import type { Created } from '../../../../test/factories.ts';
import {
  addActivity,
  answeredPhoto,
  choosePhotos,
  openDocument,
  openProject,
  publicPacs,
  publish,
} from '../../../../test/public-page.ts';
import { clients, copy, openSecondCopy, openUniversity, refs, server } from '../../../../test/university.ts';
import { AWARDED, STATUSES } from '../../../domain/kinds/statuses.ts';
import { publicPhotoPath, publicProjectPath } from '../../../domain/publishing/addresses.ts';
import type { ProjectFile } from '../../project-record/detail/contract.ts';

openUniversity({ rateLimit: 0 });
let project: Created;
let photo: ProjectFile;
beforeEach(async () => {
  project = await publicPacs(server, clients.academic, refs);
  photo = await answeredPhoto(server, clients.academic, project);
  await choosePhotos(server, project, [photo]);
});
const setCatalogue = (catalogue: boolean) =>
  sql`update settings set value = ${JSON.stringify({ catalogue })}::jsonb where key = 'publicPages'`.execute(
    server.db,
  );
afterEach(() => setCatalogue(true));

const addresses = () => [
  publicProjectPath(project.code),
  publicPhotoPath(project.code, photo.id, 'whole'),
  publicPhotoPath(project.code, photo.id, 'small'),
];
/** Tags of page and photos, as a browser that was here keeps them. */
const tags = async () =>
  Object.fromEntries(
    await Promise.all(
      addresses().map(async url => {
        const { status, headers } = await openDocument(server, url);
        expect([url, status]).toEqual([url, 200]);
        return [url, String(headers.etag)] as const;
      }),
    ),
  );
const statusesWith = (known: Record<string, string>) =>
  Promise.all(
    Object.entries(known).map(
      async ([url, tag]) => (await openDocument(server, url, { 'if-none-match': tag })).status,
    ),
  );
const update = (columns: Record<string, unknown>) =>
  server.db.updateTable('projects').set(columns).where('id', '=', project.id).execute();
const setStatus = (status: string) => update({ status });

const WAYS: Record<string, () => Promise<unknown>> = {
  'its people withdraw their consent': () => update({ consent_to_publish: false }),
  'the office withholds it': () =>
    sql`update publications set withheld_at = now(), withheld_by = ${userIdOf(PEOPLE.admin)},
      withheld_reason = 'Lo pidió el socio' where project_id = ${project.id}`.execute(server.db),
  'its call goes back to a provisional result': async () => {
    await sql`update calls set state = 'provisional' where id = (
      select call_id from projects where id = ${project.id})`.execute(server.db);
  },
  'the catalogue closes': () => setCatalogue(false),
  'it is deleted': async () => {
    await sql`delete from projects where id = ${project.id}`.execute(server.db);
  },
};

describe('page and photos that a browser knows', () => {
  it.each(Object.keys(WAYS))('are unknown at the next look when %s', async way => {
    const { id } = await openCall(clients.admin);
    await update({ call_id: id });
    await sql`update calls set state = 'resolved' where id = ${id}`.execute(server.db);
    const known = await tags();
    expect(await statusesWith(known)).toEqual([304, 304, 304]);
    await WAYS[way]?.();
    expect(await statusesWith(known)).toEqual([404, 404, 404]);
    const unknown = await openDocument(server, '/publico/nada');
    for (const [url, tag] of Object.entries(known)) {
      const { body, headers } = await openDocument(server, url, { 'if-none-match': tag });
      expect(body).toBe(unknown.body);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
    }
  });

  it('are unknown in every status before it is approved, and after it was given up', async () => {
    const known = await tags();
    for (const status of STATUSES) {
      await setStatus(status);
      const expected = AWARDED.includes(status) ? 200 : 404;
      expect([status, (await openProject(server, project)).status]).toEqual([status, expected]);
      const [, whole, small] = await statusesWith(known);
      expect([status, whole, small]).toEqual([status, ...(expected === 200 ? [304, 304] : [404, 404])]);
    }
  });

  it('are sent anew when anything that is told of it changes', async () => {
    const [page = ''] = addresses();
    const changes: (() => Promise<unknown>)[] = [
      () => update({ title: 'Un título nuevo del proyecto' }),
      () => update({ summary: 'Un resumen nuevo.' }),
      () => update({ end_date: '2026-11-30' }),
      () => sql`update comunas set name = 'Talcahuano Nuevo' where code = '08110'`.execute(server.db),
      () =>
        sql`update organisations set name = 'Junta nueva' where id = ${refs.organisationId}`.execute(
          server.db,
        ),
      () => sql`update schools set name = 'Escuela nueva' where id = ${refs.schoolId}`.execute(server.db),
      () => publish(server, project, { named: userIdOf(PEOPLE.academic) }),
      () =>
        sql`update users set name = 'Nombre Nuevo' where id = ${userIdOf(PEOPLE.academic)}`.execute(
          server.db,
        ),
      () => choosePhotos(server, project, [{ id: photo.id, caption: 'Un pie nuevo' }]),
      async () => {
        await publish(server, project, { showsResults: true });
        await addActivity(server, project);
      },
      () => addActivity(server, project, { counts: { direct: 20 } }),
    ];
    for (const change of changes) {
      const { body, headers } = await openDocument(server, page);
      await change();
      const next = await openDocument(server, page, { 'if-none-match': String(headers.etag) });
      expect([next.status, next.body === body]).toEqual([200, false]);
    }
  });
});

describe('two copies of the server', () => {
  openSecondCopy({ rateLimit: 0 });
  it('forget at the same moment', async () => {
    const [page = ''] = addresses();
    const known = await Promise.all([server, copy].map(each => openDocument(each, page)));
    expect(known.map(k => k.status)).toEqual([200, 200]);
    expect(known[0]?.headers.etag).toBe(known[1]?.headers.etag);
    await update({ consent_to_publish: false });
    for (const each of [server, copy])
      expect(
        (await openDocument(each, page, { 'if-none-match': String(known[0]?.headers.etag) })).status,
      ).toBe(404);
  });
});
