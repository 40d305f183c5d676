import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { recogniseList, repeatedRows, rowErrors } from './attendance-rows.ts';

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
  ])('%s', (_how, text, expected) => expect(people(text)).toEqual(expected));

  it('loses no line and never fails', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('', 'Nombre', 'RUT', '12345678-5', 'a@b.cl', 'Docente'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 40 }), table => {
        const { rows, skipped } = recogniseList(table, 'students');
        expect(rows.length + skipped).toBe(table.length);
        for (const row of rows) rowErrors(row);
      }),
    );
  });

  it('of five thousand lines in a moment', () => {
    const table = Array.from({ length: 5000 }, (_, n) =>
      n % 500 === 0 ? ['Nombre', 'RUT'] : n % 7 === 0 ? ['', ''] : [`Persona ${n}`, '12.345.678-5'],
    );
    const start = performance.now();
    const { rows } = recogniseList(table, 'students');
    repeatedRows(rows);
    expect(rows.length).toBeGreaterThan(4000);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

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
