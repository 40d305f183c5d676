import { expect, test } from 'vitest';
import { keyOf, type SectionField } from '../../sections/field.ts';
import { indicators } from '../../sections/indicators.ts';
import { printSection } from './print.ts';

const [list] = indicators.fields as readonly [SectionField];
const NAMES: Readonly<Record<string, string>> = { o1: '1. Bajar las caídas', o2: '2. Acompañar' };

function print(given: readonly object[], { missing = [] as string[], hidden = [] as string[] } = {}) {
  const fields = [{ ...list, fields: (list.fields ?? []).filter(f => !hidden.includes(keyOf(f))) }];
  const all = given.map((each, n) => ({ id: `i${n}`, objectiveId: 'o1', ...each }));
  const data = indicators.schema.parse({ indicators: all });
  const context = { questions: [], missing: new Set(missing), nameOf: (id: string) => NAMES[id] ?? '' };
  return printSection({ slug: 'indicators', fields, data, ...context }).map(block =>
    block.type === 'table' ? [block.label, block.columns.map(c => c.title), ...block.rows] : block.type,
  );
}

const fall = { name: 'Caídas', unit: 'casos', direction: 'down', target: 5, scope: 'external' };

test('indicators are one table for each objective, whatever their kinds', () => {
  const scale = { kind: 'scale', scaleFrom: 1, scaleTo: 7, accumulates: 'average', objectiveId: 'o2' };
  const measured = {
    baseline: 4,
    baselineDay: '2026-03-02',
    target: 6,
    actual: 5.5,
    verification: 'Encuesta',
  };
  const titles = ['Indicador', 'Línea base', 'Meta', 'Valor logrado', 'Medio de verificación'];
  expect(
    print([
      { ...fall, noBaseline: 'Es la primera vez' },
      { name: 'Nota', ...scale, ...measured },
      { name: 'Relatos', kind: 'qualitative', goal: 'Que se cuente lo vivido', level: 'impact' },
    ]),
  ).toEqual([
    [
      '1. Bajar las caídas',
      titles,
      [
        'Caídas\nResultado · Número · Externo · cuenta el último',
        'Es la primera vez',
        'Hasta 5 casos',
        '',
        '',
      ],
      ['Relatos\nImpacto · Cualitativo', '', 'Que se cuente lo vivido', '', ''],
    ],
    [
      '2. Acompañar',
      titles,
      ['Nota\nResultado · Escala de 1 a 7 · cuenta el promedio', '4, 02-03-2026', '6', '5,5', 'Encuesta'],
    ],
  ]);
});

test('what nobody filled in has no column, unless it has to be', () => {
  expect(print([fall])[0]).toEqual([
    '1. Bajar las caídas',
    ['Indicador', 'Meta'],
    ['Caídas\nResultado · Número · Externo · cuenta el último', 'Hasta 5 casos'],
  ]);
  const [table] = print([{ name: 'Talleres' }], {
    missing: ['indicators.0.target', 'indicators.0.noBaseline'],
  });
  expect(table?.[2]).toEqual([
    'Talleres\nResultado · Número · cuenta el último',
    'Sin completar',
    'Sin completar',
  ]);
});

test('a version of before kinds prints what it asks', () => {
  const hidden = ['kind', 'level', 'scope', 'accumulates', 'direction', 'noBaseline', 'baselineDay', 'goal'];
  const [table] = print([{ ...fall, baseline: 9, baselineDay: '2026-03-02' }], { hidden });
  expect(table?.slice(1)).toEqual([
    ['Indicador', 'Línea base', 'Meta'],
    ['Caídas', '9 casos', '5 casos'],
  ]);
});

test('without indicators there is no table', () => {
  expect(print([])).toEqual([]);
});
