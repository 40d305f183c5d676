import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { type Created, detailOf, done, startDraft } from '../../../test/factories.ts';
import { RUN_MINUTES } from '../../domain/audit/actions.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { listAudit } from './contract.ts';

let server: TestApp;
let lead: Client;
let admin: Client;
let project: Created;

beforeAll(async () => {
  server = await startApp();
  lead = await clientAs(server, PEOPLE.academic);
  admin = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

async function save(section: string, data: Record<string, unknown>, who = lead): Promise<void> {
  const { sections } = await detailOf(lead, project);
  const { version = 0, data: stored } = sections.find(s => s.slug === section) ?? {};
  const body = { version, data: { ...stored, ...data } };
  done(await who.put(`/projects/${project.kind}/${project.id}/sections/${section}`, body));
}
const entries = async (more = '') => {
  const { rows, total } = done(
    await admin.get<OutputOf<typeof listAudit>>(
      `/audit?object=project&objectId=${project.id}&size=200${more}`,
    ),
  );
  expect(rows).toHaveLength(total);
  return rows;
};
/** What was saved, the latest first, as often as it is told to have been. */
const told = async (more?: string) =>
  (await entries(more)).map(({ label, actor, times }) => `${label}, ${actor?.name.split(' ')[0]}, ${times}`);
/** As if everything so far had been some minutes before. */
const pass = (minutes: number) =>
  server.db.transaction().execute(async tx => {
    await sql`alter table audit disable trigger audit_only_forgets`.execute(tx);
    await sql`update audit set at = at - make_interval(mins => ${minutes})`.execute(tx);
    await sql`alter table audit enable trigger audit_only_forgets`.execute(tx);
  });

it('saves in a row are one entry, from what was before the first to what is after the last', async () => {
  project = await startDraft(lead, 'pacs', { title: 'Huertos' });
  for (const title of ['Huertos del', 'Huertos del río', 'Huertos del río Biobío'])
    await save('identification', { title });
  await save('identification', { keywords: ['huertos'] });
  await save('identification', { keywords: [] });
  const [saved, created] = await entries();
  expect(await told()).toEqual(['Guardado: Identificación, Camila, 5', 'Creado, Camila, 1']);
  expect(saved?.changes).toEqual([{ field: 'Título', before: 'Huertos', after: 'Huertos del río Biobío' }]);
  expect(Date.parse(saved?.until ?? '')).toBeGreaterThan(Date.parse(saved?.at ?? ''));
  expect(created?.until).toBe(created?.at);

  const each = await entries('&each=true');
  expect(each.map(({ times, label }) => [times, label])).toEqual([
    ...Array.from({ length: 5 }, () => [1, 'Guardado: Identificación']),
    [1, 'Creado'],
  ]);
  expect([each[0]?.at, each[4]?.at]).toEqual([saved?.until, saved?.at]);
  // Each by its id, too: the first for all of them, another for itself.
  expect(await entries(`&entry=${saved?.id}`)).toEqual([saved]);
  expect((await entries(`&entry=${each[1]?.id}`)).map(({ times, id }) => [times, id])).toEqual([
    [1, each[1]?.id],
  ]);
});

it('the file tells them as the screen does', async () => {
  const lines = async (more: string) => {
    const { body } = await server.app.inject({
      url: `/api/audit/export?format=csv&object=project&objectId=${project.id}${more}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const [names = '', ...rows] = body.replace('\uFEFF', '').trimEnd().split('\r\n');
    const at = names.split(';').indexOf('veces');
    return rows.map(row => row.split(';')[at]);
  };
  expect(await lines('')).toEqual(['5', '1']);
  expect(await lines('&each=true')).toEqual(['1', '1', '1', '1', '1', '1']);
});

it.each<[string, () => Promise<unknown>]>([
  ['somebody else', () => save('identification', { title: 'De la oficina' }, admin)],
  ['another section', () => save('diagnosis', { problem: 'Faltan huertos.' })],
  ['a pause', () => pass(RUN_MINUTES + 1)],
])('%s in between makes two of them', async (_what, between) => {
  project = await startDraft(lead, 'pacs', { title: 'Talleres' });
  for (const title of ['Talleres de', 'Talleres de cine']) await save('identification', { title });
  await pass(RUN_MINUTES - 1);
  await save('identification', { title: 'Talleres de cine y foto' });
  await between();
  for (const title of ['Otra vez', 'Otra vez más']) await save('identification', { title });
  const own = (await told()).filter(line => line.startsWith('Guardado: Identificación, Camila'));
  expect(own).toEqual(['Guardado: Identificación, Camila, 2', 'Guardado: Identificación, Camila, 3']);
});

it('nothing but what saves itself is told together', async () => {
  const faculty = done(
    await admin.post<{ id: string; updatedAt: string }>('/faculties', { code: 'FART', name: 'Artes' }),
  );
  let { updatedAt } = faculty;
  for (const name of ['Artes y Oficios', 'Artes, Oficios y Música'])
    ({ updatedAt } = done(
      await admin.put<{ updatedAt: string }>(`/faculties/${faculty.id}`, {
        ...{ code: 'FART', name, deanIds: [], updatedAt },
      }),
    ));
  const { rows } = done(
    await admin.get<OutputOf<typeof listAudit>>(`/audit?object=faculty&objectId=${faculty.id}`),
  );
  expect(rows.map(({ label, times }) => [label, times])).toEqual([
    ['Cambiado', 1],
    ['Cambiado', 1],
    ['Creado', 1],
  ]);
});
