import { describe, expect, it } from 'vitest';
import type { Actor } from '../kit/actor.ts';
import { finalDecisionRefusal } from './reports.ts';

describe('who wrote a part of the final report', () => {
  const office: Actor = {
    ...{ id: 'a', name: 'A', email: 'a@uni.example', roles: ['Admin'], state: 'active', homeSchoolId: null },
    ...{ directs: [], heads: [], headsSchools: [], fillsIn: false },
  };
  const refused = (actor: Actor, makerIds: string[], deciderIds: string[]) =>
    finalDecisionRefusal(actor, { makerIds, deciderIds }) !== null;

  it('leaves it to whoever did not, and decides it where nobody else of the office could', () => {
    expect(refused(office, ['lead'], ['a', 'b'])).toBe(false);
    expect(refused(office, ['lead', 'a'], ['a', 'b'])).toBe(true);
    expect(refused(office, ['lead', 'a', 'b'], ['a', 'b'])).toBe(false);
    expect(refused(office, ['lead', 'a'], ['a'])).toBe(false);
    expect(refused({ ...office, roles: ['Director'] }, ['a'], ['a'])).toBe(true);
  });
});
