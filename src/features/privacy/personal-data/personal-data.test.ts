import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { clientAs } from '../../../../test/client.ts';
import { nursing } from '../../../../test/demo.ts';
import { act, completePacs, done } from '../../../../test/factories.ts';
import {
  confirmAdministrators,
  read,
  sayWord,
  setDefaults,
  take,
  typeCell,
} from '../../../../test/imports.ts';
import { bearer, signInAs } from '../../../../test/sign-in.ts';
import { readMailTexts } from '../../../db/mail-texts.ts';
import { welcomeOf } from '../../../domain/notices/letters.ts';
import { userReferences } from '../../users/references/queries.ts';
import type { Exported, Register } from './contract.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

interface Person {
  id: string;
  email: string;
  updatedAt: string;
}
let serial = 0;
async function person(more: object = {}): Promise<Person> {
  serial += 1;
  const fields = { name: `Olvido D'Quiroz ${serial}`, email: `olvido${serial}@biosur.example` };
  const { body } = await campus.send<Person>('POST', '/users', { ...fields, roles: ['Academic'], ...more });
  return body;
}
const anonymise = async ({ id, email }: Person, who?: Record<string, string>, confirmation = email) => {
  const { body } = await campus.send('GET', `/users/${id}`);
  return campus.send('POST', `/users/${id}/anonymise`, { confirmation, updatedAt: body.updatedAt }, who);
};

/** Somebody who led a project that has ended. */
async function withPast(): Promise<Person & { project: string }> {
  const past = await person({ expertise: ['humedales'], invite: true });
  const author = await clientAs(campus, past.email);
  const project = await completePacs(author, { ...(await nursing(author)), leadId: past.id });
  done(await act(author, project, 'submit'));
  const admin = await clientAs(campus, PEOPLE.Admin);
  done(await act(admin, project, 'override', { to: 'cancelled', reason: 'Se fue de la universidad.' }));
  await sql`insert into measurements (id, project_id, indicator_id, day, value, state, decided_by, decided_at, author_id,
      updated_by)
    select new_id(), ${project.id}, 'i1', current_date, 4, 'accepted', ${past.id}, now(), ${past.id}, ${past.id}`.execute(
    campus.db,
  );
  return { ...past, project: project.id };
}

/** Leaves what files said of somebody: in a row of their own, and as the dean they were for a while. */
async function fromSpreadsheets({ email }: Person): Promise<void> {
  const name = `Olvido D'Quiroz ${serial}`;
  await take(campus, 'users', `Nombre;Correo;Especialidades\n${name};${email.toUpperCase()};humedales\n`);
  await take(campus, 'faculties', `Código;Facultad;Decanato\nOLV;Facultad del Olvido;${email}\n`);
  const { body } = await campus.send('GET', '/faculties?q=OLV');
  const { id, code, name: called, updatedAt } = (body.rows?.[0] ?? {}) as Record<string, string>;
  await campus.send('PUT', `/faculties/${id}`, { code, name: called, updatedAt, deanIds: [] });
}

/** On a list by their address, and asked at it by name and anonymously. */
async function cameAndWasAsked({ id, email }: Person): Promise<void> {
  await sql`with activity as (
      insert into activities (id, project_id, name, day, author_id, updated_by)
      select new_id(), p.id, 'Taller', '2026-05-01', ${id}, ${id} from projects p where p.lead_id = ${id} limit 1
      returning id, project_id
    ) insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, source,
      notice_version, consented_at, person_key)
    select project_id, id, ${`Olvido D'Quiroz ${serial}`}, 'email', ${email.toLowerCase()}, 'academics', 'list', 1, now(),
      sha256(${email}::bytea) from activity`.execute(campus.db);
  await sql`with instrument as (
      insert into instruments (name) values (${`Encuesta ${id}`}) returning id
    ), version as (
      insert into instrument_versions (instrument_id, number, frozen_at) select id, 1, now() from instrument
      returning id, instrument_id
    ), wave as (
      insert into waves (instrument_id, version_id, title, audience, anonymous, last_day, state, opened_at, closes_at,
        created_by)
      select instrument_id, id, 'Encuesta', 'attendees', anonymous, '2099-01-01', 'open', now(), '2099-01-02', ${id}
      from version, unnest(array[true, false]) anonymous returning id
    ) insert into wave_invitations (wave_id, name, email, state)
    select id, ${`Olvido D'Quiroz ${serial}`}, ${email}, 'waiting' from wave`.execute(campus.db);
}

/** A mail to somebody else that names the person, as letters are written. */
async function namedInMail(): Promise<void> {
  // Any place of a letter will do: all write what they are told in the same way.
  const of = {
    to: 'Otra',
    email: 'otra@biosur.example',
    invited: false,
    roles: [`Olvido D'Quiroz ${serial}`],
  };
  const { subject, text, html } = welcomeOf(of, (await readMailTexts(campus.db))('welcome'));
  await sql`insert into mails (user_id, name, address, type, subject, text, html, state, next_attempt_at)
    select id, name, email, 'welcome', ${subject}, ${text}, ${html}, 'pending', now() from users
    where email = ${PEOPLE.Director}`.execute(campus.db);
}

