import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { type Campus, openCampus } from '../../../../test/catalogue.ts';
import { oneColumnEach } from '../../../../test/columns.ts';
import { apply as applyIn, read, rowsOf, take as takeIn, undo } from '../../../../test/imports.ts';
import type { Import, PreviewRow } from '../contract.ts';
import { applyImports } from '../jobs.ts';

type Preview = Import & { rows: PreviewRow[] };
interface Edits {
  only?: 'all' | 'good';
  facultyId?: string;
  names?: Record<string, string>;
}

let campus: Campus;
let real: string;

beforeEach(async () => {
  campus = await openCampus();
  real = await readFile(
    path.resolve(import.meta.dirname, '../../../../test/fixtures/carreras-udec-2025.csv'),
    'utf8',
  );
});
afterEach(() => campus.close());

const withRows = async (seen: Import): Promise<Preview> => ({ ...seen, rows: await rowsOf(campus, seen) });
const preview = async (bytes: Buffer | string): Promise<Preview> =>
  withRows(await read(campus, 'careers', bytes));
const map = async (seen: Import, mapping: Record<string, number>, school?: string) => {
  const { body } = await campus.send('PUT', `/imports/${seen.id}/mapping`, {
    version: seen.version,
    mapping: oneColumnEach(mapping),
    defaults: school === undefined ? {} : { school },
  });
  return withRows(body as Import);
};
const apply = async (seen: Preview, { names = {}, ...choice }: Edits = {}) => {
  let now: Import = seen;
  for (const row of seen.rows) {
    const name = names[row.values.officialCode ?? ''];
    if (name === undefined) continue;
    const { body } = await campus.send('PUT', `/imports/${seen.id}/rows/${row.line}`, {
      field: 'name',
      text: name,
    });
    now = body.import as Import;
  }
  return applyIn(campus, now, choice);
};
const take = async (bytes: Buffer | string, { names, ...choice }: Edits = {}): Promise<Import> => {
  if (!names) return takeIn(campus, 'careers', bytes, choice);
  return (await apply(await preview(bytes), { names, ...choice })).body as Import;
};
const newSchools = ({ newUnits }: Import) => newUnits.map(unit => unit.name);
const stored = (officialCode: string) =>
  campus.db
    .selectFrom('careers')
    .innerJoin('schools', 'schools.id', 'careers.school_id')
    .select([
      'careers.id',
      'careers.name',
      'schools.name as school',
      'campus',
      'shift',
      'level',
      'careers.source',
    ])
    .where('official_code', '=', officialCode)
    .executeTakeFirstOrThrow();
