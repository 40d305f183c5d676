import { expect, test } from 'vitest';
import { type Column, cellText, chooseColumns } from './columns.ts';

interface Row {
  name: string;
  amount: number | null;
  active: boolean;
}
const columns: Column<Row>[] = [
  { key: 'name', title: 'Nombre', value: row => row.name },
  { key: 'amount', title: 'Monto', value: row => row.amount, align: 'right' },
  { key: 'active', title: 'Activa', value: row => row.active, optional: true },
];

test('columns: the usual ones, or those chosen, and always the first', () => {
  const keys = (chosen?: string) => chooseColumns(columns, chosen).map(column => column.key);
  expect(keys()).toEqual(['name', 'amount']);
  expect(keys('active')).toEqual(['name', 'active']);
  expect(keys('unknown')).toEqual(['name', 'amount']);
});

test('cells without a look of their own', () => {
  expect([null, '', 0, false, 'x'].map(cellText)).toEqual(['–', '–', '0', 'No', 'x']);
});
