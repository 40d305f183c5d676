import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus } from '../../../../test/catalogue.ts';
import { take, undo } from '../../../../test/imports.ts';
import { obstaclesSchema } from '../../../domain/imports/obstacles.ts';
import { formatDate } from '../../../domain/text/format.ts';
import type { Import } from '../contract.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const CAREERS = 'codigo;nombre;escuela';
const careers = (...names: string[]) =>
  `${CAREERS}\n${names.map((name, at) => `K${at + 1};${name};ENF`).join('\n')}\n`;
const careerId = async (code: string) =>
  (
    await campus.db
      .selectFrom('careers')
      .select('id')
      .where('official_code', '=', code)
      .executeTakeFirstOrThrow()
  ).id;

/** A draft that names a career, as the API writes it into its rows. */
async function propose(n: number, career: string) {
  const id = `01890000-0000-7000-8000-00000000000${n}`;
  const made = await campus.send('POST', '/projects', { id, kind: 'exts', title: `Huertos ${n}` });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await campus.db.insertInto('project_careers').values({ project_id: id, career_id: career }).execute();
  return { id, code: String(made.body.code) };
}

it('tells by name what uses it, three at most, each with the page that shows it', async () => {
  const done = await take(campus, 'careers', careers('Danza', 'Teatro'));
  const [danza, teatro] = [await careerId('K1'), await careerId('K2')];
  const projects = [];
  for (let n = 1; n <= 5; n++) projects.push(await propose(n, danza));
  await campus.db
    .insertInto('project_careers')
    .values({ project_id: projects[0]?.id ?? '', career_id: teatro })
    .execute();
  const refused = await undo(campus, done);
  const [one, two, three] = projects.map(({ code }, at) => `${code} «Huertos ${at + 1}»`);
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    `No se puede deshacer. «Danza» y «Teatro» se usan en 5 proyectos: ${one}, ${two}, ${three} y 2 más. ` +
      'Quítalas ahí y vuelve a deshacer.',
  ]);
  const [pieces = []] = obstaclesSchema.parse(refused.body.extra).obstacles;
  expect(pieces.flatMap(({ text, place }) => (place ? [[text, place]] : []))).toEqual([
    ['«Danza»', { of: 'careers', id: danza }],
    ['«Teatro»', { of: 'careers', id: teatro }],
    ...projects
      .slice(0, 3)
      .map(({ id }, at) => [[one, two, three][at], { of: 'projects', id, kind: 'exts' }]),
  ]);
});

it('tells at once what changed, by whom and when, and what is gone', async () => {
  const done = await take(campus, 'careers', careers('Danza', 'Teatro', 'Circo', 'Cine', 'Mimo'));
  const codes = ['K1', 'K2', 'K3', 'K5'];
  for (const code of codes) {
    const id = await careerId(code);
    const { body } = await campus.send('GET', `/careers/${id}`);
    const answer =
      code === 'K2'
        ? await campus.send('DELETE', `/careers/${id}`)
        : await campus.send('PUT', `/careers/${id}/active`, { active: false, updatedAt: body.updatedAt });
    expect(answer.status).toBe(200);
  }
  const { id } = await propose(1, await careerId('K4'));
  const { code } = (await campus.send('GET', `/projects/exts/${id}`)).body;
  const when = `Beatriz Navarrete Olea el ${formatDate(new Date())}`;
  expect((await undo(campus, done)).body.detail).toBe(
    `No se puede deshacer. «Danza» la cambió ${when}. «Teatro» ya no está: la eliminó ${when}. ` +
      `«Circo» la cambió ${when}. También cambió lo escrito en 1 carrera más. ` +
      'Ese trabajo no se deshace: corrige ahí lo que haga falta. ' +
      `«Cine» se usa en 1 proyecto: ${code} «Huertos 1». Quítala ahí y vuelve a deshacer.`,
  );
});

