import { describe, expect, it } from 'vitest';
import { oneColumnEach } from '../../../test/columns.ts';
import { ACTIVITIES } from './activities.ts';
import { readDay } from './days.ts';
import { INDICATORS } from './indicators.ts';
import { partsOfKeys } from './past-rows.ts';
import { keysOf } from './plan.ts';
import { readFigure } from './readings.ts';
import { recognise } from './recognition.ts';

describe('figures of spreadsheets', () => {
  const limits = { min: -1000, max: 1_000_000 };
  it.each([
    ['1.200', '1200'],
    ['1.234.567,5', undefined],
    ['12.345,5', '12345.5'],
    ['1.234,5', '1234.5'],
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    ['0.125', '0.125'],
    ['-0.125', '-0.125'],
    ['72,25 %', '72.25'],
    ['4.566666666667', '4.5667'],
    ['-1.200', undefined],
    ['-0', '0'],
    ['', ''],
    ['1.234', undefined],
    ['7%2', undefined],
    ['1e9', undefined],
    ['Infinity', undefined],
    ['٣', undefined],
    ['12 345', '12345'],
    ['999999999999999999999999', undefined],
  ])('%j is %s', (raw, value) => {
    expect(readFigure(raw, limits)).toEqual(value === undefined ? { error: expect.any(String) } : { value });
  });
});

it.each([
  ['31-12-1989', undefined],
  ['01-01-1990', '1990-01-01'],
  ['29/02/2019', undefined],
  ['29/02/2020', '2020-02-29'],
  ['0000-00-00', undefined],
  ['43831', undefined],
])('the day %j is %s', (raw, value) => {
  expect(readDay(raw, { firstYear: 1990 })).toEqual(
    value === undefined ? { error: expect.any(String) } : { value },
  );
});

it('columns go by what offices call them', () => {
  const titles = ['Código', 'Nombre actividad', 'Fecha', 'N° Alumnos', 'Alumnos', 'Beneficiarios', 'Mujeres'];
  expect(recognise(ACTIVITIES, titles)).toEqual(
    oneColumnEach({
      ...{ project: 0, activity: 1, day: 2, students: 4, direct: 5, women: 6 },
    }),
  );
  expect(recognise(ACTIVITIES, ['N°', 'N° proyecto', 'Actividad'])).toEqual(
    oneColumnEach({ project: 1, activity: 2 }),
  );
  expect(recognise(INDICATORS, ['PROYECTO', 'INDICADOR', 'META', 'RESULTADO', 'FECHA MEDICIÓN'])).toEqual(
    oneColumnEach({
      ...{ project: 0, indicator: 1, target: 3 - 1, value: 3, day: 4 },
    }),
  );
});

it('a row is known by project, plain name and day, and by nothing where one of them is missing', () => {
  const source = { project: 'A/1', activity: '  Charla   FINAL ', day: '1/2/2019' };
  const { sought } = keysOf(ACTIVITIES, source);
  expect(sought).toEqual(['A/1\ncharla final\n2019-02-01']);
  expect(partsOfKeys(sought)).toEqual({ codes: ['A/1'], days: ['2019-02-01'] });
  for (const missing of Object.keys(source))
    expect(keysOf(ACTIVITIES, { ...source, [missing]: '' }).sought).toEqual(['']);
});
