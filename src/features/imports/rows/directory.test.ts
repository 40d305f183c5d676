import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Campus, openCampus } from '../../../../test/catalogue.ts';
import { apply, read, rowsOf, take, undo } from '../../../../test/imports.ts';
import type { Import } from '../contract.ts';

let campus: Campus;
beforeEach(async () => {
  campus = await openCampus();
});
afterEach(() => campus.close());

const organisations = (...rows: string[]) => `Nombre;RUT;Tipo;Comuna;Correo\n${rows.join('\n')}\n`;
const offerings = (...rows: string[]) => `Curso;Período;Sección;Docente;Inscritos\n${rows.join('\n')}\n`;

/** Result and errors of each row. */
const judged = async (noun: 'organisations' | 'offerings', file: string) =>
  (await rowsOf(campus, await read(campus, noun, file))).map(r => [
    r.result,
    ...r.errors.map(e => `${e.field}: ${e.message}`),
  ]);

const directory = async (name: string) =>
  campus.db
    .selectFrom('organisations')
    .select(['name', 'rut', 'type', 'comuna_code', 'contact_email'])
    .where('name', 'ilike', name)
    .orderBy('rut')
    .execute();

it('an organisation is known by its RUT, else by its name; a RUT learnt later completes it', async () => {
  const first = organisations(
    'Club de Rayuela Norte;;Social;Talcahuano;club@rayuela.example',
    'Taller Sur;65.123.456-5;Empresa;;',
  );
  await take(campus, 'organisations', first);
  const second = organisations(
    'CLUB DE RAYUELA NORTE;65.000.001-3;Organización social;;',
    'Taller del Sur;65123456-5;Empresa;;',
  );
  const done = await take(campus, 'organisations', second);
  expect(done.counts).toMatchObject({ new: 0, changed: 2 });
  expect(await directory('club de rayuela norte')).toEqual([
    {
      name: 'Club de Rayuela Norte',
      rut: '65000001-3',
      type: 'organizacion_social',
      comuna_code: '08110',
      contact_email: 'club@rayuela.example',
    },
  ]);
  expect(await directory('taller sur')).toEqual([]);
  expect((await undo(campus, done)).body).toMatchObject({ state: 'undone' });
  expect(await directory('taller sur')).toHaveLength(1);
  expect(await directory('club de rayuela norte')).toMatchObject([{ rut: null }]);
});

it('the same organisation twice in a file, and a name that several have, are told', async () => {
  expect(
    await judged(
      'organisations',
      organisations(
        'Uno;65.123.456-5;ONG;;',
        'Otro;65123456-5;ONG;;',
        'UNO;;ONG;;',
        'Dos;;ONG;;',
        'Dos;65.000.001-3;ONG;;',
        'Tres;1-2;Club;Atlántida;x',
      ),
    ),
  ).toEqual([
    ['new'],
    ['wrong', 'name: La organización se repite: ya está en la fila 2.'],
    ['wrong', 'name: La organización se repite: ya está en la fila 2.'],
    ['new'],
    ['wrong', 'name: La organización se repite: ya está en la fila 5.'],
    [
      'wrong',
      'rut: El RUT no es válido: revisa el dígito verificador.',
      'type: No se reconoce el tipo «Club»: usa sector público, empresa, organización social, establecimiento educacional, salud, cultura, ONG, persona.',
      'comuna: No existe la comuna «Atlántida».',
      'contactEmail: Escribe un correo válido, por ejemplo nombre@universidad.cl.',
    ],
  ]);
  await take(
    campus,
    'organisations',
    organisations('Gemela;65.123.456-5;ONG;;', 'Gemela;65.000.001-3;ONG;;'),
  );
  expect(await judged('organisations', organisations('Gemela;;ONG;;'))).toEqual([
    ['wrong', 'name: Hay varias organizaciones «Gemela»: usa su RUT.'],
  ]);
  expect(await judged('organisations', organisations('Gemela;65.000.001-3;Salud;;'))).toEqual([['changed']]);
});

it('contacts are personal: the audit keeps that they changed, not who they are', async () => {
  await take(campus, 'organisations', organisations('Centro Cultural;;Cultura;;rosa@centro.example'));
  const [entry] = await campus.db
    .selectFrom('audit')
    .select('changes')
    .where('action', '=', 'organisation.imported')
    .execute();
  expect(entry?.changes).toMatchObject({
    name: [null, 'Centro Cultural'],
    contactEmail: [null, null],
  });
});

it('an offering is a section of a course in a period; what it names must be there', async () => {
  const rows = [
    'enf-310;2017-1;A;camila.rojas@biosur.example;30',
    'ENF-310;2017-2;A;;',
    'ENF-310;2017-1;B;;',
  ];
  await take(campus, 'offerings', offerings(...rows));
  const wrong = [
    'ENF-310;2017-1;a;;45',
    'ENF-310;2017-1;A;;',
    'NADA-1;2017-1;A;;',
    'ENF-310;;;nadie@biosur.example;muchos',
  ];
  expect(await judged('offerings', offerings(...wrong))).toEqual([
    ['changed'],
    ['wrong', 'course: Esa sección del curso en el período se repite: ya está en la fila 2.'],
    ['wrong', 'course: No existe el curso «NADA-1»: impórtalo antes.'],
    [
      'wrong',
      'period: Este campo es obligatorio.',
      'section: Este campo es obligatorio.',
      'teacher: No hay una persona con el correo «nadie@biosur.example»: impórtala antes, también si ya no está.',
      'enrolled: Escribe un número entero.',
    ],
  ]);
});

it('past projects find partners and offerings that were imported, which stay as long as they do', async () => {
  const project =
    'Código;Tipo;Estado;Título;Responsable;Escuela;Período;Término;Socio;Curso\nOLD/1;PAC;Cerrado;Huertos en la escuela;camila.rojas@biosur.example;ENF;2017-1;30-07-2017;Club de Rayuela Norte;ENF-310\n';
  const seen = await read(campus, 'projects', project);
  expect((await rowsOf(campus, seen))[0]?.errors).toEqual([
    { field: 'courses', message: 'No hay oferta del curso «ENF-310» en 2017-1: impórtala antes.' },
  ]);
  expect(seen.newUnits, 'nothing is made for a row that is wrong').toEqual([]);
  const partner = await take(campus, 'organisations', organisations('Club de Rayuela Norte;;Social;;'));
  const course = await take(campus, 'offerings', offerings('ENF-310;2017-1;1;;'));
  // Judged again before anything is written: what was wrong is right now, and is shown before it is imported.
  const mapped = await campus.send<Import>('PUT', `/imports/${seen.id}/mapping`, {
    version: seen.version,
    mapping: seen.mapping,
  });
  expect(mapped.body).toMatchObject({ counts: { new: 1, wrong: 0 } });
  const done = await apply(campus, mapped.body);
  expect(done.body).toMatchObject({ state: 'done' });
  for (const [used, name] of [
    [partner, '«Club de Rayuela Norte»'],
    [course, '«Enfermería Comunitaria» 2017-1, sección 1'],
  ] as const)
    expect((await undo(campus, used)).body.detail).toBe(
      `No se puede deshacer. ${name} se usa en 1 proyecto: OLD/1 «Huertos en la escuela». ` +
        'Quítala ahí y vuelve a deshacer.',
    );
  for (const each of [done.body as Import, partner, course])
    expect((await undo(campus, each)).body).toMatchObject({ state: 'undone' });
});
