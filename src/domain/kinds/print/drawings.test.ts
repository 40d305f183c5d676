import { expect, test } from 'vitest';
import { labelsOf } from '../../../../test/drawings.ts';
import { SECTIONS } from '../../sections/index.ts';
import { printDrawings, type Surroundings } from './drawings.ts';

const AROUND: Surroundings = {
  comunas: new Map([
    ['08301', { name: 'Los Ángeles', latitude: -37.47, longitude: -72.35 }],
    ['08305', { name: 'Mulchén', latitude: -37.72, longitude: -72.24 }],
  ]),
  borders: null,
  today: '2026-05-01',
};
const said = (block: ReturnType<typeof printDrawings>[number]) => labelsOf(block.drawing);
const activity = (n: number) => ({
  ...{
    id: `a${n}`,
    name: `Taller ${n}`,
    description: '',
    responsible: '',
    objectiveId: null,
    isMilestone: false,
  },
  ...{ from: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`, to: '2026-06-30' },
});

test('a long plan goes on over pages, each with all months and low enough for one', () => {
  const activities = Array.from({ length: 100 }, (_, n) => activity(n));
  const pages = printDrawings('plan', { activities }, AROUND);
  expect(pages.flatMap(said)).toHaveLength(100);
  // Points of an A4 page between its margins, less a heading.
  expect(Math.max(...pages.map(p => p.drawing.height))).toBeLessThan(842 - 66 - 56 - 60);
  expect(new Set(pages.map(p => p.drawing.width))).toEqual(new Set([495.28]));
});

test('activities without both days are in no drawing, nor is a plan of these alone', () => {
  const open = { ...activity(1), to: null };
  expect(printDrawings('plan', { activities: [open] }, AROUND)).toEqual([]);
  expect(printDrawings('plan', { activities: [open, activity(2)] }, AROUND).flatMap(said)).toHaveLength(1);
});

test('the map of a territory names its comunas, and is none without places', () => {
  const territory = { ...SECTIONS.territory.empty, comunaCodes: ['08301', '99999'] };
  expect(printDrawings('territory', territory, AROUND).flatMap(said)).toEqual(['Los Ángeles']);
  expect(printDrawings('territory', SECTIONS.territory.empty, AROUND)).toEqual([]);
  const abroad = { ...SECTIONS.territory.empty, point: { latitude: 40.4, longitude: -3.7 } };
  expect(printDrawings('territory', abroad, AROUND).flatMap(said)).toEqual([
    'Punto marcado: 40,4° N, 3,7° O',
  ]);
});

test('money and people are drawn from what the section holds', () => {
  const line = {
    id: 'b1',
    category: 'fees',
    description: '',
    quantity: 2,
    unitCost: 500_000,
    source: 'unit',
  };
  expect(printDrawings('budget', { lines: [line] }, AROUND).map(b => b.drawing.sentence)).toEqual([
    'El presupuesto suma $1.000.000; todo es Honorarios.',
  ]);
  const people = (actual: number | null) => ({
    ...SECTIONS.participants.empty,
    internal: { ...SECTIONS.participants.empty.internal, students: { expected: 30, actual } },
  });
  expect(printDrawings('participants', people(null), AROUND).flatMap(said)).toEqual(['Estudiantes: 30']);
  expect(printDrawings('participants', people(25), AROUND).flatMap(said)).toEqual([
    'Estudiantes: Esperadas 30, Reales 25',
  ]);
});

test('indicators are drawn once one of them has been measured', () => {
  const indicator = {
    id: 'i1',
    objectiveId: 'o1',
    name: 'Talleres',
    unit: '',
    baseline: null,
    target: 8,
    verification: '',
  };
  const drawn = (actual: number | null) =>
    printDrawings('indicators', { indicators: [{ ...indicator, actual }] }, AROUND).flatMap(said);
  expect(drawn(null)).toEqual([]);
  expect(drawn(6)).toEqual(['Talleres: 6 de 8 (75 %)']);
});

test('what the reader may not see of a section is not drawn', () => {
  for (const slug of ['budget', 'participants', 'indicators'] as const)
    expect(printDrawings(slug, {}, AROUND)).toEqual([]);
  expect(printDrawings('territory', {}, AROUND)).toEqual([]);
  expect(printDrawings('plan', {}, AROUND)).toEqual([]);
});
