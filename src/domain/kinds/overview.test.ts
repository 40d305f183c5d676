import { expect, test } from 'vitest';
import { budget } from '../sections/budget.ts';
import { participants } from '../sections/participants.ts';
import { overviewFigures } from './overview.ts';

const line = (source: 'fund' | 'unit' | 'partner_in_kind', quantity: number, unitCost: number) => ({
  ...{ id: `item-${source}`, category: 'other' as const, description: 'Talleres' },
  ...{ source, quantity, unitCost },
});

test('a proposal comes to the people it expects, and to pesos by who pays', () => {
  const people = participants.schema.parse({
    internal: { students: { expected: 32, actual: null }, staff: { expected: 4, actual: null } },
    byAge: { age0to14: { expected: 1200, actual: 3 }, age60plus: { expected: 96, actual: null } },
    reach: { direct: { expected: 96, actual: null } },
  });
  const money = { ...budget.empty, lines: [line('unit', 2.5, 1000), line('partner_in_kind', 1, 320_000)] };
  expect(overviewFigures({ participants: people, budget: money })).toEqual([
    ['Estudiantes', '32'],
    ['Personas externas', '1.296'],
    ['Beneficiarios directos', '96'],
    ['Costo total', '$322.500'],
    ['Unidad', '$2.500'],
    ['Socio, valorado', '$320.000'],
  ]);
});

test('what is not filled in, or not told to the reader, is no figure', () => {
  expect(overviewFigures({ participants: participants.empty, budget: budget.empty })).toEqual([]);
  expect(overviewFigures({ participants: null, budget: null })).toEqual([]);
});
