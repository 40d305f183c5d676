import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { insertCertificate } from '../../../test/certificate-rows.ts';
import { type Answer, clientAs } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { approvedPacs } from '../../../test/execution.ts';
import { type Created, done } from '../../../test/factories.ts';
import {
  cameTo,
  isContact,
  isNamedFor,
  type Somebody,
  somebody,
  wasAsked,
  wasCertified,
  wasImported,
} from '../../../test/traces.ts';
import { clients, openUniversity, refs, server } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';
import type { TraceKind } from '../../domain/privacy/traces.ts';
import type { ExportedTraces, Traces } from './contract.ts';

openUniversity({ rateLimit: 0 });

let project: Created;
beforeAll(async () => {
  project = await approvedPacs(server, clients.academic, refs);
});

const search = (kind: TraceKind, value: string, who = clients.admin) =>
  who.post<Traces & Problem>('/data-traces/search', { kind, value });
const find = async (kind: TraceKind, value: string) => done(await search(kind, value));
const countsOf = ({ groups }: Traces) => Object.fromEntries(groups.map(g => [g.group, g.total]));
const erasable = ({ groups }: Traces) =>
  Object.fromEntries(
    groups.flatMap(({ group, rows }) => {
      const ids = rows.filter(r => r.refused === null).map(r => r.id);
      return ids.length > 0 ? [[group, ids]] : [];
    }),
  );
const erase = (kind: TraceKind, value: string, ids: Record<string, string[]>, more: object = {}) =>
  clients.admin.post<{ erased: Record<string, number> } & Problem>('/data-traces/erase', {
    ...{ kind, value, ids, confirmation: value },
    ...more,
  });
const errorsOf = ({ status, body }: Answer<Problem>) => [status, (body.errors ?? []).map(e => e.path)];

async function everywhere(person: Somebody) {
  await cameTo(project, person);
  const waves = await wasAsked(project, person);
  const certificates = await wasCertified(project, person);
  const organisation = await isContact(person);
  await wasImported(person);
  await isNamedFor(project, person);
  return { waves, certificates, organisation };
}

const OF_NAME = {
  ...{ attendances: 6, invitations: 2, certificates: 2, contacts: 1, mails: 2, importRows: 1, fichas: 1 },
  ...{ meetings: 1, actionItems: 1, suppliers: 1, committees: 1, organisations: 1, dataRequests: 1 },
};
const OF_MAIL = {
  ...{ attendances: 2, invitations: 2, certificates: 1, contacts: 1, mails: 2, importRows: 1, fichas: 1 },
  ...{ formerParts: 1, meetings: 1, committees: 1, dataRequests: 1 },
};
const OF_RUT = {
  attendances: 2,
  certificates: 1,
  importRows: 1,
  suppliers: 1,
  organisations: 1,
  dataRequests: 1,
};

