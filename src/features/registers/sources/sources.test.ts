import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../domain/kit/actor.ts';
import { REGISTER_NAMES } from '../../../domain/registers/names.ts';
import { registerOf } from '../../../domain/registers/registers.ts';
import { sourceOf } from './queries.ts';

const actor: Actor = {
  ...{ id: '00000000-0000-7000-8000-000000000001', name: 'Ana', email: 'ana@uni.example', roles: ['Admin'] },
  ...{ state: 'active', homeSchoolId: null, directs: [], heads: [], headsSchools: [], fillsIn: false },
};
const reader = { actor, scope: 'all', today: '2026-11-28', now: sql`now()` } as const;

describe.each(REGISTER_NAMES)('%s', name => {
  it.each(Object.entries(registerOf(name).tables))(
    'has a value for each column of %s',
    (table, { columns }) => {
      expect(Object.keys(sourceOf(name, table, reader).columns).sort()).toEqual(Object.keys(columns).sort());
    },
  );
});
