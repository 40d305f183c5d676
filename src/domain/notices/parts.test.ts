import { describe, expect, it } from 'vitest';
import { listLeavers, listNewParts } from './parts.ts';

describe('whom a change of people concerns', () => {
  const before = { leadId: 'a', alternateId: 'b', memberIds: ['c', 'd'] };

  it('whoever has a part they did not have', () => {
    expect(listNewParts(before, before)).toEqual([]);
    expect(listNewParts(before, { leadId: 'b', alternateId: 'a', memberIds: ['d', 'e'] })).toEqual([
      { part: 'lead', to: ['b'] },
      { part: 'alternate', to: ['a'] },
      { part: 'member', to: ['e'] },
    ]);
    expect(listNewParts({}, { leadId: null })).toEqual([]);
  });

  it('whoever has none any more, but not whoever changed their part', () => {
    expect(listLeavers(before, { leadId: 'b', alternateId: null, memberIds: ['d'] })).toEqual(['a', 'c']);
    expect(listLeavers({ leadId: 'a', memberIds: ['a'] }, {})).toEqual(['a']);
  });
});
