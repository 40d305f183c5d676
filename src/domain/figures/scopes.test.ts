import { expect, test } from 'vitest';
import { type Actor, ROLES } from '../kit/actor.ts';
import { likelyScopes, scopesOf } from './scopes.ts';

const SCHOOL = '0190f000-0000-7000-8000-000000000001';
const someone: Actor = {
  ...{ id: SCHOOL, name: 'Ana Soto', email: 'ana@u.cl', state: 'active', homeSchoolId: null, fillsIn: false },
  ...{ roles: [], directs: [], heads: [], headsSchools: [] },
};
/** Every set of roles: one bit each. */
const COMBINATIONS = Array.from({ length: 2 ** ROLES.length }, (_, bits) =>
  ROLES.filter((_role, n) => bits & (2 ** n)),
);

test('who heads what the role says may ask for what the roles let one expect', () => {
  for (const roles of COMBINATIONS) {
    const directs = roles.includes('Director') ? [SCHOOL] : [];
    const headsSchools = roles.includes('Dean') ? [SCHOOL] : [];
    expect(likelyScopes({ roles }), roles.join()).toEqual(
      scopesOf({ ...someone, roles, directs, headsSchools }),
    );
  }
});

test('who heads nothing yet has the scope of units less', () => {
  const roles = ['Director'] as const;
  expect(scopesOf({ ...someone, roles })).toEqual(['mine']);
  expect(likelyScopes({ roles })).toEqual(['units', 'mine']);
});
