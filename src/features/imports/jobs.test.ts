import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus, PEOPLE } from '../../../test/catalogue.ts';
import { apply, confirmAdministrators, read, sayWord, setDefaults, take } from '../../../test/imports.ts';
import type { Import } from './contract.ts';
import { applyImports, cleanImports } from './jobs.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const CAREERS =
  'codigo;nombre;escuela;facultad\nK1;Montaje;Escuela de Cine;Facultad de Mar\nK2;Guion;Escuela de Cine;\n';
const start = async (seen: Import) =>
  campus.send('POST', `/imports/${seen.id}/apply`, { version: seen.version, only: 'all' });
const made = async () =>
  (
    await sql<{ name: string }>`
      select name from schools where name = 'Escuela de Cine' union all
      select name from faculties where name = 'Facultad de Mar' union all
      select name from careers where official_code in ('K1', 'K2') order by 1`.execute(campus.db)
  ).rows.map(row => row.name);
const ALL = ['Escuela de Cine', 'Facultad de Mar', 'Guion', 'Montaje'];
it('what a dead copy left is taken up once its claim is over, and is written once with its units', async () => {
  const seen = await read(campus, 'careers', CAREERS);
  await start(seen);
  const claim = (seconds: number) =>
    sql`update imports set claim = gen_random_uuid(), attempts = 1, progress = 1,
      claimed_until = now() + make_interval(secs => ${seconds}) where id = ${seen.id}`.execute(campus.db);
  await claim(30);
  expect([await applyImports(campus.db), await made()]).toEqual([0, []]);
  await claim(-1);
  expect(await applyImports(campus.db)).toBe(1);
  expect(await applyImports(campus.db)).toBe(0);
  expect(await made()).toEqual(ALL);
});

it('what somebody else made meanwhile is not made again: it is shown before anything is written', async () => {
  const seen = await read(campus, 'careers', CAREERS);
  await take(
    campus,
    'users',
    'Correo;Nombre;Cargo;Escuela\nana@u.example;Ana Soto;Docente;Escuela de Cine\n',
  );
  const { body } = await apply(campus, seen);
  expect(body).toMatchObject({ state: 'ready', newUnits: [], counts: { new: 2 } });
  expect(await made()).toEqual(['Escuela de Cine']);
});

it('old imports keep nothing that names people; those of today and words for all do', async () => {
  const people = 'Correo;Nombre;Cargo\nana@u.example;Ana Soto;Administrador\n';
  const project = `Código;Tipo;Estado;Título;Responsable;Año\nP1;EXT;Cerrado;Feria;L. Muñoz;2019\n`;
  const seen = await read(campus, 'users', people);
  await apply(campus, await confirmAdministrators(campus, seen, 'ana@u.example'));
  const past = await read(campus, 'projects', project);
  await sayWord(campus, past, 'lead', 'L. Muñoz', PEOPLE.Academic);
  await sayWord(campus, past, 'kind', 'Feria', 'EXT');
  await apply(campus, await setDefaults(campus, await read(campus, 'projects', project), { school: 'ENF' }));
  const open = await read(campus, 'users', people);
  const kept = async () => {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(i)::text as text from imports i union all select to_jsonb(r)::text from import_rows r
      union all select to_jsonb(w)::text from import_words w`.execute(campus.db);
    return rows.map(row => row.text).join();
  };
  await cleanImports(campus.db);
  for (const text of ['ana@u.example', 'L. Muñoz']) expect(await kept()).toContain(text);
  await sql`update imports set created_at = now() - interval '91 days' where id <> ${open.id}`.execute(
    campus.db,
  );
  await cleanImports(campus.db);
  expect(await kept()).toContain('Ana Soto');
  await sql`update imports set created_at = now() - interval '91 days'`.execute(campus.db);
  await cleanImports(campus.db);
  for (const text of ['ana@u.example', 'Ana Soto', 'L. Muñoz']) expect(await kept()).not.toContain(text);
  expect(await kept()).toContain('Feria');
});
