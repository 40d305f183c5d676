import { expect, test } from 'vitest';
import { columnsFor, valueText } from './figure-columns.tsx';

test('values are written by their unit', () => {
  expect(valueText('pesos', 1_200_000)).toBe('$1.200.000');
  expect(valueText('days', 3.14)).toBe('3,1');
  expect(valueText('people', 1234)).toBe('1.234');
  expect(valueText('people', null)).toBe('–');
  expect(valueText('projects', null)).toBe('0');
});

test('what each item counts once has no column, what has an amount has one', () => {
  const titlesOf = (row: string) => columnsFor('totals', undefined, row).map(({ title }) => title);
  expect(titlesOf('running')).toEqual(['Código', 'Título']);
  expect(titlesOf('awarded')).toEqual(['Código', 'Título', 'Valor']);
  expect(columnsFor('score_terms', undefined, 'people').map(({ title }) => title)).toEqual([
    ...['Código', 'Título', 'Logrado', 'Posible'],
  ]);
});
