import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { recogniseList, repeatedRows, rowErrors, type WrittenPerson, writeList } from './attendance-rows.ts';
import { guessKind } from './identifiers.ts';

const cells = (text: string) => text.split('\n').map(line => line.split('\t'));
const people = (text: string) =>
  recogniseList(cells(text), 'external').rows.map(r => [r.name, r.identifierKind, r.identifier, r.group]);

describe('a list is recognised', () => {
  test.each([
    [
      'by its headings, in any order, with what is not asked for left out',
      'N°\tRUT\tNombre completo\tEstamento\tFirma\n1\t12.345.678-5\tAna Soto\tEstudiante\t\n2\t7654321-6\tLuis Vera\t\t',
      [
        ['Ana Soto', 'rut', '12.345.678-5', 'students'],
        ['Luis Vera', 'rut', '7654321-6', 'external'],
      ],
    ],
    [
      'with names in several columns',
      'NOMBRES\tAPELLIDO PATERNO\tAPELLIDO MATERNO\tCORREO\nAna María\tSoto\tVera\tana@correo.cl',
      [['Ana María Soto Vera', 'email', 'ana@correo.cl', 'external']],
    ],
    [
      'below titles and empty lines, and with the headings again on the next page',
      'Lista de asistencia\n\nNombre\tCorreo\nAna Soto\tana@correo.cl\n\nNombre\tCorreo\nLuis Vera\t',
      [
        ['Ana Soto', 'email', 'ana@correo.cl', 'external'],
        ['Luis Vera', 'none', '', 'external'],
      ],
    ],
    [
      'without headings, by what is in the cells',
      '1\tAna Soto\t12345678-5\n2\tLuis Vera\tluis@correo.cl\tDocente',
      [
        ['Ana Soto', 'rut', '12345678-5', 'external'],
        ['Luis Vera', 'email', 'luis@correo.cl', 'academics'],
      ],
    ],
    [
      'of names alone',
      'Ana Soto\nLuis Vera',
      [
        ['Ana Soto', 'none', '', 'external'],
        ['Luis Vera', 'none', '', 'external'],
      ],
    ],
    [
      'with documents of other countries',
      'Participante\tDocumento\nJoão Silva\tAB123456\nAna Soto\t12.345.678-5',
      [
        ['João Silva', 'foreign', 'AB123456', 'external'],
        ['Ana Soto', 'rut', '12.345.678-5', 'external'],
      ],
    ],
    [
      'of first names, some of which look like headings',
      'Ana Soto\nRut\nLuis Vera\nRut Pérez Soto\nParticipante 3\nParticipante 4',
      ['Ana Soto', 'Rut', 'Luis Vera', 'Rut Pérez Soto', 'Participante 3', 'Participante 4'].map(name => [
        ...[name, 'none', '', 'external'],
      ]),
    ],
    [
      'without phones, signatures and organisations in the names',
      'Nombre\tNombre de la organización\tTeléfono\tRUT\nAna Soto\tJunta 4\t987654321\t12.345.678-5',
      [['Ana Soto', 'rut', '12.345.678-5', 'external']],
    ],
    [
      'with a phone before the RUT and groups of several words, without headings',
      '+56 9 8765 4321\tAna Soto\t12.345.678-5\tPúblico general\n987654321\tLuis Vera\t7.654.321-6\tEx alumno',
      [
        ['Ana Soto', 'rut', '12.345.678-5', 'external'],
        ['Luis Vera', 'rut', '7.654.321-6', 'alumni'],
      ],
    ],
    [
      'of teachers by their title',
      'Profesor Soto\nProfesora Vera',
      [
        ['Profesor Soto', 'none', '', 'external'],
        ['Profesora Vera', 'none', '', 'external'],
      ],
    ],
    [
      'with the check digit in a column of its own',
      'Rut\tDV\tNombre\n12345678\t5\tAna Soto\n7.654.321-6\t6\tLuis Vera',
      [
        ['Ana Soto', 'rut', '12345678-5', 'external'],
        ['Luis Vera', 'rut', '7.654.321-6', 'external'],
      ],
    ],
    [
      'with RUT or passport in one column, and groups under «Tipo»',
      'Nombre y apellidos\tRUT / Pasaporte\tTipo\nJoão Silva\tAB123456\tDocente\nAna Soto\t12.345.678-9\tAlumna',
      [
        ['João Silva', 'foreign', 'AB123456', 'academics'],
        ['Ana Soto', 'rut', '12.345.678-9', 'students'],
      ],
    ],
    [
      'in capitals, as registries write them',
      'APELLIDO PATERNO\tAPELLIDO MATERNO\tNOMBRES\nPEREZ\tSOTO\tMARIA JOSE',
      [['Pérez Soto María José', 'none', '', 'external']],
    ],
    [
      'below facts of the activity that look like headings',
      'Fecha\t12-11-2026\nAsistentes\t2\nNombre\tCarrera\nAna Soto\tEnfermería\nLuis Vera\tDerecho',
      [
        ['Ana Soto', 'none', '', 'external'],
        ['Luis Vera', 'none', '', 'external'],
      ],
    ],
    [
      'with a second table of other columns below the first',
      'Nombre\tRUT\nAna Soto\t12.345.678-5\nCorreo\tNombre\nluis@correo.cl\tLuis Vera',
      [
        ['Ana Soto', 'rut', '12.345.678-5', 'external'],
        ['Luis Vera', 'email', 'luis@correo.cl', 'external'],
      ],
    ],
    [
      'as our own files name its columns',
      'nombre\ttipo_identificacion\tidentificacion\tgrupo\tautoriza\torigen\tversion_aviso\taceptado_el\tactividades\nAna Soto\trut\t12345678-5\tstaff\t\tlist\t1\t2026-11-24\t2',
      [['Ana Soto', 'rut', '12345678-5', 'staff']],
    ],
  ])('%s', (_how, text, expected) => expect(people(text)).toEqual(expected));

  it('with who allows it apart from who came', () => {
    const text = 'Nombre\tNombre del apoderado\tRUT apoderado\nAna Soto\tRosa Vera\t12.345.678-5';
    const [ana] = recogniseList(cells(text), 'external').rows;
    expect(ana).toMatchObject({ name: 'Ana Soto', guardian: 'Rosa Vera', identifierKind: 'none' });
  });

  it('loses no line and never fails', () => {
    const known = fc.constantFrom(
      ...[
        '',
        ' ',
        'Nombre',
        'RUT',
        'Rut Soto',
        'DV',
        '12345678-5',
        'a@b.cl',
        'Docente',
        'Público general',
        '99',
      ],
    );
    const cell = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), known);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 40 }), table => {
        const { rows, titles, headings, empty } = recogniseList(table, 'students');
        expect(rows.length + titles + headings + empty).toBe(table.length);
        expect(empty).toBe(table.filter(line => line.every(each => each.trim() === '')).length);
        const found = new Set(rows.map(row => row.line));
        table.forEach((line, n) => {
          if (line.some(each => /^(12345678-5|a@b\.cl)$/.test(each))) expect(found).toContain(n + 1);
        });
        for (const row of rows) rowErrors(row);
        repeatedRows(rows);
      }),
    );
  });

  it('loses nobody of a list without headings', () => {
    const name = fc.constantFrom(
      'Ana Soto',
      'Rut Vera',
      'Participante 1',
      'Tutor Rojas',
      'Nombre Secreto',
      'Mailén',
    );
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 30 }), names => {
        const { rows } = recogniseList(
          names.map(each => [each]),
          'students',
        );
        expect(rows.map(row => row.name)).toEqual(names);
      }),
    );
  });

  it('of five thousand lines in a moment', () => {
    const table = Array.from({ length: 5000 }, (_, n) =>
      n % 500 === 0 ? ['Nombre', 'RUT'] : n % 7 === 0 ? ['', ''] : [`Persona ${n}`, '12.345.678-5'],
    );
    // The best of three: what else the machine does must not count.
    const times = [1, 2, 3].map(() => {
      const start = performance.now();
      const { rows, headings } = recogniseList(table, 'students');
      rows.map(rowErrors);
      repeatedRows(rows);
      expect([headings, rows.length]).toEqual([10, 4277]);
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(200);
  });
});