describe('somebody without an account', () => {
  it('is found everywhere by each of what is known of them, and nobody who is like them', async () => {
    const person = somebody();
    await everywhere(person);
    await everywhere(somebody());
    expect(countsOf(await find('name', person.name.toUpperCase()))).toEqual(OF_NAME);
    expect(countsOf(await find('email', ` ${person.email.toUpperCase()} `))).toEqual(OF_MAIL);
    expect(countsOf(await find('rut', person.rut.replace('-', '')))).toEqual(OF_RUT);
    const [, , surname = ''] = person.name.split(' ');
    for (const value of [`Ana ${surname}x`, `Mariana ${surname}`])
      expect((await find('name', value)).groups).toEqual([]);
    expect((await find('email', `x${person.email}`)).groups).toEqual([]);
    expect((await find('foreign', 'P-998877')).groups).toEqual([]);
  });

  it('is found in a file whose columns were joined, and forgotten with what was said of them', async () => {
    const { name, email } = somebody();
    const cells = JSON.stringify(name.split(' '));
    const { rows } = await sql<{ id: string }>`
      with i as (insert into imports (noun, file_name, state, titles, samples, mapping, total, created_by)
        values ('users', 'personas.csv', 'done', '[]', ${cells}::jsonb, '{}', 1, ${refs.leadId}) returning id),
      r as (insert into import_rows (import_id, line, cells, "values")
        select id, 2, ${cells}::jsonb, ${JSON.stringify({ name })}::jsonb from i),
      w as (insert into import_words (field, text, import_id, said, value)
        select 'person', plain(${name}), id, ${name}, ${email} from i)
      select id from i`.execute(server.db);
    const found = await find('name', name);
    expect(countsOf(found)).toEqual({ importRows: 1 });
    expect(done(await erase('name', name, erasable(found))).erased).toEqual({ importRows: 1 });
    const left = await sql`select from import_words where import_id = ${rows[0]?.id}`.execute(server.db);
    expect([countsOf(await find('name', name)), left.rows]).toEqual([{}, []]);
  });

  it('is found by a foreign document, too', async () => {
    const [name, value] = [somebody().name, 'AB-99 17'];
    await sql`insert into vouchers (type_id, supplier_foreign_id, supplier_key, supplier_name, issued_on, currency, gross,
        rate, gross_pesos)
      select id, 'AB-9917', 'XAB9917', ${name}, current_date, 'CLP', 1000, 1, 1000 from voucher_types limit 1`.execute(
      server.db,
    );
    expect(countsOf(await find('foreign', value))).toEqual({ suppliers: 1 });
  });

  it('says where, and which accounts are found by the same', async () => {
    const person = somebody();
    await cameTo(project, person);
    const { groups } = await find('rut', person.rut);
    expect(groups[0]?.rows[0]).toMatchObject({
      name: person.name,
      project: { id: project.id },
      refused: null,
    });
    expect((await find('email', PEOPLE.director)).accounts.map(a => a.id)).toEqual([
      userIdOf(PEOPLE.director),
    ]);
  });

  it('is audited by counts alone', async () => {
    const person = somebody();
    await cameTo(project, person);
    await find('name', person.name);
    const { rows } = await sql<{ object_id: string; row: string }>`
      select object_id, to_jsonb(a)::text as row from audit a where action = 'person.find' order by id desc limit 1`.execute(
      server.db,
    );
    expect(rows[0]?.row).not.toContain(person.name.split(' ')[2]);
    const [entry] = await auditOf(server, rows[0]?.object_id ?? '');
    expect(entry?.changes).toEqual({ attendances: [null, 6] });
  });

  it.each([
    ['rut', '12.345.678-0'],
    ['foreign', 'a'],
    ['email', 'ana@'],
    ['name', 'Ana'],
    ['name', 'Ana P 🎉'],
  ] as const)('%s %s is refused at its field', async (kind, value) => {
    expect(errorsOf(await search(kind, value))).toEqual([400, ['value']]);
  });

  it.each(['academic', 'director', 'dean', 'reviewer'] as const)('%s finds nobody', async who => {
    for (const path of ['search', 'export', 'erase']) {
      const body = {
        kind: 'email',
        value: 'a@b.cl',
        ids: { mails: ['x'] },
        confirmation: 'a@b.cl',
      };
      expect((await clients[who].post(`/data-traces/${path}`, body)).status).toBe(403);
    }
  });
});

describe('what is closed', () => {
  it('of a project that somebody of the office reviews blindly nobody is named to them', async () => {
    const person = somebody();
    await isNamedFor(project, person);
    await sql`update projects set status = 'evaluation' where id = ${project.id}`.execute(server.db);
    await sql`insert into reviews (project_id, user_id, state, blind, due_at)
      values (${project.id}, ${userIdOf(PEOPLE.admin)}, 'accepted', true, now() + interval '9 days')`.execute(
      server.db,
    );
    const found = countsOf(await find('name', person.name));
    await sql`delete from reviews where project_id = ${project.id}`.execute(server.db);
    await sql`update projects set status = 'approved' where id = ${project.id}`.execute(server.db);
    expect([found.fichas, found.meetings, found.actionItems]).toEqual([undefined, undefined, undefined]);
    expect(countsOf(await find('name', person.name))).toMatchObject({ fichas: 1, meetings: 1 });
  });

  it('certificates of who reviewed a call stay closed to who takes part in it', async () => {
    const person = somebody();
    const { id } = await insertCertificate(server.db, { content: { name: person.name, document: '' } });
    expect(countsOf(await find('name', person.name))).toEqual({ certificates: 1 });
    const { rows } = await sql<{
      id: string;
    }>`insert into calls (name, year, kind) values ('Cerrada', 2026, 'fexs')
      returning id`.execute(server.db);
    const call = rows[0]?.id;
    await sql`update certificates set call_id = ${call}, work_kind = null, work_year = null where id = ${id}`.execute(
      server.db,
    );
    await sql`insert into project_parts (project_id, part, user_id) values (${project.id}, 'member', ${userIdOf(PEOPLE.admin)})`.execute(
      server.db,
    );
    await sql`update projects set call_id = ${call} where id = ${project.id}`.execute(server.db);
    const found = (await find('name', person.name)).groups;
    await sql`update projects set call_id = null where id = ${project.id}`.execute(server.db);
    await sql`delete from project_parts where user_id = ${userIdOf(PEOPLE.admin)}`.execute(server.db);
    expect(found).toEqual([]);
  });
});

