import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../../../test/audit.ts';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing } from '../../../../test/demo.ts';
import { act, completePacs, detailOf, done, fillSections, pacsSections } from '../../../../test/factories.ts';
import { errorsOf, read, sayWord, take } from '../../../../test/imports.ts';
import { bearer, signInAs } from '../../../../test/sign-in.ts';
import { bodyFor, claimsOf } from '../../../../test/tokens.ts';
import { userReferences } from '../references/queries.ts';

let campus: Campus;
let admin: Client;
beforeAll(async () => {
  campus = await openCampus();
  admin = await clientAs(campus, PEOPLE.Admin);
});
afterAll(() => campus.close());

interface Person {
  id: string;
  email: string;
  name: string;
  updatedAt: string;
}
let serial = 0;
async function person(
  more: { roles?: string[]; state?: string; expertise?: string[] } = {},
): Promise<Person> {
  serial += 1;
  const fields = { name: `Rocío Duplicada ${serial}`, email: `rocio${serial}@biosur.example` };
  const { body } = await campus.send<Person>('POST', '/users', { ...fields, roles: ['Academic'], ...more });
  return body;
}
const fresh = async ({ id }: Person) =>
  (await campus.send<Person & Record<string, unknown>>('GET', `/users/${id}`)).body;
async function merge(from: Person, into: Person, who = campus.as('Admin')) {
  const [a, b] = [await fresh(from), await fresh(into)];
  const body = { into: into.id, updatedAt: a.updatedAt, intoUpdatedAt: b.updatedAt };
  return campus.send('POST', `/users/${from.id}/merge`, body, who);
}
const signIn = async (name: 'microsoft' | 'google', { email, name: called }: Person, key: string) => {
  const claims = claimsOf(campus, name, { email, name: called, oid: key, sub: key });
  const response = await fetch(`${campus.url}/api/auth/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await bodyFor(campus, name, claims)),
  });
  return (await response.json()) as { token: string; user: { id: string; roles: string[] } };
};
const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(campus.db)).rows[0]?.n;

/** A returned project with an observation and its answer, a file, an upload, a request, a deputation, mails. */
async function everythingOf(from: Person, into: Person): Promise<string> {
  const author = await clientAs(campus, from.email);
  const refs = await nursing(author);
  const project = await completePacs(author, { ...refs, leadId: from.id, memberId: into.id });
  done(await act(author, project, 'submit'));
  const observations = [{ section: 'diagnosis', text: 'Precisa la línea base.' }];
  done(
    await act(await clientAs(campus, PEOPLE.Director), project, 'return', {
      reason: 'Falta la línea base.',
      observations,
    }),
  );
  const db = campus.db;
  await sql`insert into observation_answers (observation_id, author_id, text)
    select id, ${from.id}, 'Listo.' from observations`.execute(db);
  await sql`insert into files (project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by)
    values (${project.id}, 'other', 'carta.pdf', 9, 'application/pdf', '\\x00', 'files/x', ${from.id})`.execute(
    db,
  );
  await sql`insert into uploads (project_id, user_id, document_type, name, size, fingerprint)
    select ${project.id}, u, 'other', 'acta.pdf', 9, 'same' from unnest(array[${from.id}, ${into.id}]::uuid[]) u`.execute(
    db,
  );
  await sql`insert into change_requests (id, project_id, section, version, before, after, reason, author_id, due_at)
    values (${randomUUID()}, ${project.id}, 'team', 1, '{}', ${JSON.stringify({ members: [{ userId: from.id }] })}, 'x', ${from.id}, now())`.execute(
    db,
  );
  await sql`insert into deputations (principal_id, deputy_id, first_day, last_day, created_by)
    values (${from.id}, ${into.id}, '2020-01-01', '2020-01-02', ${from.id}),
      ((select id from users where email = ${PEOPLE.Director}), ${from.id}, '2020-01-01', '2020-01-02', ${from.id})`.execute(
    db,
  );
  await sql`insert into notice_preferences (user_id, type, in_app, mail)
    select u, 'turn', true, 'off' from unnest(array[${from.id}, ${into.id}]::uuid[]) u`.execute(db);
  return project.id;
}

/** Names the person in one more row of every table that can. */
async function nameEverywhere(id: string): Promise<string[]> {
  const named: string[] = [];
  // Whose sign-ins these are must stay: the test itself comes in with them.
  const left = ['audit', 'users', 'sessions', 'user_accounts'];
  for (const { table, column } of await userReferences(campus.db)) {
    if (left.includes(table) || column === 'principal_id' || column === 'deputy_id') continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${id}
      where ctid = (select ctid from ${sql.table(table)} where ${sql.ref(column)} is distinct from ${id} limit 1)`
      .execute(campus.db)
      .catch(error => {
        // One row a person: there is one already.
        if (!['23505', '23514'].includes((error as { code: string }).code)) throw error;
      });
    const n = await count(
      sql`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`,
    );
    if (n) named.push(`${table}.${column}`);
  }
  return named;
}

