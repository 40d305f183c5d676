import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneColumnEach } from '../../../test/columns.ts';
import { CAREERS, readLevel, readShift } from './careers.ts';
import { readNumber, readYesNo } from './field.ts';
import { IMPORTS } from './index.ts';
import type { Known } from './known.ts';
import { planRow } from './plan.ts';
import { recognise } from './recognition.ts';
import { readRoles, readState } from './users.ts';
import { nameRepeated } from './words.ts';

describe('recognise', () => {
  it.each([
    [
      ['codigo', 'nombre', 'nivel', 'nivel_global', 'area', 'sede', 'jornada'],
      { officialCode: 0, name: 1, level: 2, school: 4, campus: 5, shift: 6 },
    ],
    [['Código Único', 'Código interno', 'Nombre Carrera'], { officialCode: 0, code: 1, name: 2 }],
    [['PROGRAMA', 'Escuela', 'Área', 'CÓDIGO SIES'], { name: 0, school: 1, officialCode: 3 }],
    [['carrera', 'carrera', 'código'], { name: 0, officialCode: 2 }],
    [['a', '', 'b'], {}],
  ])('%j', (columns, mapping) => {
    expect(recognise(CAREERS, columns)).toEqual(oneColumnEach(mapping));
  });
});

it('a register tells the level better by its own column than by the global one', () => {
  const file = path.resolve(import.meta.dirname, '../../../test/fixtures/carreras-udec-2025.csv');
  const [titles = [], ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map(line => line.split(';'));
  const [level = -1] = recognise(CAREERS, titles).level ?? [];
  expect(titles[level]).toBe('nivel');
  expect(new Set(rows.map(row => row[level]).map(raw => JSON.stringify(readLevel(raw ?? ''))))).toEqual(
    new Set(['{"value":"pregrado"}']),
  );
  // A technician is an undergraduate to the global column.
  expect(readLevel('Técnico de Nivel Superior')).toEqual({ value: 'tecnico' });
});

it('organisations and units go by what offices call them', () => {
  const organisations = ['Nombre entidad', 'Tipo entidad', 'Ciudad', 'Comuna', 'RUT empresa', 'E-mail'];
  expect(recognise(IMPORTS.organisations, organisations)).toEqual(
    oneColumnEach({
      ...{ name: 0, type: 1, comuna: 3, rut: 4, contactEmail: 5 },
    }),
  );
  expect(recognise(IMPORTS.schools, ['Cód. Escuela', 'Unidad académica', 'Facultad'])).toEqual(
    oneColumnEach({
      ...{ code: 0, name: 1, faculty: 2 },
    }),
  );
  expect(
    recognise(IMPORTS.courses, ['Código de la asignatura', 'Nombre de la asignatura', 'SCT-Chile']),
  ).toEqual(
    oneColumnEach({
      ...{ code: 0, name: 1, credits: 2 },
    }),
  );
});

describe('words of registers', () => {
  it.each([
    ['', 'pregrado'],
    ['Pregrado', 'pregrado'],
    ['PROFESIONAL CON LICENCIATURA', 'pregrado'],
    ['Bachillerato, Ciclo Inicial o Plan Común', 'pregrado'],
    ['Técnico de Nivel Superior', 'tecnico'],
    ['Técnico Profesional', 'tecnico'],
    ['TNS', 'tecnico'],
    ['Diplomado', 'postgrado'],
    ['Posgrado', 'postgrado'],
    ['Postítulo', 'postgrado'],
    ['Magíster', 'postgrado'],
    ['Especialidad médica', 'postgrado'],
  ])('level %j is %s', (raw, level) => {
    expect(readLevel(raw)).toEqual({ value: level });
  });

  it.each([
    ['Diurna', 'diurna'],
    ['VESPERTINO', 'vespertina'],
    ['Nocturna', 'vespertina'],
    ['A distancia', 'otra'],
    ['', ''],
  ])('shift %j is %s', (raw, shift) => {
    expect(readShift(raw)).toEqual({ value: shift });
  });
});

describe('words of spreadsheets', () => {
  it.each([
    ['4,5', '4.5'],
    ['1.234,5', '1234.5'],
    ['4.5', '4.5'],
    [' 12 ', '12'],
    ['', ''],
  ])('number %j is %s', (raw, value) => {
    expect(readNumber(raw)).toEqual({ value });
  });

  it.each(['1,2,3', 'cuatro', '4..5', '1e9'])('%j is no number', raw => {
    expect(readNumber(raw)).toHaveProperty('error');
  });

  it.each([
    ['Sí', 'true'],
    ['NO', 'false'],
    ['x', 'true'],
    ['VERDADERO', 'true'],
    ['', ''],
  ])('%j is %j', (raw, value) => {
    expect(readYesNo(raw)).toEqual({ value });
  });

  it('roles are told in words; those of a headship are refused', () => {
    expect(readRoles('Evaluadora / académico')).toEqual({ value: 'Academic, Reviewer' });
    expect(readRoles('evaluador; ACADÉMICA')).toEqual({ value: 'Academic, Reviewer' });
    expect(readRoles('Decana')).toHaveProperty('error');
    expect(readRoles('Academic; Reviewer; Admin')).toEqual({ value: 'Academic, Admin, Reviewer' });
    expect(['pending', 'Pendiente', 'active', 'Activa', 'blocked', 'Bloqueada'].map(readState)).toEqual(
      ['pending', 'pending', 'active', 'active', 'blocked', 'blocked'].map(value => ({ value })),
    );
  });
});

const nothing: Known = {
  stored: new Map(),
  firstLines: new Map(),
  importer: '',
  find: () => [],
};

it('tells every wrong cell at once', () => {
  const source = { officialCode: '', name: 'x'.repeat(201), level: 'Kínder', campus: 'y'.repeat(121) };
  const { errors, result } = planRow(CAREERS, { line: 2, source, edits: {}, texts: source }, nothing);
  expect(result).toBe('wrong');
  expect(errors.map(error => error.field)).toEqual(['officialCode', 'name', 'level', 'school', 'campus']);
});

it('says in words what is told twice', () => {
  const { users, offerings, organisations, activities, indicators, ...coded } = IMPORTS;
  expect([users, offerings, organisations, activities, indicators].map(nameRepeated)).toEqual([
    'El correo',
    'Esa sección del curso en el período',
    'La organización',
    'Esa actividad del proyecto en la fecha',
    'Ese indicador del proyecto en la fecha',
  ]);
  for (const kind of Object.values(coded)) expect(nameRepeated(kind)).toBe('El código');
  expect(nameRepeated({ ...organisations, one: 'comuna' })).toBe('La comuna');
});
