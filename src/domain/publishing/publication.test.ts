import { describe, expect, it } from 'vitest';
import { AWARDED, STATUSES, type Status } from '../kinds/statuses.ts';
import type { Actor, Role } from '../kit/actor.ts';
import { keysOf } from '../kit/look-up.ts';
import {
  judgePublishing,
  mayShowName,
  PUBLIC_STATES,
  type PublicationFacts,
  publicationHindrances,
  publicStateOf,
  statusesOf,
} from './publication.ts';

const PUBLIC: readonly Status[] = ['approved', 'running', 'suspended', 'final_report', 'closed'];
const person = (id: string, ...roles: Role[]): Actor => ({
  ...{ id, name: id, email: `${id}@x.example`, roles, state: 'active', homeSchoolId: null },
  ...{ directs: [], heads: [], headsSchools: [], fillsIn: false },
});

describe('the state that visitors are told', () => {
  it.each([
    ['approved', 'por-comenzar'],
    ['running', 'en-ejecucion'],
    ['suspended', 'en-ejecucion'],
    ['final_report', 'en-ejecucion'],
    ['closed', 'terminado'],
  ] as const)('of %s is %s', (status, state) => {
    expect(publicStateOf(status)).toBe(state);
    expect(statusesOf(state)).toContain(status);
  });

  it('divides all statuses of what is public, without rest and overlap', () => {
    const divided = keysOf(PUBLIC_STATES).flatMap(statusesOf);
    expect(divided.toSorted()).toEqual(PUBLIC.toSorted());
    expect(AWARDED.toSorted()).toEqual(PUBLIC.toSorted());
  });
});

describe('what hinders the publication', () => {
  const shown: PublicationFacts = {
    ...{ status: 'running', consented: true, awaitsResult: false, withheld: false, catalogue: true },
  };

  it('is nothing of what is consented, approved, final, not withheld, where there is a catalogue', () => {
    expect(publicationHindrances(shown)).toEqual([]);
    for (const status of STATUSES)
      expect([status, publicationHindrances({ ...shown, status }).length]).toEqual([
        ...[status, PUBLIC.includes(status) ? 0 : 1],
      ]);
  });

  it.each([
    [{ consented: false }, /consentimiento/],
    [{ awaitsResult: true }, /convocatoria/],
    [{ withheld: true }, /oficina/],
    [{ catalogue: false }, /catálogo/],
    [{ status: 'draft' }, /aprobado/],
  ] as const)('%j is one, in a sentence', (facts, words) => {
    const hindrances = publicationHindrances({ ...shown, ...facts });
    expect(hindrances).toHaveLength(1);
    expect(hindrances[0]).toMatch(words);
    expect(hindrances[0]).toMatch(/^\p{Lu}.*\.$/u);
  });

  it('is told whole', () => {
    const all = { consented: false, awaitsResult: true, withheld: true, catalogue: false };
    expect(publicationHindrances({ ...all, status: 'returned' })).toHaveLength(5);
  });
});

describe('who decides what a project shows', () => {
  const project = { status: 'running' as Status, leadId: 'lead', alternateId: 'alternate' };
  const judge = (actor: Actor, status: Status = 'running') => judgePublishing(actor, { ...project, status });

  it('is whoever leads it, the alternate and the office, from the approval on', () => {
    for (const status of STATUSES)
      for (const actor of [person('lead', 'Academic'), person('alternate', 'Academic'), person('x', 'Admin')])
        expect([status, judge(actor, status).allowed]).toEqual([status, PUBLIC.includes(status)]);
  });

  it.each(['Academic', 'Director', 'Dean', 'Reviewer'] as const)('is no other %s', role => {
    expect(judge(person('x', role))).toMatchObject({ allowed: false });
  });

  it('shows nobody else’s name', () => {
    expect(mayShowName(person('lead', 'Academic'), project)).toBe(true);
    expect(mayShowName(person('alternate', 'Academic'), project)).toBe(false);
    expect(mayShowName(person('x', 'Admin'), project)).toBe(false);
  });
});
