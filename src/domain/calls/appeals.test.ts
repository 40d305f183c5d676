import { describe, expect, it } from 'vitest';
import { type Appealed, appealRefusal, appealUntil } from './appeals.ts';

const HOLIDAYS = new Set(['2026-09-18']);
const RESULT: Appealed = {
  status: 'not_awarded',
  dismissed: false,
  decidedFrom: 'resolution',
  days: 5,
  decidedAt: new Date('2026-09-14T15:00:00Z'),
  hasAppeal: false,
};
const at = (instant: string, more: Partial<Appealed> = {}) =>
  appealRefusal({ ...RESULT, ...more }, new Date(instant), HOLIDAYS);

describe('an appeal', () => {
  it('is taken until the end of the last working day the call gives, and not a moment later', () => {
    // Tuesday to Thursday, not the holiday, Monday and Tuesday; midnight in Chile is 03:00 UTC in spring.
    expect(appealUntil(RESULT.decidedAt, 5, HOLIDAYS).toISOString()).toBe('2026-09-23T02:59:59.999Z');
    expect(at('2026-09-23T02:59:59.999Z')).toBeNull();
    expect(at('2026-09-23T03:00:00.000Z')).toBe(
      'El plazo para apelar venció el 22-09-2026: las bases dan 5 días hábiles desde el resultado.',
    );
  });

  it.each([
    ['one a proposal', { hasAppeal: true }, /una sola vez/],
    ['a result without a call', { days: null }, /resultado de una convocatoria/],
    ['an award', { status: 'approved' }, /no adjudicada o declarada inadmisible/],
    ['a rejection by the units', { status: 'rejected' }, /no adjudicada o declarada inadmisible/],
    ['bases without appeals', { days: 0 }, /no dan plazo/],
  ] as const)('is refused: %s', (_what, more, words) => {
    expect(at('2026-09-15T12:00:00Z', more)).toMatch(words);
  });

  it('is taken of a dismissal', () => {
    expect(at('2026-09-15T12:00:00Z', { status: 'rejected', dismissed: true })).toBeNull();
  });
});
