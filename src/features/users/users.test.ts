import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Campus, describeCatalogue, openCampus, PEOPLE } from '../../../test/catalogue.ts';
import { clientAs } from '../../../test/client.ts';
import { nursing } from '../../../test/demo.ts';
import { completePacs } from '../../../test/factories.ts';
import { bearer, signInAs } from '../../../test/sign-in.ts';

describeCatalogue({
  path: '/users',
  object: 'user',
  valid: async (_campus, n) => ({ name: `Persona de Prueba ${n}`, email: `persona${n}@biosur.example` }),
  change: { name: 'Ana Ñancupil', roles: ['Academic', 'Reviewer'], expertise: ['agua', 'bosque nativo'] },
  duplicate: ['email', 'Ya hay una persona con ese correo.'],
  activation: false,
  wrong: [
    [{ name: '' }, 'name', 'Este campo es obligatorio.'],
    [{ email: 'sin-arroba' }, 'email', 'Escribe un correo válido, por ejemplo nombre@universidad.cl.'],
    [{ email: '' }, 'email', 'Escribe un correo válido, por ejemplo nombre@universidad.cl.'],
    [{ email: `${'a'.repeat(250)}@b.cl` }, 'email', 'Escribe como máximo 254 caracteres.'],
    [{ roles: ['Director'] }, 'roles.0', 'Elige una de las opciones.'],
    [{ roles: 'Admin' }, 'roles', 'El valor no es válido.'],
    [{ expertise: Array.from({ length: 11 }, (_, i) => `tema ${i}`) }, 'expertise', 'Agrega como máximo 10.'],
    [{ expertise: ['Agua', 'agua'] }, 'expertise', 'Hay elementos repetidos.'],
    [{ state: 'root' }, 'state', 'Elige una de las opciones.'],
    [{ homeSchoolId: '1' }, 'homeSchoolId', 'El formato no es válido.'],
  ],
});

