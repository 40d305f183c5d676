import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { DB } from '../src/db/tables.ts';
import type { PeopleCounts } from '../src/domain/execution/people.ts';
import { localDay } from '../src/domain/kit/calendar.ts';
import { publicProjectPath } from '../src/domain/publishing/addresses.ts';
import type { ProjectFile } from '../src/features/project-record/detail/contract.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { PEOPLE, userIdOf } from './demo.ts';
import { approvedPacs } from './execution.ts';
import { type Created, done, type References } from './factories.ts';
import { uploadFile } from './files.ts';
import { photoWith } from './photos.ts';

type Rows = Pick<TestApp, 'db'>;

/** What a project decided of its page, as if somebody had saved it. */
export async function publish(
  { db }: Rows,
  { id }: Created,
  { consented = true, showsResults = false, named = null as string | null } = {},
): Promise<void> {
  await sql`update projects set consent_to_publish = ${consented} where id = ${id}`.execute(db);
  await sql`insert into publications (project_id, shows_results, named_id, updated_by)
    values (${id}, ${showsResults}, ${named}, ${userIdOf(PEOPLE.admin)})
    on conflict (project_id) do update set shows_results = excluded.shows_results, named_id = excluded.named_id`.execute(
    db,
  );
}

/** A `pacs` just approved that anybody may see. */
export async function publicPacs(server: TestApp, lead: Client, refs: References): Promise<Created> {
  const made = await approvedPacs(server, lead, refs);
  await publish(server, made);
  return made;
}

/** An organisation that takes part in a project; the id of it. */
export async function addPartner(
  { db }: Rows,
  project: { id: string },
  organisation: Insertable<DB['organisations']>,
): Promise<string> {
  const { id } = await db
    .insertInto('organisations')
    .values(organisation)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('project_partners').values({ project_id: project.id, organisation_id: id }).execute();
  return id;
}

/** A photo of a project, checked, on which nobody can be recognised. */
export async function answeredPhoto(
  server: TestApp,
  client: Client,
  project: Created,
  more: Parameters<typeof photoWith>[0] & { file?: string; documentType?: string } = {},
): Promise<ProjectFile> {
  const { file, documentType = 'evidence', ...wishes } = more;
  const bytes = await photoWith(wishes);
  const sent = { name: 'Nombre de Persona.jpg', bytes, documentType, ...(file && { file }) };
  const photo = await uploadFile(server, client, project, sent);
  await answerPhoto(client, project, photo, { people: 'nobody', consent: 'not_needed' });
  return photo;
}

export const answerPhoto = async (
  client: Client,
  { kind, id }: Created,
  file: { id: string },
  answer: { people: string; consent: string },
) => done(await client.put(`/projects/${kind}/${id}/files/${file.id}/photo`, { note: '', ...answer }));

/** In this order, with a caption each. */
export async function choosePhotos(
  { db }: Rows,
  { id }: Created,
  photos: readonly { readonly id: string; readonly caption?: string }[],
): Promise<void> {
  await db.deleteFrom('published_photos').where('project_id', '=', id).execute();
  for (const [position, { id: file_id, caption = `Foto ${position + 1}` }] of photos.entries())
    await db.insertInto('published_photos').values({ project_id: id, file_id, position, caption }).execute();
}

/** An activity as if it had been recorded. */
export const addActivity = (
  { db }: Rows,
  { id }: Created,
  {
    name = 'Taller',
    day = localDay(new Date()),
    counts = {},
    ...more
  }: { name?: string; day?: string; counts?: PeopleCounts; place?: string; description?: string } = {},
) =>
  db
    .insertInto('activities')
    .values({
      ...{ id: randomUUID(), project_id: id, name, day, counts: JSON.stringify(counts) },
      ...{ author_id: userIdOf(PEOPLE.academic), updated_by: userIdOf(PEOPLE.academic) },
      ...more,
    })
    .execute();

/** A measurement that counts, of an indicator of the project. */
export const addAccepted = (
  { db }: Rows,
  { id }: Created,
  indicatorId: string,
  value: number | null,
  note = '',
) =>
  sql`insert into measurements (id, project_id, indicator_id, day, value, note, state, origin, author_id, recorded_at,
      submitted_at, due_at, updated_at, updated_by)
    values (gen_random_uuid(), ${id}, ${indicatorId}, day_in_chile(now()), ${value}, ${note}, 'accepted', 'earlier',
      ${userIdOf(PEOPLE.academic)}, now(), now(), now(), now(), ${userIdOf(PEOPLE.academic)})`.execute(db);

/** A document of the server, as anybody gets it. */
export async function openDocument(
  { app }: Pick<TestApp, 'app'>,
  url: string,
  headers: Record<string, string> = {},
) {
  const {
    statusCode: status,
    headers: sent,
    body,
    rawPayload: bytes,
  } = await app.inject({ method: 'GET', url, headers });
  return { status, headers: sent, body, bytes };
}

export const openProject = (server: Pick<TestApp, 'app'>, { code }: { code: string }, headers = {}) =>
  openDocument(server, publicProjectPath(code), headers);
