import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { take } from '../../../../test/imports.ts';
import { bearer, signInAs } from '../../../../test/sign-in.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

it('taking back an import never leaves the office without an administrator', async () => {
  const { db } = campus;
  const file = `Correo;Nombre;Rol\n${PEOPLE.Academic};Camila Rojas Fuentes;Académica, administradora\n`;
  const done = await take(campus, 'users', file);
  const camila = bearer(await signInAs(campus, PEOPLE.Academic));
  const { rows: others } = await sql<{ id: string }>`
    select id from users where 'Admin' = any(roles) and email <> ${PEOPLE.Academic}`.execute(db);
  const rows = others.map(({ id }) => ({ id, value: { role: 'Admin', held: false } }));
  expect((await campus.send('POST', '/users/bulk/role', { rows }, camila)).status).toBe(200);
  const refused = await campus.send('POST', `/imports/${done.id}/undo`, undefined, camila);
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'No quedaría nadie con el rol de administración: nombra antes a otra persona.',
  ]);
  await campus.send(
    'POST',
    '/users/bulk/role',
    { rows: rows.slice(0, 1).map(row => ({ ...row, value: { role: 'Admin', held: true } })) },
    camila,
  );
  expect((await campus.send('POST', `/imports/${done.id}/undo`, undefined, camila)).status).toBe(200);
});
