import { describe, expect, it } from 'vitest';
import { readCareer, readLevel, readShift, recognise } from './career-import.ts';

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
    expect(recognise(columns)).toEqual(mapping);
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
    ['Kínder', undefined],
  ])('level %j is %s', (raw, level) => {
    expect(readLevel(raw)).toBe(level);
  });

  it.each([
    ['Diurna', 'diurna'],
    ['VESPERTINO', 'vespertina'],
    ['Nocturna', 'vespertina'],
    ['A distancia', 'otra'],
    ['', null],
  ])('shift %j is %s', (raw, shift) => {
    expect(readShift(raw)).toBe(shift);
  });
});

it('tells every wrong cell at once', () => {
  const { errors } = readCareer({
    officialCode: '',
    name: 'x'.repeat(201),
    level: 'Kínder',
    campus: 'y'.repeat(121),
  });
  expect(errors.map(error => error.field)).toEqual(['level', 'officialCode', 'name', 'campus']);
});
