import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { bearer, signInAs } from '../../../test/sign-in.ts';

let test: TestApp;
let academic: Record<string, string>;
const post = (payload: unknown, headers: Record<string, string> = academic) =>
  test.app.inject({ method: 'POST', url: '/api/organisations', headers, payload: payload as object });
const similar = (query: string) =>
  test.app.inject({ url: `/api/organisations/similar?${query}`, headers: academic });
const valid = {
  name: 'Club de Adulto Mayor Las Araucarias',
  type: 'organizacion_social',
  comunaCode: '08101',
};

beforeAll(async () => {
  test = await startApp();
  academic = bearer(await signInAs(test, 'camila.rojas@biosur.example'));
});
afterAll(() => test.close());

it('adds an organisation, once, and finds it as an option', async () => {
  const created = await post({ ...valid, rut: '12.345.678-5', contactName: 'Rosa Díaz' });
  expect(created.statusCode).toBe(200);
  expect(created.json()).toMatchObject({ label: valid.name, hint: 'Organización social · Concepción' });
  const again = await post({ ...valid, name: 'Otro nombre', rut: '123456785', confirmed: true });
  expect(again.json()).toMatchObject({
    status: 422,
    errors: [{ path: 'rut', message: 'Ya hay una organización con ese RUT.' }],
    extra: { similar: [{ label: valid.name }] },
  });
  const audit = await test.db
    .selectFrom('audit')
    .select(['changes'])
    .where('action', '=', 'organisation.created')
    .execute();
  expect(audit).toHaveLength(1);
  expect(JSON.stringify(audit)).not.toContain('Rosa');
});

it('points out a name much alike until it is confirmed', async () => {
  const alike = { ...valid, name: 'Ilustre municipalidad de talcahuano', type: 'sector_publico' };
  const asked = await post(alike);
  expect(asked.statusCode).toBe(422);
  expect(asked.json().extra.similar[0]).toMatchObject({ label: 'Municipalidad de Talcahuano' });
  expect((await similar('name=Munisipalidad%20de%20Talcahuano')).json()).toHaveLength(1);
  expect((await similar('rut=69.000.001-6')).json()).toHaveLength(1);
  expect((await similar('name=Astillero%20Quintero')).json()).toEqual([]);
  expect((await post({ ...alike, confirmed: true })).statusCode).toBe(200);
});

it.each([
  ['Junta de Vecinos N° 12 Los Aromos', ['Junta de Vecinos N° 12 Los Aromos']],
  ['JJ junta vecinos nº12 los aromos', ['Junta de Vecinos N° 12 Los Aromos']],
  ['Junta de Vecinos N.º 012 Los Aromo', ['Junta de Vecinos N° 12 Los Aromos']],
  ['Junta de Vecinos N° 13 Los Aromos', []],
  ['Junta de Vecinos Los Aromos', []],
  ['Junta de vec', []],
  ['Junta de Vecinos', []],
  ['I. Municipalidad Tomé', ['Municipalidad de Tomé']],
  ['Munisipalidad de Tome', ['Municipalidad de Tomé']],
  ['Municipalidad de Lota', []],
  ['Club Deportivo', ['Club Deportivo']],
  ['%%%', []],
])('points out for «%s» whatever may be the same', async (name, labels) => {
  await test.db.deleteFrom('organisations').where('contact_name', '=', 'aquí').execute();
  for (const known of ['Junta de Vecinos N° 12 Los Aromos', 'Municipalidad de Tomé', 'Club Deportivo'])
    await test.db
      .insertInto('organisations')
      .values({ name: known, type: 'ong', contact_name: 'aquí' })
      .execute();
  const found = (await similar(`name=${encodeURIComponent(name)}`)).json() as { label: string }[];
  expect(found.map(row => row.label)).toEqual(labels);
});

it('answers the one that was kept, once, for names and RUTs of those merged into it', async () => {
  const { rows } = await sql<{ id: string }>`
    insert into organisations (name, rut, type) values ('Taller Peumo Azul', null, 'ong'),
      ('Taller Peumo Azul Chico', '70000001-K', 'ong'), ('Otra cosa enteramente', '70000002-8', 'ong')
    returning id`.execute(test.db);
  const [kept, ...merged] = rows.map(row => row.id);
  await sql`update organisations set merged_into = ${kept}, kept_id = ${kept} where id = any(${merged}::uuid[])`.execute(
    test.db,
  );
  const answer = [{ id: kept, label: 'Taller Peumo Azul', hint: 'ONG' }];
  for (const query of [
    'name=Taller Peumo Azul',
    'name=Otra cosa enteramente',
    'rut=70.000.001-k',
    'rut=70000002-8',
  ])
    expect((await similar(query)).json()).toEqual(answer);
  const again = await post({ ...valid, name: 'Uno más', rut: '70000002-8', confirmed: true });
  expect(again.json()).toMatchObject({ status: 422, extra: { similar: answer } });
});

it.each([
  [{ name: '' }, 'name', 'Este campo es obligatorio.'],
  [{ name: 'x'.repeat(201) }, 'name', 'Escribe como máximo 200 caracteres.'],
  [{ name: 'Con\u0000nulo' }, 'name', 'El texto contiene caracteres no permitidos.'],
  [{ name: '🎈🎈' }, 'name', 'Escribe un nombre con letras.'],
  [{ name: 7 }, 'name', 'Escribe un texto.'],
  [{ rut: '12.345.678-9' }, 'rut', 'El RUT no es válido: revisa el dígito verificador.'],
  [{ type: 'secta' }, 'type', 'Elige una de las opciones.'],
  [{ comunaCode: '99999' }, 'comunaCode', 'Elige una comuna de la lista.'],
])('refuses %j at its field', async (wrong, path, message) => {
  const response = await post({ ...valid, ...wrong });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toContainEqual({ path, message });
});

it('asks for an enabled account', async () => {
  expect((await post(valid, {})).statusCode).toBe(401);
  await test.db.insertInto('users').values({ name: 'Nueva', email: 'nueva@biosur.example' }).execute();
  const pending = bearer(await signInAs(test, 'nueva@biosur.example'));
  expect((await post(valid, pending)).json()).toMatchObject({ code: 'account_pending' });
});
