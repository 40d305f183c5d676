import { expect, it } from 'vitest';
import { fillFromInstitution, type Institutional, isGiven } from './indicator-values.ts';
import { type Indicator, indicators } from './indicators.ts';

const ROW: Institutional = {
  id: '0190f000-0000-7000-8000-000000000001',
  ...{
    kind: 'ratio',
    unit: 'horas',
    direction: 'down',
    accumulates: 'sum',
    scope: 'internal',
    level: 'impact',
  },
};
const some = (...all: Partial<Indicator>[]) =>
  indicators.schema.parse({
    indicators: all.map((i, n) => ({ id: `i${n}`, name: 'Lo que mide el proyecto', target: 3, ...i })),
  });

it('an indicator that names one of the institution takes all that makes values add up, and keeps the rest', () => {
  const before = some({ institutionalId: ROW.id, kind: 'number', unit: 'cosas' }, { unit: 'talleres' });
  const [named, free] = fillFromInstitution(before, [ROW]).indicators;
  const { id: _, ...given } = ROW;
  expect(named).toEqual({ ...before.indicators[0], ...given });
  expect(free).toEqual(before.indicators[1]);
  const changed = Object.keys(named ?? {}).filter(key => named?.[key as 'unit'] !== free?.[key as 'unit']);
  expect(changed.filter(isGiven).toSorted()).toEqual(Object.keys(given).toSorted());
});

it('one that nobody knows leaves the indicator as it is', () => {
  const before = some({ institutionalId: ROW.id });
  expect(fillFromInstitution(before, [])).toEqual(before);
});
