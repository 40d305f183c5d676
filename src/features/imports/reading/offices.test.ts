import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Campus, openCampus } from '../../../../test/catalogue.ts';
import { apply, errorsOf, read, rowsOf, sayWord, undo } from '../../../../test/imports.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import type { Import } from '../contract.ts';

const bytesOf = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../../test/fixtures/offices', name));

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

/** What is good of a file is written; the same file again changes nothing. */
async function takeGood(noun: ImportNoun, seen: Import, again: () => Promise<Import>): Promise<Import> {
  const { body } = await apply(campus, seen, { only: 'good' });
  const done = body as Import;
  expect(done, done.problem ?? '').toMatchObject({ state: 'done' });
  const next = await again();
  const rows = await rowsOf(campus, next);
  expect(rows.filter(row => row.result === 'changed').map(row => row.changes)).toEqual([]);
  expect([next.counts, next.newUnits], noun).toMatchObject([{ new: 0, unchanged: done.counts.new }, []]);
  return done;
}

const upload = async (noun: ImportNoun, name: string, sheet: string) => {
  const response = await campus.app.inject({
    method: 'POST',
    url: `/api/imports/${noun}?name=${name}&sheet=${encodeURIComponent(sheet)}`,
    headers: { ...campus.as('Admin'), 'content-type': 'application/octet-stream' },
    payload: bytesOf(name),
  });
  return { status: response.statusCode, body: response.json<Import & { detail: string }>() };
};

describe('the files of five offices, once and again', () => {
  const done: Import[] = [];

  it('norte: people under titles, with units merged over them', async () => {
    const bytes = bytesOf('norte-personas.xlsx');
    const seen = await read(campus, 'users', bytes);
    expect(seen).toMatchObject({ total: 30, sheet: 'Nómina', otherSheets: ['Resumen'], missing: [] });
    expect(seen.notes.join(' ')).toMatch(/1 fila quedó fuera porque es un total o una nota: 37/);
    // Who administers contracts does not administer the application.
    expect(seen.administrators.filter(each => each.confirmed)).toEqual([]);
    expect(seen.newUnits.map(each => each.name)).toEqual([
      'Escuela de Agronomía',
      'Escuela de Ingeniería Civil',
      'Escuela de Kinesiología',
      'Facultad de Ciencias de la Salud',
      'Facultad de Ingeniería',
    ]);
    done.push(await takeGood('users', seen, () => read(campus, 'users', bytes)));
    // Of seven who head a unit each does, with its role and those of nothing else.
    const heads = await campus.db
      .selectFrom('users')
      .select(['name', 'roles'])
      .where('email', 'like', '%@unorte.example')
      .where(sql<boolean>`roles && '{Dean,Director}'`)
      .orderBy('name')
      .execute();
    expect(heads.map(each => [each.name, ...each.roles].join(' '))).toEqual([
      'Ana Pérez Soto Director',
      'Andrés Valdés Mella Director',
      'Claudia Espinoza Barra Director',
      'Héctor Figueroa Lagos Director',
      'Jorge Cáceres Toro Dean',
      'Lorena Aguilera Maturana Director',
      'María José Fuentes Rivas Dean',
    ]);
  });

  it('sur: a file of Windows, positions said once', async () => {
    const bytes = bytesOf('sur-personas.csv');
    const seen = await read(campus, 'users', bytes);
    const before = Number(seen.counts.wrong);
    await sayWord(campus, seen, 'roles', 'Jefa de carrera', 'Académico');
    const said = await sayWord(campus, seen, 'roles', 'Jefe de carrera', 'Académico');
    expect(before - Number(said.counts.wrong)).toBe(4);
    const errors = await errorsOf(campus, said);
    expect(errors[26]).toEqual(['email: El correo se repite: ya está en la fila 27.']);
    done.push(await takeGood('users', said, () => read(campus, 'users', bytes)));
  });

  it('litoral: two bytes for each letter, and careers of the units that its people brought', async () => {
    const people = bytesOf('litoral-nomina.txt');
    done.push(
      await takeGood('users', await read(campus, 'users', people), () => read(campus, 'users', people)),
    );
    const careers = bytesOf('litoral-carreras.txt');
    const seen = await read(campus, 'careers', careers);
    done.push(await takeGood('careers', seen, () => read(campus, 'careers', careers)));
  });

  it('austral: projects of the people of norte', async () => {
    const bytes = bytesOf('austral-proyectos.csv');
    const seen = await read(campus, 'projects', bytes);
    expect(seen.total).toBe(20);
    done.push(await takeGood('projects', seen, () => read(campus, 'projects', bytes)));
  });

  it('centro: the sheet that is named, else the one that is like projects', async () => {
    const name = 'centro-proyectos.xlsx';
    const seen = await read(campus, 'projects', bytesOf(name));
    expect(seen).toMatchObject({
      sheet: 'Proyectos 2018-2022',
      otherSheets: ['Portada', 'Listas'],
      total: 20,
    });
    const listed = await upload('projects', name, 'Listas');
    expect(listed.body).toMatchObject({ sheet: 'Listas', otherSheets: ['Portada', 'Proyectos 2018-2022'] });
    expect((await upload('projects', name, 'Proyectos 2018-2022')).body).toMatchObject({ total: 20 });
    const none = await upload('projects', name, 'Ninguna');
    expect(none.status, JSON.stringify(none.body)).toBe(400);
    done.push(await takeGood('projects', seen, () => read(campus, 'projects', bytesOf(name))));
  });

  it('all is taken back, the last first', async () => {
    for (const each of done.toReversed()) {
      const answer = await undo(campus, each);
      expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ state: 'undone' });
    }
    const { body } = await campus.send('GET', '/users?q=unorte.example');
    expect(body.total).toBe(0);
  });
});
