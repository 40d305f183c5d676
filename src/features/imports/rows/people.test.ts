import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { apply, read, take } from '../../../../test/imports.ts';
import { bearer, signInAs } from '../../../../test/sign-in.ts';
import type { Import } from '../contract.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const changesOf = async (action: string) =>
  (await campus.db.selectFrom('audit').select('changes').where('action', '=', action).execute()).map(
    row => row.changes as Record<string, unknown>,
  );

it('taking back an import never leaves the office without an administrator', async () => {
  const { db } = campus;
  const file = `Correo;Nombre;Rol\n${PEOPLE.Academic};Camila Rojas Fuentes;Académica, administradora\n`;
  const seen = await read(campus, 'users', file);
  const { body: confirmed } = await campus.send<Import>('PUT', `/imports/${seen.id}/administrators`, {
    emails: [PEOPLE.Academic],
  });
  const done = (await apply(campus, confirmed)).body as Import;
  expect(done).toMatchObject({ state: 'done' });
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

it('the audit names heads and teachers by id, so that they can be forgotten', async () => {
  await take(campus, 'faculties', `Código;Facultad;Decanato\nNEW1;Facultad de Mar;${PEOPLE.Academic}\n`);
  await take(campus, 'offerings', `Curso;Período;Sección;Docente\nENF-310;2018-1;NEW1;${PEOPLE.Academic}\n`);
  const camila = await campus.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', PEOPLE.Academic)
    .executeTakeFirstOrThrow();
  expect(await changesOf('faculty.imported')).toMatchObject([{ deans: [[], [camila.id]] }]);
  expect(await changesOf('offering.imported')).toMatchObject([{ teacher: [null, null] }]);
  const { body } = await campus.send('GET', '/audit?object=faculty');
  expect(JSON.stringify(body.rows?.[0]?.changes)).toContain('Camila Rojas Fuentes');
});