test('what was mended is written as it would be pasted', () => {
  const word = fc.constantFrom('Ana', 'Soto', 'de la Luz', 'Ñáñez', "O'Higgins");
  const person: fc.Arbitrary<WrittenPerson> = fc.oneof(
    ...(
      [
        ['rut', '12.345.678-9'],
        ['foreign', '12345678'],
        ['email', 'ana@correo.cl'],
        ['none', ''],
      ] as const
    ).map(([identifierKind, identifier]) =>
      fc.record({
        name: word,
        identifierKind: fc.constant(identifierKind),
        identifier: fc.constant(identifier),
        group: fc.constantFrom('students' as const, 'external' as const, 'alumni' as const),
        guardian: fc.oneof(fc.constant(''), word),
      }),
    ),
  );
  fc.assert(
    fc.property(fc.array(person, { maxLength: 20 }), list => {
      const { rows } = recogniseList(cells(writeList(list)), 'staff');
      expect(rows.map(({ line: _, ...row }) => row)).toEqual(list);
    }),
  );
});

test.each([
  ['', undefined],
  ['12.3', 'rut'],
  ['15.345.678-k', 'rut'],
  ['AB1', 'foreign'],
  ['ana@', 'email'],
])('of «%s» the kind is guessed as it is typed', (typed, kind) => expect(guessKind(typed)).toBe(kind));

test.each(['12345678-5', '12 345 678 - 5', '12.345.678–5', '012345678-5'])(
  '%s is a RUT without fault',
  identifier => {
    const { rows } = recogniseList([['Ana Soto', identifier]], 'students');
    expect(rows.map(row => [row.identifierKind, rowErrors(row)])).toEqual([['rut', {}]]);
  },
);

test('what is wrong is told at its field', () => {
  const [row] = recogniseList(cells('Nombre\tRUT\n\t12.345.678-9'), 'students').rows;
  if (!row) throw new Error('nobody was recognised');
  expect(rowErrors(row)).toEqual({
    name: 'Escribe al menos 2 caracteres.',
    identifier: 'El RUT no es válido: revisa el dígito verificador.',
  });
  expect(rowErrors({ ...row, name: 'Ana', identifier: '12.345.678-5' })).toEqual({});
});

test('somebody written twice is told, however it was written', () => {
  const { rows } = recogniseList(
    cells('Nombre\tRUT\nAna\t12.345.678-5\nAna S.\t123456785\nLuis\t\nLuis\t\nMal\t1-1\nMal\t1-1'),
    'students',
  );
  expect([...repeatedRows(rows)]).toEqual([1]);
});