const row = (seen: Preview, officialCode: string): PreviewRow => {
  const found = seen.rows.find(r => r.values.officialCode === officialCode);
  if (!found) throw new Error(`no row ${officialCode}`);
  return found;
};
const count = async () =>
  (
    await campus.db
      .selectFrom('careers')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('the register of a real university', () => {
  it('is recognised as it is: 84 new careers in ten areas, names readable', async () => {
    const seen = await preview(real);
    expect(seen.mapping).toEqual(
      oneColumnEach({ officialCode: 0, name: 1, level: 2, school: 4, campus: 5, shift: 8 }),
    );
    expect(seen.counts).toEqual({ new: 84, changed: 0, unchanged: 0, wrong: 0 });
    expect(newSchools(seen)).toEqual([
      'Administración y Comercio',
      'Agropecuaria',
      'Arte y Arquitectura',
      'Ciencias Básicas',
      'Ciencias Sociales',
      'Derecho',
      'Educación',
      'Humanidades',
      'Salud',
      'Tecnología',
    ]);
    expect(row(seen, 'I87S1C101J1V1').values).toEqual({
      officialCode: 'I87S1C101J1V1',
      name: 'Medicina Veterinaria',
      level: 'Pregrado',
      school: 'Agropecuaria',
      faculty: '',
      campus: 'Casa Central',
      shift: 'Diurna',
      code: '',
      active: 'Sí',
    });
    expect(new Set(seen.rows.map(r => r.values.campus))).toEqual(
      new Set(['Casa Central', 'Sede Los Ángeles']),
    );
    const twice = seen.rows.filter(r => r.values.name === 'Pedagogía en Inglés');
    expect(twice.map(r => r.values.campus).sort()).toEqual(['Casa Central', 'Sede Los Ángeles']);
    expect(new Set(seen.rows.map(r => r.values.name)).size).toBe(73);
  });

  it('is imported once; a second time nothing changes', async () => {
    const before = await count();
    const outcome = await take(real);
    expect(outcome).toMatchObject({ counts: { new: 84 }, faculty: 'Por asignar' });
    expect(newSchools(outcome)).toHaveLength(10);
    expect(await count()).toBe(before + 84);
    const seen = await preview(real);
    expect(seen.counts).toEqual({ new: 0, changed: 0, unchanged: 84, wrong: 0 });
    expect(newSchools(seen)).toEqual([]);
    const updated = await campus.db
      .selectFrom('careers')
      .select(['id', 'updated_at'])
      .orderBy('id')
      .execute();
    expect((await take(real)).counts).toMatchObject({ new: 0, unchanged: 84 });
    expect(
      await campus.db.selectFrom('careers').select(['id', 'updated_at']).orderBy('id').execute(),
    ).toEqual(updated);
    const audit = await campus.db.selectFrom('audit').select(['action', 'object_type', 'changes']).execute();
    expect(audit.filter(a => a.action === 'career.imported')).toHaveLength(84);
    expect(audit.filter(a => a.action === 'careers.imported').map(a => a.changes)).toEqual([
      {
        file: [null, 'archivo.csv'],
        new: [null, 84],
        changed: [null, 0],
        unchanged: [null, 0],
        wrong: [null, 0],
      },
      {
        file: [null, 'archivo.csv'],
        new: [null, 0],
        changed: [null, 0],
        unchanged: [null, 84],
        wrong: [null, 0],
      },
    ]);
  });

  it('touches only the cell whose source changed, and keeps what was corrected by hand', async () => {
    await take(real, { names: { I87S1C101J1V1: 'Medicina Veterinaria (Chillán)' } });
    const { id } = await stored('I87S1C102J1V1');
    const { body: career } = await campus.send('GET', `/careers/${id}`);
    await campus.send('PUT', `/careers/${id}`, {
      ...career,
      schoolId: (career.school as { id: string }).id,
      name: 'Medicina Humana',
      campus: 'Concepción',
    });
    expect((await preview(real)).counts).toMatchObject({ unchanged: 84 });

    const changed = real.replace(/^(I87S1C102J1V1;.*);Diurna;/m, '$1;Vespertina;');
    expect(changed).not.toBe(real);
    const seen = await preview(changed);
    expect(seen.counts).toEqual({ new: 0, changed: 1, unchanged: 83, wrong: 0 });
    expect(row(seen, 'I87S1C102J1V1').changes).toEqual({ shift: ['Diurna', 'Vespertina'] });
    await apply(seen);
    expect(await stored('I87S1C102J1V1')).toMatchObject({
      name: 'Medicina Humana',
      campus: 'Concepción',
      shift: 'vespertina',
    });
    expect(await stored('I87S1C101J1V1')).toMatchObject({ name: 'Medicina Veterinaria (Chillán)' });
  });

  it('follows a school that was renamed by hand', async () => {
    await take(real);
    const school = await campus.db
      .updateTable('schools')
      .set({ name: 'Escuela de Derecho y Justicia' })
      .where('name', '=', 'Derecho')
      .returning('id')
      .executeTakeFirstOrThrow();
    const more = `${real.trimEnd()}\nI87S9C9J1V1;CRIMINOLOGIA;Profesional;Pregrado;Derecho;CASA CENTRAL;;;Diurna;;30\n`;
    const seen = await preview(more);
    expect(seen.counts).toEqual({ new: 1, changed: 0, unchanged: 84, wrong: 0 });
    expect(newSchools(seen)).toEqual([]);
    await apply(seen);
    const { school_id } = await campus.db
      .selectFrom('careers')
      .select('school_id')
      .where('official_code', '=', 'I87S9C9J1V1')
      .executeTakeFirstOrThrow();
    expect(school_id).toBe(school.id);
  });

  it('is undone with the schools it made, unless somebody uses them', async () => {
    const before = await count();
    const done = await take(real);
    const school = await campus.db
      .selectFrom('schools')
      .select('id')
      .where('name', '=', 'Derecho')
      .executeTakeFirstOrThrow();
    const course = { code: 'DER1', name: 'Derecho romano', school_id: school.id };
    await campus.db.insertInto('courses').values(course).execute();
    expect((await undo(campus, done)).body.detail).toBe(
      'No se puede deshacer. «Derecho» se usa en 1 curso: «Derecho romano». Quítala ahí y vuelve a deshacer.',
    );
    expect(await count()).toBe(before + 84);
    await campus.db.deleteFrom('courses').where('code', '=', 'DER1').execute();
    expect((await undo(campus, done)).body.state).toBe('undone');
    expect(await count()).toBe(before);
    const left = await campus.db
      .selectFrom('faculties')
      .select('id')
      .where('code', '=', 'POR-ASIGNAR')
      .execute();
    expect(left).toEqual([]);
  });

  it('puts new schools under the faculty chosen', async () => {
    const facultyId = await campus.idOf('faculties', 'FIAD');
    expect((await take(real, { facultyId })).faculty).toBe('Facultad de Ingeniería, Arquitectura y Diseño');
    const { body } = await campus.send('GET', `/schools?faculty=${facultyId}`);
    expect(body.total).toBe(12);
  });

  const variants: [string, (text: string) => Promise<Buffer> | Buffer][] = [
    ['Windows-1252', text => Buffer.from(text, 'latin1')],
    ['UTF-8 with mark', text => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', text => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['tabs', text => Buffer.from(text.replaceAll(';', '\t'))],
    ['commas, quoted', text => Buffer.from(text.replace(/[^;\r\n]+/g, '"$&"').replaceAll(';', ','))],
    [
      'Windows line ends and a title above',
      text => Buffer.from(`Oferta 2025\n\n${text}`.replaceAll('\n', '\r\n')),
    ],
    [
      'XLSX',
      text =>
        writeXlsxFile(
          text
            .trim()
            .split(/\r?\n/)
            .map((line, at) =>
              line
                .split(';')
                .map(cell => (at > 0 && /^\d+$/.test(cell) ? { value: Number(cell) } : { value: cell })),
            ),
        ).toBuffer(),
    ],
  ];
  it.each(variants)('reads the same from %s', async (_name, encode) => {
    const plain = await preview(real);
    const other = await preview(await encode(real));
    expect(other.rows.map(r => r.values)).toEqual(plain.rows.map(r => r.values));
  });
});

describe('rows that are wrong', () => {
  const file = [
    'Nombre de la carrera,Código,Nivel,Unidad,Jornada',
    '"INGENIERIA CIVIL\nELECTRONICA",A1,Profesional,Ingeniería,Diurna',
    'SIN CODIGO,,Profesional,Ingeniería,Diurna',
    'TECNICO EN ENFERMERIA,A3,Técnico de Nivel Superior,Ingeniería,Nocturna',
    'REPETIDA,a1,Profesional,Ingeniería,Diurna',
    'RARA,A5,Kínder,Ingeniería,Diurna',
  ].join('\n');

  it('are told cell by cell; all or nothing writes nothing, only the good ones writes those', async () => {
    const before = await count();
    const seen = await preview(file);
    expect(seen.counts).toEqual({ new: 2, changed: 0, unchanged: 0, wrong: 3 });
    expect(seen.rows.map(r => [r.line, r.errors])).toEqual([
      [2, []],
      [3, [{ field: 'officialCode', message: 'Este campo es obligatorio.' }]],
      [4, []],
      [5, [{ field: 'officialCode', message: 'El código se repite: ya está en la fila 2.' }]],
      [
        6,
        [{ field: 'level', message: 'No se reconoce el nivel «Kínder»: usa técnico, pregrado o postgrado.' }],
      ],
    ]);
    const refused = await apply(seen);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveLength(3);
    expect(await count()).toBe(before);
    expect(
      await campus.db.selectFrom('schools').select('id').where('name', '=', 'Ingeniería').execute(),
    ).toEqual([]);
    const taken = await apply(seen, { only: 'good' });
    expect(taken.body).toMatchObject({
      counts: { new: 2, wrong: 3 },
      newUnits: [{ kind: 'school', name: 'Ingeniería' }],
    });
    expect(await stored('A1')).toMatchObject({ name: 'Ingeniería Civil Electrónica', level: 'pregrado' });
    expect(await stored('A3')).toMatchObject({ level: 'tecnico', shift: 'vespertina' });
  });

  it('a name typed in the preview replaces the one of the file, and is judged like it', async () => {
    const one = 'codigo;nombre;escuela\nB1;XX;Artes\n';
    const seen = await preview(one);
    const wrong = await apply(seen, { names: { B1: '🎨🎨' } });
    expect(wrong.body.errors).toEqual([{ path: '2.name', message: 'Escribe un nombre con letras.' }]);
    expect((await apply(seen, { names: { B1: 'Artes Visuales' } })).status).toBe(200);
    expect(await stored('B1')).toMatchObject({ name: 'Artes Visuales', source: { name: 'XX' } });
    expect((await preview(one)).counts).toMatchObject({ unchanged: 1 });
  });
});

describe('columns and schools', () => {
  const odd = 'Clave;Título;Dónde\nC1;ARQUEOLOGIA;Lota\n';

  it('are mapped by hand where no header is known, with a school for the whole file', async () => {
    const unknown = await preview(odd);
    expect(unknown).toMatchObject({ missing: ['officialCode', 'name'], rows: [] });
    expect(unknown.columns).toEqual([
      { title: 'Clave', sample: 'C1' },
      { title: 'Título', sample: 'ARQUEOLOGIA' },
      { title: 'Dónde', sample: 'Lota' },
    ]);
    const columns = { officialCode: 0, name: 1, campus: 2 };
    const without = await map(unknown, columns);
    expect(without.rows[0]?.errors).toEqual([
      { field: 'school', message: 'Falta la escuela: elige una para el archivo.' },
    ]);
    const school = 'ARQ';
    const seen = await map(without, columns, school);
    expect(seen.counts).toMatchObject({ new: 1, wrong: 0 });
    expect((await apply(seen)).body.state).toBe('done');
    expect(await stored('C1')).toMatchObject({
      name: 'Arqueología',
      campus: 'Lota',
      school: 'Escuela de Arquitectura y Diseño',
    });
  });

  it('are refused when the data changed since the preview', async () => {
    const seen = await preview('codigo;nombre;escuela\nD1;DANZA;Artes\n');
    await take('codigo;nombre;escuela\nD1;DANZA CONTEMPORANEA;Artes\n');
    const late = await apply(seen);
    expect(late.body).toMatchObject({
      state: 'ready',
      problem: 'Los datos cambiaron desde la vista previa. Revísala de nuevo.',
    });
    expect(await stored('D1')).toMatchObject({ name: 'Danza Contemporánea' });
  });

  it('of two imports at once the second sees the first', async () => {
    const seen = [await preview(real), await preview(real)];
    await Promise.all(seen.map(each => apply(each)));
    await applyImports(campus.db);
    const answers = await Promise.all(seen.map(each => campus.send('GET', `/imports/${each.id}`)));
    // The one that comes too late is shown again, and nothing is there twice.
    expect(answers.map(a => a.body.state).sort()).toEqual(['done', 'ready']);
    const late = answers.find(a => a.body.state === 'ready');
    expect(late?.body.counts).toEqual({ new: 0, changed: 0, unchanged: 84, wrong: 0 });
  });
});