describe('merging two records of one person', () => {
  it('moves everything that names the one who goes, whatever table it is in', async () => {
    const [from, into] = [
      await person({ roles: ['Reviewer', 'Academic'], expertise: ['agua'] }),
      await person(),
    ];
    const projectId = await everythingOf(from, into);
    const named = await nameEverywhere(from.id);
    expect(named.length).toBeGreaterThan(30);
    expect(named).toEqual(
      expect.arrayContaining([
        'projects.lead_id',
        'project_members.user_id',
        'project_holders.user_id',
        'project_history.actor_id',
        'observations.author_id',
        'observation_answers.author_id',
        'files.uploaded_by',
        'uploads.user_id',
        'notifications.user_id',
        'mails.user_id',
        'change_requests.author_id',
        'school_heads.user_id',
      ]),
    );
    const preview = await campus.send('GET', `/users/${from.id}/merge?into=${into.id}`);
    expect(preview.body).toMatchObject({ refused: null, roles: ['Academic', 'Reviewer'] });
    expect(preview.body.moves).toEqual(
      expect.arrayContaining([
        { what: 'Proyectos que dirige', count: 1 },
        { what: 'Archivos subidos', count: expect.any(Number) },
      ]),
    );
    const { status, body } = await merge(from, into);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      id: into.id,
      roles: expect.arrayContaining(['Reviewer']),
      expertise: ['agua'],
    });
    const left: string[] = [];
    for (const { table, column } of await userReferences(campus.db)) {
      if (table === 'audit') continue;
      const n = await count(
        sql`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${from.id}`,
      );
      if (n) left.push(`${table}.${column}`);
    }
    expect(left).toEqual([]);
    const { rows: documents } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'jsonb' and table_name <> 'audit'`.execute(campus.db);
    for (const { table, column } of documents)
      expect(
        await count(
          sql`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${from.id}%`}`,
        ),
        `${table}.${column}`,
      ).toBe(0);
    const detail = await detailOf(admin, { kind: 'pacs', id: projectId });
    expect(detail.lead).toMatchObject({ id: into.id });
  });

  it('names one person once: lead and alternate, two rows of a team, both heads of a school', async () => {
    const [from, into] = [await person(), await person()];
    const author = await clientAs(campus, from.email);
    const project = await completePacs(author, { ...(await nursing(author)), leadId: from.id });
    const { identification, team } = pacsSections(
      { ...(await nursing(author)), leadId: from.id, memberId: into.id },
      'Autocuidado en Los Cóndores',
    );
    const [member] = team?.members ?? [];
    if (!identification || !member) throw new Error('the sample has no team');
    const twice = { members: [member, { ...member, id: 'm2', userId: from.id }] };
    await fillSections(author, project, {
      identification: { ...identification, alternateId: into.id },
      team: twice,
    });
    const school = await campus.idOf('schools', 'ARQ');
    await sql`insert into school_heads (school_id, user_id)
      select ${school}, u from unnest(array[${from.id}, ${into.id}]::uuid[]) u`.execute(campus.db);
    await sql`update users set roles = roles || '{Director}' where id in (${from.id}, ${into.id})`.execute(
      campus.db,
    );
    expect((await merge(from, into)).status).toBe(200);
    const { sections, lead, alternate } = await detailOf(admin, project);
    expect([lead.id, alternate]).toEqual([into.id, null]);
    const of = (slug: string) => sections.find(s => s.slug === slug)?.data as Record<string, unknown>;
    expect(of('identification')).toMatchObject({ leadId: into.id, alternateId: null });
    expect((of('team').members as { userId: string }[]).map(m => m.userId)).toEqual([into.id]);
    expect(await fresh(into)).toMatchObject({ roles: ['Academic', 'Director'], schools: [{ id: school }] });
  });

  it('of two answers to one proposal the one who stays keeps theirs, but a conflict is one of both', async () => {
    const [from, into] = [await person(), await person()];
    const author = await clientAs(campus, from.email);
    const refs = { ...(await nursing(author)), leadId: from.id };
    const [liked, conflicted, alone] = [
      await completePacs(author, refs, 'Una'),
      await completePacs(author, refs, 'Dos'),
      await completePacs(author, refs, 'Tres'),
    ];
    await sql`insert into review_preferences (project_id, user_id, preference) values
      (${liked.id}, ${from.id}, 'no'), (${liked.id}, ${into.id}, 'want'),
      (${conflicted.id}, ${from.id}, 'conflict'), (${conflicted.id}, ${into.id}, 'want'),
      (${alone.id}, ${from.id}, 'can')`.execute(campus.db);
    const { status, body } = await merge(from, into);
    expect(status, JSON.stringify(body)).toBe(200);
    const { rows } = await sql<{ project: string; user: string; preference: string }>`
      select project_id as project, user_id as user, preference from review_preferences`.execute(campus.db);
    expect(new Map(rows.map(r => [r.project, [r.user, r.preference]]))).toEqual(
      new Map([
        [liked.id, [into.id, 'want']],
        [conflicted.id, [into.id, 'conflict']],
        [alone.id, [into.id, 'can']],
      ]),
    );
  });

  it('joins two who have an address of a calendar; that of the one who stays goes on', async () => {
    const [from, into] = [await person(), await person()];
    const feedOf = async ({ email }: Person) =>
      done(await (await clientAs(campus, email)).post<{ url: string }>('/calendar-feed')).url;
    const [gone, kept] = [await feedOf(from), await feedOf(into)];
    expect((await merge(from, into)).status).toBe(200);
    const open = async (url: string) => (await fetch(`${campus.url}${new URL(url).pathname}`)).status;
    expect([await open(gone), await open(kept)]).toEqual([404, 200]);
  });

  it('joins two who mapped the columns of the same spreadsheet; how the one who stays did it holds', async () => {
    const [from, into] = [await person(), await person()];
    await sql`insert into import_mappings (user_id, noun, header, mapping) values
      (${from.id}, 'careers', 'titles', '{"name": 1}'), (${into.id}, 'careers', 'titles', '{"name": 2}')`.execute(
      campus.db,
    );
    const { status, body } = await merge(from, into);
    expect(status, JSON.stringify(body)).toBe(200);
    const { rows } = await sql`select user_id, mapping from import_mappings where header = 'titles'`.execute(
      campus.db,
    );
    expect(rows).toEqual([{ user_id: into.id, mapping: { name: 2 } }]);
  });

  it('follows the mail that went in files: who is named by it, and no row brings it back', async () => {
    const [from, into] = [await person(), await person()];
    const roles = `Correo;Nombre;Cargo;Estado\n${from.email};${from.name};Evaluador;Activa\n`;
    await sayWord(campus, await read(campus, 'users', roles), 'roles', 'Jefa de carrera', 'Académico');
    await sql`update import_words set updated_by = ${from.id}`.execute(campus.db);
    expect((await merge(from, into)).status).toBe(200);
    const words = await campus.db.selectFrom('import_words').select('updated_by').execute();
    expect(words).toEqual([{ updated_by: into.id }]);
    expect(await errorsOf(campus, await read(campus, 'users', roles))).toEqual([
      [`email: Esa cuenta se unió con la de «${into.name}»: usa su correo.`],
    ]);
    const past = `Código;Tipo;Estado;Título;Responsable;Escuela;Año\nP1;EXT;Cerrado;Feria;${from.email};ENF;2019\n`;
    await take(campus, 'projects', past);
    const led = campus.db.selectFrom('projects').select('lead_id').where('code', '=', 'P1');
    expect(await led.executeTakeFirst()).toEqual({ lead_id: into.id });
  });

  it('lets both sign-ins in, and ends what the one who went had open', async () => {
    const [from, into] = [await person(), await person()];
    const [oid, sub] = [randomUUID(), '800012'];
    const old = await signIn('google', from, sub);
    await signIn('microsoft', into, oid);
    expect((await merge(from, into)).status).toBe(200);
    const answer = await campus.send('GET', '/auth/me', undefined, bearer(old.token));
    expect(answer.status).toBe(401);
    expect((await signIn('google', from, sub)).user.id).toBe(into.id);
    expect((await signIn('microsoft', into, oid)).user.id).toBe(into.id);
    expect(((await fresh(into)).accounts as unknown[]).length).toBe(2);
    // An account that nobody has used yet, with the address of the record that went.
    const [gone, stays] = [await person(), await person()];
    expect((await merge(gone, stays)).status).toBe(200);
    expect((await signIn('google', gone, '800013')).user.id).toBe(stays.id);
  });

  it('leaves the record that goes nowhere: neither found, changed nor merged again', async () => {
    const [from, into] = [await person(), await person()];
    const { updatedAt } = await fresh(from);
    await merge(from, into);
    expect((await campus.send('GET', `/users/${from.id}`)).status).toBe(404);
    const list = await campus.send('GET', `/users?q=${encodeURIComponent(from.email)}`);
    expect(list.body.rows).toEqual([]);
    const state = { state: 'active', updatedAt };
    expect((await campus.send('PUT', `/users/${from.id}/state`, state)).status).toBeGreaterThanOrEqual(404);
    const again = { into: into.id, updatedAt, intoUpdatedAt: updatedAt };
    expect((await campus.send('POST', `/users/${from.id}/merge`, again)).status).toBe(404);
    const changes = async (id: string) => (await auditOf(campus, id, 'user.merged')).map(e => e.changes);
    expect(await changes(into.id)).toEqual([
      { merged: [from.id, null], roles: [['Academic'], ['Academic']] },
    ]);
    expect(await changes(from.id)).toEqual([{ mergedInto: [null, into.id] }]);
  });

  it('is refused to oneself, onto oneself, from or into a closed account, with clashing deputies, when stale', async () => {
    const [from, into] = [await person(), await person()];
    const { rows } = (await campus.send<{ rows: Person[] }>('GET', `/users?q=${PEOPLE.Admin}`)).body;
    const me = rows[0] as Person;
    const said = async (a: Person, b: Person) => (await merge(a, b)).body.detail;
    expect(await said(me, into)).toMatch(/No puedes unir tu propia cuenta/);
    expect(await said(from, from)).toBe('Elige a otra persona.');
    const blocked = await person({ state: 'blocked' });
    expect(await said(blocked, into)).toMatch(/bloqueada: desbloquéala/);
    expect(await said(from, blocked)).toMatch(/no está activa/);
    await sql`insert into deputations (principal_id, deputy_id, first_day, last_day, created_by)
      select p, (select id from users where email = ${PEOPLE.Director}), day_in_chile(now()), day_in_chile(now()) + 2, ${me.id}
      from unnest(array[${from.id}, ${into.id}]::uuid[]) p`.execute(campus.db);
    expect(await said(from, into)).toMatch(/subrogancias en las mismas fechas/);
    await sql`delete from deputations where principal_id = ${from.id}`.execute(campus.db);
    const stale = { into: into.id, updatedAt: '2020-01-01T00:00:00Z', intoUpdatedAt: '2020-01-01T00:00:00Z' };
    expect((await campus.send('POST', `/users/${from.id}/merge`, stale)).status).toBe(409);
    expect((await campus.send('POST', `/users/${from.id}/merge`, {})).status).toBe(400);
  });

  it("is the office's alone", async () => {
    const [from, into] = [await person(), await person()];
    for (const who of ['Director', 'Dean', 'Academic', 'Reviewer'] as const) {
      expect((await merge(from, into, campus.as(who))).status).toBe(403);
      const preview = `/users/${from.id}/merge?into=${into.id}`;
      expect((await campus.send('GET', preview, undefined, campus.as(who))).status).toBe(403);
    }
    expect((await campus.send('POST', `/users/${from.id}/merge`, {}, {})).status).toBe(401);
  });

  it('keeps an administrator when one is merged away while the other is blocked', async () => {
    const two = await campus.send<{ rows: Person[]; total: number }>('GET', '/users?role=Admin');
    const [one, other] = two.body.rows;
    if (!one || !other || two.body.total !== 2) throw new Error('the demo has two administrators');
    const asOne = bearer(await signInAs(campus, one.email));
    const asOther = bearer(await signInAs(campus, other.email));
    const into = await person();
    const now = await fresh(into);
    const body = { into: into.id, updatedAt: other.updatedAt, intoUpdatedAt: now.updatedAt };
    const answers = await Promise.all([
      campus.send('POST', `/users/${other.id}/merge`, body, asOne),
      campus.send('PUT', `/users/${one.id}/state`, { state: 'blocked', updatedAt: one.updatedAt }, asOther),
    ]);
    expect(answers.some(a => a.status === 200)).toBe(true);
    const admins = await campus.db
      .selectFrom('users')
      .select('id')
      .where('state', '=', 'active')
      .where(eb => eb('roles', '@>', eb.val(['Admin'])))
      .execute();
    expect(admins.length).toBeGreaterThan(0);
  });
});