it('names the later import that changed it, which is undone first; a change by hand is never lost with it', async () => {
  const first = await take(campus, 'careers', careers('Danza', 'Teatro'));
  const second = await take(campus, 'careers', careers('Danza y Circo', 'Teatro'));
  const refused = await undo(campus, first);
  expect(refused.body.detail).toMatch(
    /«Danza y Circo» la cambió .* con la importación «archivo\.csv»\. Deshaz primero esa importación\.$/,
  );
  const [pieces = []] = obstaclesSchema.parse(refused.body.extra).obstacles;
  expect(pieces.map(each => each.place)).toContainEqual({ of: 'imports', id: second.id, noun: 'careers' });
  await undo(campus, second);
  const id = await careerId('K1');
  const { body } = await campus.send('GET', `/careers/${id}`);
  await campus.send('PUT', `/careers/${id}/active`, { active: false, updatedAt: body.updatedAt });
  const third = await take(campus, 'careers', careers('Danza y Circo', 'Teatro'));
  await undo(campus, third);
  expect((await undo(campus, first)).body.detail).toMatch(/«Danza» la cambió .* Ese trabajo no se deshace/);
});

it('names people and where they are, without the directory of an import of units', async () => {
  const people = await take(
    campus,
    'users',
    'correo;nombre;rol;estado\nana.soto@norte.example;Ana Soto;Académica;activa\n',
  );
  const schools = `Nombre;Facultad;Código;Dirección\nDanza;FIAD;DAN;ana.soto@norte.example\n`;
  const units = await take(campus, 'schools', schools);
  // Whoever heads a unit has its role: the import of people is not what it was either.
  expect((await undo(campus, people)).body.detail).toContain(
    'Ana Soto está en 1 dirección de escuela: «Danza». Quítala ahí y vuelve a deshacer.',
  );
  expect((await undo(campus, units)).body).toMatchObject({ state: 'undone' });
});

it('once undone tells what is there now, who undid it, and which file brought it again', async () => {
  const count = async () => Number((await campus.send('GET', '/careers?size=1')).body.total);
  const before = await count();
  await take(campus, 'careers', careers('Danza'));
  const done = await take(campus, 'careers', careers('Danza y Circo', 'Teatro', 'Mimo'));
  expect(done.undone).toBeNull();
  const { body } = await undo(campus, done);
  expect(body).toMatchObject({
    state: 'undone',
    counts: { new: 2, changed: 1 },
    undone: { by: 'Beatriz Navarrete Olea', now: before + 1, units: 0, again: null },
  });
  const again = await take(campus, 'careers', careers('Danza', 'Teatro'));
  const seen = await campus.send('GET', `/imports/${done.id}`);
  expect(seen.body.undone).toMatchObject({
    now: before + 2,
    again: { id: again.id, fileName: 'archivo.csv', rows: 2 },
  });
  expect((await campus.send('GET', `/imports/${done.id}`, undefined, campus.as('Dean'))).status).toBe(403);
  const { body: listed } = await campus.send<Import[]>('GET', '/imports?noun=careers');
  expect(listed[1]).toMatchObject({ id: done.id, undone: null });
});

it('what was imported stays while something uses it, and says what', async () => {
  const done = await take(campus, 'courses', 'Código;Curso;Escuela\nNEW1;Salud comunitaria;ENF\n');
  const course = await campus.idOf('courses', 'NEW1');
  await campus.db
    .insertInto('course_offerings')
    .values({ course_id: course, period: '2026-1', section: '1' })
    .execute();
  const refused = await undo(campus, done);
  expect(refused.status).toBe(422);
  expect(refused.body.detail).toBe(
    'No se puede deshacer. «Salud comunitaria» se usa en 1 oferta: «Salud comunitaria» 2026-1, sección 1. ' +
      'Quítalo ahí y vuelve a deshacer.',
  );
  await campus.db.deleteFrom('course_offerings').where('course_id', '=', course).execute();
  const row = (await campus.send('GET', `/courses/${course}`)).body;
  await campus.send('PUT', `/courses/${course}/active`, { active: false, updatedAt: row.updatedAt });
  expect((await undo(campus, done)).body.detail).toBe(
    'No se puede deshacer. «Salud comunitaria» lo cambió Beatriz Navarrete Olea el ' +
      `${formatDate(new Date())}. Ese trabajo no se deshace: corrige ahí lo que haga falta.`,
  );
});
