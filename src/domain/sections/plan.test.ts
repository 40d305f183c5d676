import { expect, it } from 'vitest';
import { plan } from './plan.ts';
import type { SectionContext } from './section.ts';

const missing = (from: string | null, to: string | null, identification?: object) => {
  const context: SectionContext = { sections: { identification }, documents: [], files: [], call: null };
  const data = plan.schema.parse({ activities: [{ id: 'a1', name: 'Talleres', from, to }] });
  return plan.missing(data, context).map(({ path, message }) => `${path}: ${message}`);
};
const YEAR = { startDate: '2026-03-02', endDate: '2026-12-18' };

it('what is planned lies within the dates of the project', () => {
  expect(missing('2026-03-02', '2026-12-18', YEAR)).toEqual([]);
  expect(missing('2026-03-01', '2026-12-19', YEAR)).toEqual([
    'activities.0.from: El proyecto comienza el 02-03-2026.',
    'activities.0.to: El proyecto termina el 18-12-2026.',
  ]);
  expect(missing('2027-01-04', '2027-01-05', YEAR)).toEqual([
    'activities.0.from: El proyecto termina el 18-12-2026.',
    'activities.0.to: El proyecto termina el 18-12-2026.',
  ]);
});

it('is judged by the dates that are given', () => {
  expect(missing('2001-01-01', '2099-12-31')).toEqual([]);
  expect(missing('2001-01-01', '2099-12-31', { startDate: null, endDate: null })).toEqual([]);
  expect(missing('2026-01-01', '2099-12-31', { startDate: '2026-03-02' })).toEqual([
    'activities.0.from: El proyecto comienza el 02-03-2026.',
  ]);
  expect(missing(null, null, YEAR)).toHaveLength(2);
});
