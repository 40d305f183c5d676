import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  certificatesOf,
  closeProject,
  giveCertificates,
  readOut,
} from '../../../../test/certified-projects.ts';
import { clientAs } from '../../../../test/client.ts';
import { approvedPacs } from '../../../../test/execution.ts';
import { type Created, done } from '../../../../test/factories.ts';
import { clients, openUniversity, refs, server } from '../../../../test/university.ts';
import type { Problem } from '../../../domain/kit/problem.ts';
import type { Certificate } from '../contract.ts';
import { eraseCertificates } from './commands.ts';

openUniversity({ rateLimit: 0 });

interface Person {
  readonly id: string;
  readonly email: string;
  readonly updatedAt: string;
}
let serial = 0;
async function somebody(): Promise<Person> {
  serial += 1;
  const fields = { name: `Rocío Larraín ${serial}`, email: `rocio${serial}@universidad.example` };
  return done(await clients.admin.post<Person>('/users', { ...fields, roles: ['Academic'] }));
}
const fresh = async ({ id }: Person) => done(await clients.admin.get<Person>(`/users/${id}`));

/** A closed project in whose team these people are, by account or by mail. */
async function closedWith(members: readonly object[]): Promise<Created> {
  await giveCertificates('pacs', 'closing');
  const project = await approvedPacs(server, clients.academic, refs);
  await sql`insert into project_sections (project_id, section, data) values (${project.id}, 'team',
    ${JSON.stringify({ members })}::jsonb)
    on conflict (project_id, section) do update set data = excluded.data`.execute(server.db);
  await closeProject(project);
  return project;
}
const member = ({ id }: Person) => ({ id: 'm1', userId: id, name: '', email: '', role: 'student' });

it('whoever is anonymised is named by no certificate, and no folio is missing', async () => {
  const gone = await somebody();
  const project = await closedWith([
    member(gone),
    { id: 'm2', userId: null, name: 'Rocío Larraín', email: 'otra@universidad.example', role: 'partner' },
  ]);
  const of = () => certificatesOf(clients.admin, `&project=${project.id}`);
  const [, other, theirs] = await of();
  expect([theirs?.name, other?.name]).toEqual([`Rocío Larraín ${serial}`, 'Rocío Larraín']);
  const { updatedAt } = await fresh(gone);
  done(await clients.admin.post(`/users/${gone.id}/anonymise`, { confirmation: gone.email, updatedAt }));
  expect((await of()).map(r => r.id)).not.toContain(theirs?.id);
  expect((await clients.admin.get(`/certificates/${theirs?.id}`)).status).toBe(404);
  expect(await certificatesOf(clients.admin, `&q=${theirs?.code}`)).toEqual([]);
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(c)::text as row from certificates c where c.folio = ${theirs?.folio}`.execute(server.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toMatch(new RegExp(`Larraín|larrain|${gone.email}`));
  expect((await of()).map(r => r.name)).toContain('Rocío Larraín');
});

it('also what was given to their mail before they had an account', async () => {
  const gone = await somebody();
  const project = await closedWith([
    { id: 'm1', userId: null, name: 'Rocío de antes', email: gone.email, role: 'partner' },
  ]);
  const find = async () => (await certificatesOf(clients.admin, `&project=${project.id}`)).map(r => r.name);
  expect(await find()).toContain('Rocío de antes');
  await server.db
    .transaction()
    .execute(tx => eraseCertificates({ tx, now: new Date() }, gone, 'Persona anonimizada'));
  expect(await find()).not.toContain('Rocío de antes');
});

it('of two records of one person the certificates become those of one, who gets no second', async () => {
  const [from, into] = [await somebody(), await somebody()];
  const project = await closedWith([member(from)]);
  const [a, b] = [await fresh(from), await fresh(into)];
  const body = { into: into.id, updatedAt: a.updatedAt, intoUpdatedAt: b.updatedAt };
  done(await clients.admin.post(`/users/${from.id}/merge`, body));
  const mine = await certificatesOf(await clientAs(server, into.email), '&mine=true');
  expect(readOut(mine)).toEqual([['member', `Rocío Larraín ${serial - 1}`, 'valid']]);
  const again = { ids: [project.id], notify: false };
  const answer = await clients.admin.post<{ rows: { issued: number }[] }>(
    '/certificates/projects/issue',
    again,
  );
  expect(done(answer).rows.map(r => r.issued)).toEqual([0]);
});

it('their row is exported to the person, without what only serves the server', async () => {
  const person = await somebody();
  await closedWith([member(person)]);
  const { body } = await clients.admin.post<Record<string, unknown>>(
    `/users/${person.id}/personal-data/export`,
    {},
  );
  const text = JSON.stringify(body);
  expect(text).toContain('Certificados');
  expect(text).toContain('integró el equipo del proyecto');
  expect(text).not.toMatch(/storage_key|sha256/);
});

it('an activity that is deleted leaves what was certified as it was', async () => {
  const project = await closedWith([]);
  const { rows } = await sql<{
    id: string;
  }>`insert into activities (id, project_id, name, day, author_id, updated_by)
    values (new_id(), ${project.id}, 'Taller', current_date, ${refs.leadId}, ${refs.leadId}) returning id`.execute(
    server.db,
  );
  const [{ id: activity } = { id: '' }] = rows;
  const [one] = await certificatesOf(clients.admin, `&project=${project.id}`);
  const { rows: copied } = await sql<{ id: string }>`
    insert into certificates (folio_year, folio_number, code, role, project_id, activity_id, holder, name, content)
    select folio_year, 900000, '0000000000000000', 'participant', project_id, ${activity}, 'name:ana', name, content
    from certificates where id = ${one?.id} returning id`.execute(server.db);
  await sql`delete from activities where id = ${activity}`.execute(server.db);
  const kept = done(await clients.admin.get<Certificate & Problem>(`/certificates/${copied[0]?.id}`));
  expect([kept.state, kept.activity]).toEqual(['valid', '']);
});
