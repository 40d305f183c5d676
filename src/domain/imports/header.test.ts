import { expect, test } from 'vitest';
import { findHeader, isHeaderAgain, isSummary } from './header.ts';

const KNOWN = ['nombre', 'correo', 'escuela', 'rol'];
const count = (cells: readonly string[]) =>
  KNOWN.filter(name => cells.some(c => c.toLowerCase() === name)).length;
const find = (...rows: string[]) =>
  findHeader(
    count,
    rows.map(row => ({ cells: row.split(';') })),
  );

test.each([
  ['the first row', 0, ['Nombre;Correo', 'Ana;a@u.cl']],
  [
    'below titles and dates',
    3,
    ['Universidad', 'Listado;marzo', ';;Emitido;2026', 'Nombre;Correo', 'Ana;a@u.cl'],
  ],
  [
    'the row with most of them, not the first with two',
    1,
    ['Nombre;Rol', 'Nombre;Correo;Escuela', 'Ana;a;b'],
  ],
  ['of two that fit as well the first', 1, ['x', 'Nombre;Correo', 'Nombre;Rol']],
  ['with one known the first that has two cells', 1, ['Personal', 'Nombre;Teléfono', 'Ana;9']],
  ['nothing with two cells', 0, ['Nombre', 'Ana']],
  ['too far below', 0, ['a;b', ...Array.from({ length: 14 }, () => 'x'), 'Nombre;Correo']],
  ['the last that is looked at', 14, [...Array.from({ length: 14 }, () => 'x'), 'Nombre;Correo']],
  ['no rows', 0, []],
])('the header: %s', (_name, at, rows) => {
  expect(find(...rows)).toBe(at);
});

test.each([
  'Total',
  'TOTAL;;12',
  ';;Totales;1.200;$ 3.400;12,5 %',
  'Total general:;(350);-',
  'Gran total;8',
  'Sub-total;8',
  'Subtotal Enfermería;8',
  'Total proyectos;25',
  'Total proyectos: 25',
  'Suma;4;5',
  'Fuente: Dirección de Vinculación, 2026',
  ';Nota: cifras provisorias;',
  '(*) Nota: cifras provisorias',
])('«%s» sums up or is a foot note', row => {
  expect(isSummary(row.split(';'))).toBe(true);
});

test.each([
  '',
  ';;',
  'Total Chile',
  'Total Chile;76.123.456-7',
  'Total;Ana',
  'Ana;Total;12',
  'Sumarte;12',
  'Totalidad;3',
  'Suma Gestión;12',
  'Nota',
  'Nota: x;Ana',
  'Notario: Pérez',
  '12;13',
])('«%s» is a row', row => {
  expect(isSummary(row.split(';'))).toBe(false);
});

const TITLES = ['Nombre', 'Correo', 'Teléfono', 'Horario', ''];
test.each([
  ['NOMBRE;correo;Telefono;Horario;', true],
  ['Nombre;Correo;;;', true],
  ['Nombre;Correo;Teléfono;Desde;Hasta', true],
  ['Nombre;;;;', false],
  ['Nombre;Correo;1;2;3', false],
  ['Correo;Nombre', false],
  ['Ana;a@u.cl;1;Mañana', false],
  [';;;;', false],
])('«%s» is the header again: %s', (row, again) => {
  expect(isHeaderAgain(row.split(';'), TITLES)).toBe(again);
});

test('a header of one title is known again by it', () => {
  expect(isHeaderAgain(['nombre'], ['Nombre'])).toBe(true);
  expect(isHeaderAgain([''], [''])).toBe(false);
});