describe('what is kept about a person', () => {
  it('is listed with why and how long, in counts, for the office and for oneself', async () => {
    const past = await withPast();
    const { body } = await campus.send('GET', `/users/${past.id}/personal-data`);
    const { rows, refused } = body as Register;
    expect(refused).toBeNull();
    expect(rows.every(r => r.why && r.kept)).toBe(true);
    const of = (what: string) => rows.find(r => r.what === what)?.count;
    expect([of('Proyectos que dirige'), of('Cuentas de ingreso')]).toEqual([1, 1]);
    // One that they measured and one that they accepted, though it is the same.
    expect(of('Mediciones de indicadores')).toBe(2);
    const own = await campus.send(
      'GET',
      '/personal-data',
      undefined,
      bearer(await signInAs(campus, past.email)),
    );
    expect((own.body as Register).rows.find(r => r.what === 'Proyectos que dirige')?.count).toBe(1);
  });

  it('is exported whole: every column that names the person, no secret; the export is audited', async () => {
    const past = await withPast();
    const { body } = await campus.send('POST', `/users/${past.id}/personal-data/export`);
    const exported = body as Exported;
    expect(exported.person).toMatchObject({ email: past.email, expertise: ['humedales'] });
    const text = JSON.stringify(exported);
    expect(text).not.toMatch(/token_hash|storage_key/);
    // Of their mails what they read, not the marks that are stored.
    expect(text).not.toMatch(/[\uE000-\uE002]/);
    expect(text).toContain(campus.env.publicUrl);
    expect(text).toContain(campus.env.productName);
    const found = new Set(exported.groups.flatMap(g => g.rows.map(r => `${r.table}.${r.as}`)));
    for (const { table, column } of await userReferences(campus.db)) {
      if (table === 'users' && column !== 'updated_by') continue;
      const { rows } =
        await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${past.id} limit 1`.execute(
          campus.db,
        );
      expect(found.has(`${table}.${column}`), `${table}.${column}`).toBe(rows.length > 0);
    }
    expect(found.size).toBeGreaterThan(8);
    const audited = await sql<{ n: number }>`
      select count(*)::int as n from audit where action = 'user.exported' and object_id = ${past.id}`.execute(
      campus.db,
    );
    expect(audited.rows[0]?.n).toBe(1);
    const own = await campus.send(
      'POST',
      '/personal-data/export',
      undefined,
      bearer(await signInAs(campus, past.email)),
    );
    expect((own.body as Exported).person.id).toBe(past.id);
  });
});

describe('anonymising', () => {
  it('forgets who it was everywhere, keeps every count, and lets nobody in', async () => {
    const past = await withPast();
    await fromSpreadsheets(past);
    await cameAndWasAsked(past);
    await namedInMail();
    const token = await signInAs(campus, past.email);
    const counted = async () =>
      (
        await sql<{ projects: number; people: number; history: number }>`
          select (select count(*)::int from projects where lead_id = ${past.id}) as projects,
            (select count(distinct person_key)::int from attendances) as people,
            (select count(*)::int from project_history where actor_id = ${past.id}) as history`.execute(
          campus.db,
        )
      ).rows[0];
    const before = await counted();
    expect(before).toMatchObject({ projects: 1 });
    expect((await anonymise(past, undefined, 'otra@biosur.example')).body.errors).toMatchObject([
      { path: 'confirmation' },
    ]);
    const { status, body } = await anonymise(past, undefined, ` ${past.email.toUpperCase()} `);
    expect([status, body]).toMatchObject([
      200,
      {
        name: 'Persona anonimizada',
        roles: [],
        expertise: [],
        accounts: [],
        state: 'blocked',
        anonymised: true,
      },
    ]);
    expect(await counted()).toEqual(before);
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'jsonb', 'ARRAY', 'tsvector')`.execute(campus.db);
    const left: string[] = [];
    for (const { table, column } of columns) {
      const { rows } = await sql`select from ${sql.table(table)}
        where ${sql.ref(column)}::text ilike ${`%${past.email}%`} or ${sql.ref(column)}::text like ${`%Quiroz ${serial}%`}
        limit 1`.execute(campus.db);
      if (rows.length > 0) left.push(`${table}.${column}`);
    }
    expect(left).toEqual([]);
    const again = { confirmation: 'x', updatedAt: body.updatedAt };
    expect((await campus.send('POST', `/users/${past.id}/anonymise`, again)).status).toBe(422);
    const back = await campus.send('PUT', `/users/${past.id}/state`, {
      state: 'active',
      updatedAt: body.updatedAt,
    });
    expect(back.body.detail).toBe('Los datos de esta persona se anonimizaron.');
    expect((await campus.send('GET', '/auth/me', undefined, bearer(token))).status).toBe(401);
  });

  it('waits for what they asked to be answered, which stays without who it was', async () => {
    const other = await person();
    const asking = await clientAs(campus, other.email);
    const asked = {
      id: randomUUID(),
      right: 'deletion',
      details: `Borren todo de ${other.email}, por favor.`,
    };
    const { code } = done(await asking.post<{ code: string }>('/personal-data/requests', asked));
    expect((await anonymise(other)).body.detail).toBe(
      `Espera respuesta a su solicitud ${code}: respóndela antes.`,
    );
    const { updatedAt } = (await campus.send('GET', `/data-requests/${asked.id}`)).body;
    const answer = { outcome: 'granted', answer: `Borramos lo que había de ${other.email}.`, updatedAt };
    await campus.send('POST', `/data-requests/${asked.id}/answer`, answer);
    expect((await anonymise(other)).body.detail).toBe(
      'La respuesta a su solicitud todavía sale por correo: espera unos minutos.',
    );
    await sql`update mails set state = 'kept', next_attempt_at = null where user_id = ${other.id}`.execute(
      campus.db,
    );
    expect((await anonymise(other)).status).toBe(200);
    const { body } = await campus.send('GET', `/data-requests/${asked.id}`);
    expect(body).toMatchObject({ code, right: 'deletion', outcome: 'granted', state: 'answered', email: '' });
    expect(JSON.stringify({ ...body, user: null })).not.toContain(other.email);
  });

  it('goes from what spreadsheets said: rows, words, texts for all rows, who should administer', async () => {
    const other = await person();
    const { email } = other;
    const name = `Olvido D'Quiroz ${serial}`;
    const people = `Correo;Nombre;Cargo\notra@biosur.example;Otra Persona;Administradora\n`;
    const typed = await read(campus, 'users', people);
    await confirmAdministrators(campus, typed, email);
    await typeCell(campus, typed, 2, 'email', email);
    await typeCell(campus, typed, 2, 'name', name);
    const project = `Código;Tipo;Estado;Título;Responsable;Escuela;Año\nH1;EXT;Cerrado;Feria;R. Olvido;ENF;2019\n`;
    const past = await read(campus, 'projects', project);
    await sayWord(campus, past, 'lead', 'R. Olvido', email);
    const bare = `Código;Tipo;Estado;Título;Escuela;Año\nH2;EXT;Cerrado;Feria;ENF;2019\n`;
    await setDefaults(campus, await read(campus, 'projects', bare), { lead: email });
    const said = async () => {
      const { rows } = await sql<{ text: string }>`
        select to_jsonb(i)::text as text from imports i union all select to_jsonb(r)::text from import_rows r
        union all select to_jsonb(w)::text from import_words w
        union all select to_jsonb(m)::text from import_mappings m`.execute(campus.db);
      return rows.filter(
        ({ text }) => text.includes(email) || text.includes(JSON.stringify(name).slice(1, -1)),
      );
    };
    expect((await said()).length).toBeGreaterThan(5);
    const answer = await anonymise(other);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await said()).toEqual([]);
  });

  it('is refused while the person holds something, administers, stands in, or is oneself', async () => {
    const holder = await person();
    const author = await clientAs(campus, holder.email);
    await completePacs(author, { ...(await nursing(author)), leadId: holder.id });
    expect((await anonymise(holder)).body.detail).toBe(
      'Todavía tiene una cosa a su cargo: reasígnalas antes.',
    );
    const admin = await person({ roles: ['Admin'] });
    expect((await anonymise(admin)).body.detail).toMatch(/rol de administración/);
    const deputy = await person();
    await sql`insert into deputations (principal_id, deputy_id, first_day, last_day, created_by)
      values ((select id from users where email = ${PEOPLE.Director}), ${deputy.id}, day_in_chile(now()), day_in_chile(now()) + 1, ${deputy.id})`.execute(
      campus.db,
    );
    expect((await anonymise(deputy)).body.detail).toMatch(/subrogancia/);
    const { rows } = (await campus.send<{ rows: Person[] }>('GET', `/users?q=${PEOPLE.Admin}`)).body;
    const me = rows[0] as Person;
    expect((await anonymise(me)).status).toBe(422);
  });

  it("is the office's alone, as are register and export of others", async () => {
    const other = await person();
    for (const who of ['Director', 'Dean', 'Academic', 'Reviewer'] as const) {
      const headers = campus.as(who);
      expect((await anonymise(other, headers)).status).toBe(403);
      const path = `/users/${other.id}/personal-data`;
      expect((await campus.send('GET', path, undefined, headers)).status).toBe(403);
      expect((await campus.send('POST', `${path}/export`, undefined, headers)).status).toBe(403);
    }
    expect((await campus.send('GET', '/personal-data', undefined, {})).status).toBe(401);
    expect((await campus.send('POST', '/personal-data/export', undefined, {})).status).toBe(401);
  });
});
