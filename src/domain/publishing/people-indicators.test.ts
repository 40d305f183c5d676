import { describe, expect, it } from 'vitest';
import type { Indicator } from '../sections/indicators.ts';
import { countsPeople, peopleWords } from './people-indicators.ts';

const indicator = (name: string, unit: string, more: Partial<Indicator> = {}): Partial<Indicator> => ({
  kind: 'number',
  name,
  unit,
  ...more,
});

describe('an indicator', () => {
  it.each([
    ['Participación', 'personas'],
    ['Personas capacitadas', ''],
    ['N° de ESTUDIANTES que aprueban', 'n°'],
    ['Niñas y niños atendidos', 'total'],
    ['Cobertura', 'Académicos'],
    ['Familias con huerto', 'unidades'],
    ['Talleres', 'talleres con estudiantes'],
    ['Asistentes (promedio)', '#'],
  ])('«%s» in «%s» counts people', (name, unit) => {
    expect(countsPeople(indicator(name, unit))).toBe(true);
    // One stored before indicators had kinds is a number.
    expect(countsPeople({ name, unit })).toBe(true);
  });

  it.each([
    ['Talleres realizados', 'talleres'],
    ['Horas de trabajo de estudiantes', 'horas'],
    ['Talleres para personas mayores', 'Talleres'],
    ['Desarrollo personal', 'puntos'],
    ['Rendimiento académico', ''],
    ['Árboles plantados', ''],
    ['', ''],
  ])('«%s» in «%s» does not', (name, unit) => {
    expect(countsPeople(indicator(name, unit))).toBe(false);
  });

  it('that is a share, a scale or a milestone does not, whoever it is about', () => {
    for (const kind of ['percentage', 'ratio', 'scale', 'milestone', 'qualitative'] as const)
      expect(countsPeople(indicator('Estudiantes satisfechos', 'personas', { kind }))).toBe(false);
  });
});

it('few people are told as few, whatever they are counted in', () => {
  const people = indicator('Egresados', 'personas');
  expect([0, 1, 2.5, 4, 5, 1200, null].map(n => peopleWords(people, n))).toEqual([
    ...['0 personas', '<5 personas', '<5 personas', '<5 personas', '5 personas', '1.200 personas', ''],
  ]);
  expect(peopleWords(indicator('Egresados', ''), 3)).toBe('<5');
});
