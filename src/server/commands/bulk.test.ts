import { expect, test } from 'vitest';
import { AppError } from '../../domain/kit/problem.ts';
import { eachRow, reasonOf } from './bulk.ts';

test('each row is tried, a refusal or a defect is its answer, and only defects are told', async () => {
  const defect = new Error('column does not exist');
  const failures: Record<string, Error> = {
    refused: new AppError('rule', 'Está en uso.'),
    marked: new AppError('invalid', undefined, {
      errors: [{ path: 'value', message: 'No existe esa escuela.' }],
    }),
    twice: Object.assign(new Error('duplicate key'), { code: '23505' }),
    broken: defect,
  };
  const told: unknown[] = [];
  const rows = ['first', ...Object.keys(failures), 'last'].map(id => ({ id }));
  const answers = await eachRow(
    { requestId: 'req-7', onDefect: error => told.push(error) },
    rows,
    async ({ id }) => {
      if (failures[id]) throw failures[id];
      return `${id} before`;
    },
  );
  expect(answers.map(({ id, answer, error }) => [id, answer, error && reasonOf(error)])).toEqual([
    ['first', 'first before', null],
    ['refused', null, 'Está en uso.'],
    ['marked', null, 'No existe esa escuela.'],
    ['twice', null, 'Ya existe un registro con esos datos.'],
    ['broken', null, 'Algo falló de nuestro lado. Código req-7.'],
    ['last', 'last before', null],
  ]);
  expect(told).toEqual([defect]);
});