describe('users', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
  });
  afterAll(() => campus.close());

  type Row = Record<string, unknown> & { id: string; roles: string[]; updatedAt: string };
  const find = async (email: string): Promise<Row> => {
    const { body } = await campus.send('GET', `/users?q=${encodeURIComponent(email)}`);
    const row = body.rows?.[0];
    if (!row) throw new Error(`nobody found for ${email}`);
    return row as Row;
  };
  const setState = async (row: Row, state: string) =>
    campus.send('PUT', `/users/${row.id}/state`, { state, updatedAt: row.updatedAt });
  const names = async (query: string, who = campus.as('Admin')) =>
    (await campus.send('GET', `/users?size=200&${query}`, undefined, who)).body.rows?.map(row => row.name);

  it('puts people who wait first, and enables one with roles and a unit in one save', async () => {
    await campus.db
      .insertInto('users')
      .values({ name: 'Zoila Espera', email: 'zoila@otra.example' })
      .execute();
    const headers = bearer(await signInAs(campus, 'zoila@otra.example'));
    expect((await campus.send('GET', '/catalogues', undefined, headers)).body.code).toBe('account_pending');
    expect((await names(''))?.[0]).toBe('Zoila Espera');
    expect(await names('state=pending')).toEqual(['Zoila Espera']);
    const row = await find('zoila@otra.example');
    const school = await campus.idOf('schools', 'ARQ');
    const enabled = await campus.send('PUT', `/users/${row.id}`, {
      name: row.name,
      email: row.email,
      roles: ['Academic'],
      schoolIds: [school],
      homeSchoolId: school,
      state: 'active',
      updatedAt: row.updatedAt,
    });
    expect(enabled.body).toMatchObject({
      state: 'active',
      roles: ['Academic', 'Director'],
      schools: [{ name: 'Escuela de Arquitectura y Diseño' }],
      homeSchool: { name: 'Escuela de Arquitectura y Diseño' },
      accounts: [{ provider: 'google' }],
    });
    const without = {
      name: row.name,
      email: row.email,
      roles: ['Academic'],
      updatedAt: enabled.body.updatedAt,
    };
    expect((await campus.send('PUT', `/users/${row.id}`, without)).body.roles).toEqual(['Academic']);
  });

  it('ends the sessions of whoever is blocked, and lets them in again', async () => {
    const email = 'ignacio.pavez@biosur.example';
    const token = await signInAs(campus, email);
    const blocked = await setState(await find(email), 'blocked');
    expect(blocked.body.state).toBe('blocked');
    const rows = await campus.db.selectFrom('sessions').select('user_id').execute();
    expect(rows.map(r => r.user_id)).not.toContain(blocked.body.id);
    expect((await campus.send('GET', '/catalogues', undefined, bearer(token))).status).toBe(401);
    expect((await setState(blocked.body as Row, 'active')).body.state).toBe('active');
    const entries = await auditOf(campus, String(blocked.body.id), 'user.state');
    expect(entries.map(e => e.changes)).toEqual([
      { state: ['active', 'blocked'] },
      { state: ['blocked', 'active'] },
    ]);
  });

  it('keeps the last active administrator, also when two go at once', async () => {
    const [one, two] = [await find(PEOPLE.Admin), await find('tomas.espinoza@biosur.example')];
    const demote = (row: Row) =>
      campus.send('PUT', `/users/${row.id}`, {
        name: row.name,
        email: row.email,
        roles: ['Academic'],
        updatedAt: row.updatedAt,
      });
    const answers = await Promise.all([demote(one), demote(two)]);
    expect(answers.map(a => a.status).sort()).toEqual([200, 422]);
    expect(answers.find(a => a.status === 422)?.body.detail).toBe(
      'Es la última persona con el rol de administración: nombra antes a otra.',
    );
    const admins = await campus.db
      .selectFrom('users')
      .select('id')
      .where(eb => eb('roles', '@>', eb.val(['Admin'])))
      .execute();
    expect(admins).toHaveLength(1);
    await campus.db
      .updateTable('users')
      .set({ roles: ['Admin'] })
      .where('id', 'in', [one.id, two.id])
      .execute();
  });

  it('keeps the last administrator when several are changed at once', async () => {
    const [one, two] = [await find(PEOPLE.Admin), await find('tomas.espinoza@biosur.example')];
    const take = { role: 'Admin', held: false };
    const demoted = await campus.send('POST', '/users/bulk/role', {
      rows: [one, two].map(({ id }) => ({ id, value: take })),
    });
    const last = 'Es la última persona con el rol de administración: nombra antes a otra.';
    expect(demoted.body.rows?.map(r => r.refused)).toEqual([null, last]);
    await campus.db
      .updateTable('users')
      .set({ roles: ['Admin'] })
      .where('id', '=', one.id)
      .execute();
    const both = [two, one].map(({ id }) => ({ id, value: 'blocked' }));
    const blocked = await campus.send('POST', '/users/bulk/state', { rows: both });
    expect(blocked.body.rows?.map(r => r.refused)).toEqual([null, 'No puedes bloquear tu propia cuenta.']);
    await campus.db
      .updateTable('users')
      .set({ roles: ['Admin'], state: 'active' })
      .where('id', 'in', [one.id, two.id])
      .execute();
  });

  it('lets nobody block themselves', async () => {
    const refused = await setState(await find(PEOPLE.Admin), 'blocked');
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toBe('No puedes bloquear tu propia cuenta.');
  });

  it('shows a Director the people of the headed school, without how they sign in', async () => {
    await signInAs(campus, PEOPLE.Academic);
    const who = campus.as('Director');
    const { body } = await campus.send('GET', '/users', undefined, who);
    expect(new Set(body.rows?.map(r => (r.homeSchool as { name: string }).name))).toEqual(
      new Set(['Escuela de Enfermería']),
    );
    expect(body.rows?.every(r => (r.accounts as []).length === 0 && r.lastSignInAt === null)).toBe(true);
    const other = await find('jorge.alarcon@biosur.example');
    expect((await campus.send('GET', `/users/${other.id}`, undefined, who)).status).toBe(404);
  });

  it('filters by role, home school and faculty', async () => {
    expect(await names('role=Reviewer')).toHaveLength(3);
    const enf = await campus.idOf('schools', 'ENF');
    expect(await names(`school=${enf}&role=Director`)).toEqual(['Patricia Contreras Vidal']);
    expect(await names(`faculty=${await campus.idOf('faculties', 'FIAD')}&role=Dean`)).toEqual([
      'Jorge Alarcón Miranda',
    ]);
  });

  it('keeps names and e-mails out of the audit', async () => {
    const entries = await campus.db
      .selectFrom('audit')
      .select('changes')
      .where('object_type', '=', 'user')
      .execute();
    expect(entries.length).toBeGreaterThan(3);
    expect(JSON.stringify(entries)).not.toMatch(/@|Zoila/);
  });

  it('is not deleted while anything names them, and says what', async () => {
    const schoolIds = [await campus.idOf('schools', 'TSO')];
    const head = await campus.send('POST', '/users', {
      name: 'Elena Dirige',
      email: 'elena@biosur.example',
      schoolIds,
    });
    await sql`insert into course_offerings (course_id, period, section, teacher_id)
      select id, '2031-1', 'Z', ${head.body.id} from courses limit 1`.execute(campus.db);
    const author = await clientAs(campus, PEOPLE.Academic);
    const project = await completePacs(author, await nursing(author));
    await sql`update projects set alternate_id = ${head.body.id} where id = ${project.id}`.execute(campus.db);
    const refused = await campus.send('DELETE', `/users/${head.body.id}`);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'No se puede eliminar porque todavía se usa en 1 proyecto como alterno, 1 dirección de escuela y 1 curso. Puedes desactivarlo.',
    ]);
  });

  it('is not deleted once they have signed in', async () => {
    const row = await find(PEOPLE.Academic);
    const refused = await campus.send('DELETE', `/users/${row.id}`);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toContain('cuenta');
  });
});
