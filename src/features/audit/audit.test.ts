import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE, type Person } from '../../../test/catalogue.ts';
import { clientAs } from '../../../test/client.ts';
import { startDraft } from '../../../test/factories.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../domain/audit/actions.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { keysOf } from '../../domain/kit/look-up.ts';
import type { listAudit } from './contract.ts';

type Page = OutputOf<typeof listAudit>;

let campus: Campus;
let faculty: { id: string; updatedAt: string };

beforeAll(async () => {
  campus = await openCampus();
  const created = await campus.send('POST', '/faculties', { code: 'FART', name: 'Facultad de Artes' });
  faculty = created.body as typeof faculty;
  const dean = await campus.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', PEOPLE.Academic)
    .executeTakeFirstOrThrow();
  const { status } = await campus.send('PUT', `/faculties/${faculty.id}`, {
    code: 'FART',
    name: 'Facultad de Artes y Oficios',
    deanIds: [dean.id],
    updatedAt: faculty.updatedAt,
  });
  expect(status).toBe(200);
});
afterAll(() => campus.close());

const audit = async (query: string): Promise<Page> => {
  const { status, body } = await campus.send('GET', `/audit?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Page;
};

it('tells who wrote what, from where, with values before and after in words', async () => {
  const { rows } = await audit(`object=faculty&objectId=${faculty.id}`);
  expect(rows.map(r => r.action)).toEqual(['faculty.updated', 'faculty.created']);
  expect(rows[0]).toMatchObject({
    actor: { name: 'Beatriz Navarrete Olea' },
    object: { type: 'faculty', name: 'Facultad de Artes y Oficios', kind: null },
    address: '127.0.0.1',
  });
  expect(rows[0]?.changes).toContainEqual({
    field: 'nombre',
    before: 'Facultad de Artes',
    after: 'Facultad de Artes y Oficios',
  });
  expect(rows[0]?.changes.find(c => c.field === 'decanato')).toMatchObject({
    after: 'Camila Rojas Fuentes',
  });
  expect(rows[0]?.requestId).toBeTruthy();
});

it('is narrowed by person, kind of action, object, entry and days of Santiago', async () => {
  const all = await audit('size=200');
  const admin = all.rows.find(r => r.actor)?.actor;
  const of = await audit(`actor=${admin?.id}&size=200`);
  expect(of.total).toBe(all.rows.filter(r => r.actor?.id === admin?.id).length);
  const created = await audit('kind=created&object=faculty&size=200');
  expect(new Set(created.rows.map(r => r.action))).toEqual(new Set(['faculty.created']));
  const [one] = created.rows;
  expect((await audit(`entry=${one?.id}`)).rows).toEqual([one]);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(new Date());
  expect((await audit(`from=${today}&to=${today}`)).total).toBe(all.total);
  expect((await audit(`to=2020-01-01`)).total).toBe(0);
  expect((await audit('q=camila&object=user')).rows.every(r => r.object.name?.includes('Camila'))).toBe(true);
  const newest = all.rows.map(r => r.at);
  expect(newest).toEqual(newest.toSorted().reverse());
});

it('finds a project by how its code begins, whatever signs are typed', async () => {
  const author = await clientAs(campus, PEOPLE.Academic);
  await startDraft(author, 'exts', { title: 'Feria de invierno' });
  expect((await audit('q=ext-')).total).toBeGreaterThan(0);
  for (const q of ['%', '_', 'E_T-', '%-2'])
    expect((await audit(`q=${encodeURIComponent(q)}`)).total, q).toBe(0);
});

it('finds every action by one kind, in words', async () => {
  const found: Partial<Record<keyof typeof AUDIT_ACTIONS, AuditAction[]>> = {
    created: ['call.file_add', 'import.created'],
    updated: ['project.check', 'project.extend', 'project.save.budget', 'kind.published'],
    activation: ['deputation.ended', 'deputation.resumed'],
    moved: ['call.resolve', 'mail.resend', 'observation.open', 'project.accept_change'],
    review: [
      'appeal.answer',
      'appeal.file',
      'review.confirm',
      'review.invite',
      'review.replace',
      'review.save',
    ],
    access: ['session.ended', 'sign_in.refused'],
  };
  const codes = Object.values(found).flat();
  await sql`insert into audit (action, object_type, object_id)
    select action, 'person', 'each' from unnest(${codes}::text[]) action`.execute(campus.db);
  const all = await audit('object=person&objectId=each&size=200');
  expect(all.rows.filter(r => r.label === r.action)).toEqual([]);
  for (const kind of keysOf(AUDIT_ACTIONS)) {
    const { rows } = await audit(`object=person&objectId=each&kind=${kind}&size=200`);
    expect(rows.map(r => r.action).sort(), kind).toEqual([...(found[kind] ?? [])].sort());
  }
});

it('refuses what is no filter', async () => {
  for (const query of ['entry=1;drop', 'object=nada', 'from=ayer', 'actor=1', 'kind=x', 'from=0000-01-01'])
    expect((await campus.send('GET', `/audit?${query}`)).status, query).toBe(400);
});

it('is read by the office alone, and changed by nobody: the database refuses it, too', async () => {
  for (const person of ['Director', 'Dean', 'Academic', 'Reviewer'] as Person[])
    expect((await campus.send('GET', '/audit', undefined, campus.as(person))).status, person).toBe(403);
  expect((await campus.send('GET', '/audit', undefined, {})).status).toBe(401);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect((await campus.send(method, '/audit/1')).status, method).toBe(404);
  await expect(campus.db.updateTable('audit').set({ action: 'x' }).execute()).rejects.toThrow(
    'audit entries',
  );
  await expect(campus.db.deleteFrom('audit').execute()).rejects.toThrow('audit entries');
});
