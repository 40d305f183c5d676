import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../test/catalogue.ts';
import {
  apply,
  confirmAdministrators,
  read,
  rowsOf,
  sayWord,
  setDefaults,
  take,
  typeCell,
  undo,
} from '../../../test/imports.ts';
import type { Role } from '../../domain/kit/actor.ts';
import type { Import } from './contract.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const people = (...rows: string[]) => `Correo;Nombre;CARGO;Escuela\n${rows.join('\n')}\n`;
const ANA = 'ana@u.example;Ana Soto';
const EVA = 'eva@u.example;Eva Ríos';
const asked = ({ administrators }: Import) => administrators.map(each => [each.email, each.confirmed]);
const rolesOf = async (email: string) =>
  (await campus.db.selectFrom('users').select('roles').where('email', '=', email).executeTakeFirst())?.roles;

async function expectRefused(seen: Import): Promise<void> {
  expect(seen.counts).toMatchObject({ new: 0, changed: 0, wrong: 1 });
  const [row] = await rowsOf(campus, seen);
  expect(row?.errors).toMatchObject([
    { field: 'roles', message: expect.stringContaining('administraría todo: confírmalo por su nombre') },
  ]);
  for (const only of ['all', 'good'] as const)
    expect((await apply(campus, seen, { only })).status, only).toBe(422);
}

it('a position makes nobody an administrator, however it comes', async () => {
  const seen = await read(campus, 'users', people(`${ANA};Administrador;ENF`));
  expect(asked(seen)).toEqual([['ana@u.example', false]]);
  await expectRefused(seen);

  const other = await read(campus, 'users', people(`${ANA};Jefa de sistemas;ENF`));
  await expectRefused(await sayWord(campus, other, 'roles', 'Jefa de sistemas', 'Administrador'));
  await sayWord(campus, other, 'roles', 'Jefa de sistemas', null);

  const typed = await read(campus, 'users', people(`${ANA};Docente;ENF`));
  await expectRefused((await typeCell(campus, typed, 2, 'roles', 'Académica; Administración')).import);

  const bare = await read(campus, 'users', 'Correo;Nombre\nana@u.example;Ana Soto\n');
  await expectRefused(await setDefaults(campus, bare, { roles: 'Administrador' }));
  expect(await rolesOf('ana@u.example')).toBeUndefined();
});

it('nor one of those who are here already', async () => {
  const camila = people(`${PEOPLE.Academic};Camila Rojas;Administradora;`);
  await expectRefused(await read(campus, 'users', camila.replace('CARGO', 'Rol')));
  const same = people(`${PEOPLE.Admin};Beatriz Navarrete Olea;Administradora;`).replace('CARGO', 'Rol');
  const seen = await read(campus, 'users', same);
  expect([seen.counts, seen.administrators]).toMatchObject([{ wrong: 0 }, []]);
});

it('a position gives and takes nothing of who is here already, but for the unit that it heads', async () => {
  const roles = await rolesOf(PEOPLE.Admin);
  await take(
    campus,
    'users',
    people(
      `${PEOPLE.Admin};Beatriz Navarrete Olea;Profesora;`,
      `${PEOPLE.Academic};Camila Rojas Fuentes;Directora;ENF`,
    ),
  );
  expect(await rolesOf(PEOPLE.Admin)).toEqual(roles);
  expect(await rolesOf(PEOPLE.Academic)).toEqual(['Academic', 'Director']);
});

it('rows that are good go without them', async () => {
  const file = people(`${ANA};Administrador;ENF`, `${EVA};Docente;ENF`);
  const seen = await read(campus, 'users', file);
  expect((await apply(campus, seen)).status).toBe(422);
  const done = await apply(campus, seen, { only: 'good' });
  expect(done.body).toMatchObject({ state: 'done', counts: { new: 1, wrong: 1 } });
  expect(await rolesOf('ana@u.example')).toBeUndefined();
  expect(await rolesOf('eva@u.example')).toEqual(['Academic']);
});

it('one of whom it is said by name does, and nobody else; said again without them, nobody does', async () => {
  const file = people(`${ANA};Administrador;ENF`, `${EVA};Administradora;ENF`);
  const seen = await read(campus, 'users', file);
  const said = await confirmAdministrators(campus, seen, 'ANA@u.example', 'nobody@u.example');
  expect(asked(said)).toEqual([
    ['ana@u.example', true],
    ['eva@u.example', false],
  ]);
  expect(said.counts).toMatchObject({ new: 1, wrong: 1 });
  const other = await confirmAdministrators(campus, said, 'eva@u.example');
  expect((await rowsOf(campus, other)).map(row => row.result)).toEqual(['wrong', 'new']);
  expect((await apply(campus, said, { only: 'good' })).status, 'seen before').toBe(409);
  const none = await confirmAdministrators(campus, other);
  expect(none.counts).toMatchObject({ new: 0, wrong: 2 });
  const both = await confirmAdministrators(campus, none, 'eva@u.example', 'ana@u.example');
  const done = (await apply(campus, both)).body as Import;
  expect(done).toMatchObject({ state: 'done', counts: { new: 2 } });
  expect(await rolesOf('ana@u.example')).toEqual(['Admin']);
  expect((await read(campus, 'users', file)).counts, 'they are by now').toMatchObject({ unchanged: 2 });
  expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
});

it('a mail typed after it was said is somebody else', async () => {
  const seen = await read(campus, 'users', people(`${ANA};Administrador;ENF`));
  await confirmAdministrators(campus, seen, 'ana@u.example');
  const { row, import: typed } = await typeCell(campus, seen, 2, 'email', 'eva@u.example');
  expect(row.errors.map(each => each.field)).toEqual(['roles']);
  await expectRefused(typed);
  const back = await typeCell(campus, seen, 2, 'email', null);
  expect(back.row.result).toBe('new');
  expect(
    (await read(campus, 'users', people(`${ANA};Administrador;ENF`))).counts,
    'another file',
  ).toMatchObject({
    wrong: 1,
  });
});

it('a role lost meanwhile is not given back by a file that was judged before', async () => {
  const file = people(`${PEOPLE.Academic};Camila Rojas Fuentes;Académica, administradora;`).replace(
    'CARGO',
    'Rol',
  );
  const seen = await read(campus, 'users', file);
  await confirmAdministrators(campus, seen, PEOPLE.Academic);
  await take(campus, 'users', people(`${EVA};Docente;ENF`));
  const role = async (roles: Role[]) =>
    campus.db
      .updateTable('users')
      .set({ roles, updated_at: new Date() })
      .where('email', '=', PEOPLE.Academic)
      .execute();
  await role(['Academic', 'Admin']);
  const judged = await read(campus, 'users', file);
  expect(judged.counts).toMatchObject({ wrong: 0 });
  await role(['Academic']);
  expect((await apply(campus, judged)).body).toMatchObject({ state: 'ready', counts: { wrong: 1 } });
  expect(await rolesOf(PEOPLE.Academic)).toEqual(['Academic']);
});
