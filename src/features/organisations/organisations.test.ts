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
