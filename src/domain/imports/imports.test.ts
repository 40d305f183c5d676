import { describe, expect, it } from 'vitest';
import { CAREERS, readLevel, readShift } from './careers.ts';
import { readNumber, readYesNo } from './field.ts';
import { IMPORTS, recognise } from './index.ts';
import { type Known, planRow } from './plan.ts';
import { readRoles, readState } from './users.ts';
import { nameRepeated } from './words.ts';

describe('recognise', () => {
  it.each([
    [
      ['codigo', 'nombre', 'nivel', 'nivel_global', 'area', 'sede', 'jornada'],
      { officialCode: 0, name: 1, level: 3, school: 4, campus: 5, shift: 6 },
    ],
    [['Código Único', 'Código interno', 'Nombre Carrera'], { officialCode: 0, code: 1, name: 2 }],
    [['PROGRAMA', 'Escuela', 'Área', 'CÓDIGO SIES'], { name: 0, school: 1, officialCode: 3 }],
    [['carrera', 'carrera', 'código'], { name: 0, officialCode: 2 }],
    [['a', '', 'b'], {}],
  ])('%j', (columns, mapping) => {
    expect(recognise(CAREERS, columns)).toEqual(mapping);
  });
});

describe('words of registers', () => {
  it.each([
    ['', 'pregrado'],
    ['Pregrado', 'pregrado'],
    ['PROFESIONAL CON LICENCIATURA', 'pregrado'],
    ['Bachillerato, Ciclo Inicial o Plan Común', 'pregrado'],
    ['Técnico de Nivel Superior', 'tecnico'],
    ['Técnico Profesional', 'tecnico'],
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
  chosen: undefined,
  importer: '',
  find: () => [],
};

it('tells every wrong cell at once', () => {
  const source = { officialCode: '', name: 'x'.repeat(201), level: 'Kínder', campus: 'y'.repeat(121) };
  const { errors, result } = planRow(CAREERS, { line: 2, source }, nothing);
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
