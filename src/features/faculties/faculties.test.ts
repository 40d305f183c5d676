import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Campus, describeCatalogue, openCampus, PEOPLE } from '../../../test/catalogue.ts';

describeCatalogue({
  path: '/faculties',
  object: 'faculty',
  valid: async (_campus, n) => ({ code: `F${n}`, name: `Facultad de Pruebas ${n}` }),
  change: { name: 'Facultad de Ciencias del Mar' },
  duplicate: ['code', 'Ya existe una facultad con ese código.'],
  activation: true,
  wrong: [
    [{ code: '' }, 'code', 'Este campo es obligatorio.'],
    [{ code: '<b>F</b>' }, 'code', 'Usa letras, números, puntos, guiones y espacios.'],
    [{ code: 'X'.repeat(31) }, 'code', 'Escribe como máximo 30 caracteres.'],
    [{ name: '  ' }, 'name', 'Este campo es obligatorio.'],
    [{ name: null }, 'name', 'Este campo es obligatorio.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Escribe como máximo 200 caracteres.'],
    [{ name: 42 }, 'name', 'Escribe un texto.'],
    [{ name: 'Facultad\u0000' }, 'name', 'El texto contiene caracteres no permitidos.'],
    [{ name: '🎓🎓' }, 'name', 'Escribe un nombre con letras.'],
    [{ deanIds: ['x'] }, 'deanIds.0', 'El formato no es válido.'],
    [{ deanIds: 'x' }, 'deanIds', 'El valor no es válido.'],
  ],
});

describe('faculties', () => {
  let campus: Campus;
  beforeAll(async () => {
    campus = await openCampus();
  });
  afterAll(() => campus.close());

  const rolesOf = async (email: string) =>
    (
      await campus.db
        .selectFrom('users')
        .select(['id', 'roles'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).roles;
  const userId = async (email: string) =>
    (await campus.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow())
      .id;
  const names = async (query: string, person: keyof typeof PEOPLE = 'Admin') =>
    (await campus.send('GET', `/faculties?${query}`, undefined, campus.as(person))).body.rows?.map(
      r => r.name,
    );

  it('finds without accents, capitals or order of words, and keeps markup as text', async () => {
    expect(await names('q=INGENIERIA')).toEqual(['Facultad de Ingeniería, Arquitectura y Diseño']);
    expect(await names('q=diseno%20fiad')).toEqual(['Facultad de Ingeniería, Arquitectura y Diseño']);
    expect(await names('q=100%25')).toEqual([]);
    const name = '<script>alert("ñ")</script> 🎓';
    expect((await campus.send('POST', '/faculties', { code: 'HTML', name })).body.name).toBe(name);
    expect(await names('q=%3Cscript')).toEqual([name]);
  });

  it('sorts by name, code and number of schools, both ways', async () => {
    const by = async (sort: string) => (await names(`sort=${sort}`)) ?? [];
    expect(await by('-name')).toEqual([...(await by('name'))].reverse());
    expect(await by('-code')).toEqual([...(await by('code'))].reverse());
    expect((await by('-schools')).at(-1)).toContain('<script>');
  });

  it('shows a Dean the faculty they head and a Director none', async () => {
    expect(await names('', 'Dean')).toEqual(['Facultad de Ingeniería, Arquitectura y Diseño']);
    expect(await names('', 'Director')).toEqual([]);
    const other = await campus.idOf('faculties', 'FSCS');
    expect((await campus.send('GET', `/faculties/${other}`, undefined, campus.as('Dean'))).status).toBe(404);
  });

  it('gives the role with the headship and takes it with the last one', async () => {
    const [dean, academic] = [await userId(PEOPLE.Dean), await userId(PEOPLE.Academic)];
    const id = await campus.idOf('faculties', 'FIAD');
    const { body: row } = await campus.send('GET', `/faculties/${id}`);
    const fields = { code: row.code, name: row.name };
    const changed = await campus.send('PUT', `/faculties/${id}`, {
      ...fields,
      deanIds: [academic],
      updatedAt: row.updatedAt,
    });
    expect(changed.body.deans).toEqual([{ id: academic, name: 'Camila Rojas Fuentes' }]);
    expect(await rolesOf(PEOPLE.Academic)).toEqual(['Academic', 'Dean']);
    expect(await rolesOf(PEOPLE.Dean)).toEqual([]);
    expect((await auditOf(campus, id)).at(-1)?.changes).toEqual({ deanIds: [[dean], [academic]] });
    const back = { ...fields, deanIds: [dean], updatedAt: changed.body.updatedAt };
    await campus.send('PUT', `/faculties/${id}`, back);
    expect(await rolesOf(PEOPLE.Academic)).toEqual(['Academic']);
    expect(await rolesOf(PEOPLE.Dean)).toEqual(['Dean']);
  });

  it('takes only enabled people as deans', async () => {
    const { id } = await campus.db
      .insertInto('users')
      .values({ name: 'Por habilitar', email: 'p@biosur.example' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const deanIds of [[id], ['01890000-0000-7000-8000-000000000000']]) {
      const refused = await campus.send('POST', '/faculties', { code: 'N', name: 'Nueva', deanIds });
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toEqual([{ path: 'deanIds', message: 'Elige solo personas habilitadas.' }]);
    }
    expect(await names('q=Nueva')).toEqual([]);
  });

  it('keeps a dean who was blocked since, until the office names another', async () => {
    const { body: row } = await campus.send('POST', '/faculties', {
      code: 'BLQ',
      name: 'Con decana bloqueada',
    });
    const { id } = await campus.db
      .insertInto('users')
      .values({ name: 'Decana Bloqueada', email: 'bloqueada@biosur.example', state: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const save = (before: Record<string, unknown>, name: string) =>
      campus.send('PUT', `/faculties/${row.id}`, {
        code: 'BLQ',
        name,
        deanIds: [id],
        updatedAt: before.updatedAt,
      });
    const named = await save(row, 'Con decana bloqueada');
    expect(named.status).toBe(200);
    await campus.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', id).execute();
    const renamed = await save(named.body, 'Con otro nombre');
    expect(renamed.body).toMatchObject({
      name: 'Con otro nombre',
      deans: [{ id, name: 'Decana Bloqueada' }],
    });
    const other = await campus.send('POST', '/faculties', { code: 'BLQ2', name: 'Otra', deanIds: [id] });
    expect(other.body.errors).toEqual([{ path: 'deanIds', message: 'Elige solo personas habilitadas.' }]);
  });

  it('is not deleted while it has schools, and says so', async () => {
    const id = await campus.idOf('faculties', 'FSCS');
    const refused = await campus.send('DELETE', `/faculties/${id}`);
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toBe(
      'No se puede eliminar porque todavía se usa en 2 escuelas. Puedes desactivarlo.',
    );
  });

  it('is not deleted while a call keeps awards for it, and says so', async () => {
    const { body } = await campus.send('POST', '/faculties', { code: 'CUP', name: 'Facultad con cupo' });
    await sql`insert into call_quotas (call_id, faculty_id, quota) select id, ${body.id}, 1 from calls limit 1`.execute(
      campus.db,
    );
    const refused = await campus.send('DELETE', `/faculties/${body.id}`);
    expect(refused.body.detail).toBe(
      'No se puede eliminar porque todavía se usa en 1 cupo de convocatoria. Puedes desactivarlo.',
    );
  });
});