describe('the export', () => {
  it('holds all that was found, with no secret, and is audited', async () => {
    const person = somebody();
    await everywhere(person);
    const body = { kind: 'name', value: person.name };
    const { groups } = done(await clients.admin.post<ExportedTraces>('/data-traces/export', body));
    expect(groups.map(g => g.rows.length)).toEqual([6, 2, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    const text = JSON.stringify(groups);
    for (const words of [person.rut, person.email, '+56 9 1234 5678', 'survey'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/person_key|holder|storage_key|sha256|Luis Soto/);
    const { rows } = await sql<{ changes: object }>`
      select changes from audit where action = 'person.export' order by id desc limit 1`.execute(server.db);
    expect(rows[0]?.changes).toEqual({ rows: [null, 21] });
  });
});

/** What has to be the same before and after. */
const counted = async (waves: { counted: string }) => {
  const { rows } = await sql`
    select (select array[count(*), count(distinct person_key), count(*) filter (where person_key is null)]::int[]
        from attendances where project_id = ${project.id}) as attendances,
      (select array[count(*), count(distinct person_key)]::int[] from attendances) as university,
      (select actual_direct::int from project_facts where project_id = ${project.id}) as reached,
      (select array_agg(folio order by folio) from certificates) as folios`.execute(server.db);
  const results = done(await clients.admin.get(`/waves/${waves.counted}/results`));
  return { ...(rows[0] as object), results };
};

describe('erasing', () => {
  it('forgets them everywhere it may, and whatever was counted stays', async () => {
    const person = somebody();
    const { waves, certificates, organisation } = await everywhere(person);
    const before = await counted(waves);
    const ids = erasable(await find('name', person.name));
    const { erased } = done(await erase('name', person.name, ids));
    expect(erased).toEqual({
      attendances: 6,
      invitations: 2,
      certificates: 2,
      contacts: 1,
      mails: 2,
      importRows: 1,
    });
    const after = {
      fichas: 1,
      meetings: 1,
      actionItems: 1,
      suppliers: 1,
      committees: 1,
      organisations: 1,
      dataRequests: 1,
    };
    const left = await find('name', person.name);
    expect(countsOf(left)).toEqual(after);
    expect(left.groups.flatMap(g => g.rows).every(r => r.refused !== null)).toBe(true);
    expect(await counted(waves)).toEqual(before);
    for (const kind of ['email', 'rut'] as const)
      expect(erasable(await find(kind, person[kind]))).toEqual({});
    expect((await clients.admin.get(`/certificates/${certificates[0]}`)).status).toBe(404);
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(a)::text as row from attendances a union all select to_jsonb(c)::text from certificates c
      union all select to_jsonb(i)::text from imports i union all select to_jsonb(r)::text from import_rows r
      union all select to_jsonb(g)::text from organisation_merges g union all select to_jsonb(u)::text from audit u`.execute(
      server.db,
    );
    const surname = person.name.split(' ')[2] ?? '';
    expect(rows.filter(({ row }) => row.includes(surname) || row.includes(person.rut))).toEqual([]);
    const stale = await clients.admin.put(`/organisations/${organisation.id}`, {
      ...{ name: 'Junta', rut: '', type: 'ong', comunaCode: null, contactName: 'Otra', contactEmail: '' },
      ...{ contactPhone: '', point: null, updatedAt: organisation.updatedAt },
    });
    expect(stale.status).toBe(409);
  });

  it('is audited by counts, with the request it answers', async () => {
    const person = somebody();
    await wasAsked(project, person);
    const { mails = [] } = erasable(await find('email', person.email));
    const some = { mails: mails.slice(0, 1) };
    const unknown = await erase('email', person.email, some, { request: 'SD-2019-0001' });
    expect(errorsOf(unknown)).toEqual([422, ['request']]);
    const asked = { right: 'deletion', name: person.name, email: person.email, channel: 'mail' };
    const recorded = await clients.admin.post<{ code: string }>('/data-requests', {
      ...{ ...asked, id: randomUUID(), details: 'Borren mis datos, por favor.', receivedOn: '2026-01-10' },
    });
    const request = done(recorded).code;
    done(await erase('email', person.email, some, { request: request.toLowerCase() }));
    const { rows } = await sql<{ changes: object; row: string }>`
      select changes, to_jsonb(a)::text as row from audit a where action = 'person.erase' order by id desc limit 1`.execute(
      server.db,
    );
    expect(rows[0]?.changes).toEqual({ mails: [1, 0], request: [null, request] });
    expect(rows[0]?.row).not.toContain(person.email);
    expect(countsOf(await find('email', person.email))).toMatchObject({ mails: 2, invitations: 2 });
  });

  it('an answer of a survey that is open goes with who gave it, and their mail that waits', async () => {
    const person = somebody();
    const { open } = await wasAsked(project, person);
    const answers = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from wave_answers where wave_id = ${open}`.execute(
          server.db,
        )
      ).rows[0]?.n;
    expect(await answers()).toBe(6);
    const { invitations = [] } = erasable(await find('email', person.email));
    done(await erase('email', person.email, { invitations }));
    expect(await answers()).toBe(5);
    expect((await find('email', person.email)).groups).toEqual([]);
  });

  it('a second time, or of others, or of what stays, nothing goes', async () => {
    const [person, other] = [somebody(), somebody()];
    for (const one of [person, other]) {
      await cameTo(project, one);
      await isNamedFor(project, one);
    }
    const ids = erasable(await find('rut', person.rut));
    const { attendances: foreign = [] } = erasable(await find('rut', other.rut));
    const { groups } = await find('rut', person.rut);
    const kept = groups.find(g => g.group === 'suppliers')?.rows.map(r => r.id) ?? [];
    const mixed = { attendances: [...(ids.attendances ?? []), ...foreign] };
    for (const wrong of [mixed, { suppliers: kept }, { attendances: ['x'] }]) {
      const { status, body } = await erase('rut', person.rut, wrong);
      expect([status, body.detail]).toEqual([409, 'Los datos cambiaron: busca de nuevo.']);
    }
    expect(erasable(await find('rut', person.rut))).toEqual(ids);
    done(await erase('rut', person.rut, ids));
    expect((await erase('rut', person.rut, ids)).status).toBe(409);
    expect(erasable(await find('rut', other.rut))).toEqual({ attendances: foreign });
  });

  it('two at once: one erases, the other is told', async () => {
    const person = somebody();
    await everywhere(person);
    const ids = erasable(await find('name', person.name));
    const both = await Promise.all([erase('name', person.name, ids), erase('name', person.name, ids)]);
    expect(both.map(b => b.status).sort()).toEqual([200, 409]);
    expect(erasable(await find('name', person.name))).toEqual({});
  });

  it('says at each field what is wrong, all at once', async () => {
    const { email } = somebody();
    const wrong = { confirmation: 'otra@correo.cl', request: 'corto' };
    expect(errorsOf(await erase('email', email, {}, wrong))).toEqual([
      400,
      ['request', 'confirmation', 'ids'],
    ]);
    expect(errorsOf(await erase('email', email, {}, { confirmation: 'otra@correo.cl' }))).toEqual([
      400,
      ['confirmation', 'ids'],
    ]);
    const admin = await clientAs(server, PEOPLE.admin);
    expect(
      (await admin.post('/data-traces/erase', { kind: 'email', value: email, ids: { nada: [] } })).status,
    ).toBe(400);
  });

  it('the guardian of somebody stays with them', async () => {
    const [child, guardian] = [somebody(), somebody()];
    await cameTo(project, child);
    await sql`update attendances set guardian = ${guardian.name} where name = ${child.name}`.execute(
      server.db,
    );
    const { groups } = await find('name', guardian.name);
    expect(groups.flatMap(g => g.rows.map(r => r.refused))).toEqual(
      Array.from({ length: 6 }, () => expect.stringContaining('Autorizó')),
    );
  });
});
