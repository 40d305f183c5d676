import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conflictOf,
  type ProposalFacts,
  proposeAssignments,
  type ReviewerFacts,
  refusalsFor,
} from './assignment.ts';
import { PREFERENCE_SLUGS, type Preference, type PreferencesOf } from './preferences.ts';

const reviewer = (id: string, more: Partial<ReviewerFacts> = {}): ReviewerFacts => ({
  id,
  schoolId: 'elsewhere',
  headedSchoolIds: [],
  expertise: [],
  load: 0,
  ...more,
});
const proposal = (id: string, more: Partial<ProposalFacts> = {}): ProposalFacts => ({
  id,
  schoolId: 'school',
  leadId: 'lead',
  alternateId: 'alternate',
  partIds: ['lead', 'alternate', 'member'],
  callPartIds: new Set(['competitor']),
  declaredIds: ['declared'],
  takenIds: [],
  activeIds: [],
  keywords: [],
  preferences: {},
  lacking: 2,
  ...more,
});

describe('a conflict of interest', () => {
  it.each([
    [reviewer('lead'), 'Es responsable del proyecto.'],
    [reviewer('alternate'), 'Es responsable del proyecto.'],
    [reviewer('member'), 'Es parte del equipo.'],
    [reviewer('competitor'), 'Participa en otra propuesta de la convocatoria.'],
    [reviewer('declared'), 'Declaró un conflicto de interés.'],
    [reviewer('colleague', { schoolId: 'school' }), 'Es de la misma escuela.'],
    [reviewer('dean', { headedSchoolIds: ['school'] }), 'Dirige su escuela o su facultad.'],
    [reviewer('stranger'), null],
    [reviewer('outsider', { schoolId: null }), null],
  ])('%o: %s', (who, reason) => {
    expect(conflictOf(who, proposal('p'))).toBe(reason);
  });

  it('two people without a school are not of the same one', () => {
    expect(
      conflictOf(reviewer('outsider', { schoolId: null }), proposal('p', { schoolId: null })),
    ).toBeNull();
  });
});

const pick = (prefix: string, count: number) =>
  fc.constantFrom(...Array.from({ length: count }, (_, n) => `${prefix}${n}`));
const WORDS = ['salud', 'educación', 'patrimonio', 'energía', 'infancia'];
const reviewers = fc
  .array(
    fc.record({
      schoolId: fc.option(pick('s', 4), { nil: null }),
      headedSchoolIds: fc.array(pick('s', 4), { maxLength: 1 }),
      expertise: fc.subarray(WORDS),
      load: fc.nat(3),
    }),
    { maxLength: 15 },
  )
  .map(rows => rows.map((row, n): ReviewerFacts => ({ ...row, id: `r${n}` })));
const preferences = fc
  .array(fc.tuple(pick('r', 15), fc.constantFrom(...PREFERENCE_SLUGS)), { maxLength: 12 })
  .map((pairs): PreferencesOf => Object.fromEntries(pairs));
/** A declared conflict is one, wherever it was declared. */
const withDeclared = <P extends { declaredIds: string[]; preferences: PreferencesOf }>(row: P): P => ({
  ...row,
  declaredIds: [...row.declaredIds, ...whoSaid(row.preferences, 'conflict')],
});
const whoSaid = (said: PreferencesOf, preference: Preference) =>
  Object.entries(said).flatMap(([id, p]) => (p === preference ? [id] : []));
const proposals = fc
  .array(
    fc.record({
      schoolId: fc.option(pick('s', 4), { nil: null }),
      leadId: pick('r', 15),
      alternateId: fc.option(pick('r', 15), { nil: null }),
      partIds: fc.array(pick('r', 15), { maxLength: 3 }),
      callPartIds: fc.array(pick('r', 15), { maxLength: 3 }).map(ids => new Set(ids)),
      declaredIds: fc.array(pick('r', 15), { maxLength: 2 }),
      takenIds: fc.array(pick('r', 15), { maxLength: 2 }),
      activeIds: fc.constant([]),
      keywords: fc.subarray(WORDS),
      preferences,
      lacking: fc.nat(3),
    }),
    { maxLength: 20 },
  )
  .map(rows => rows.map((row, n): ProposalFacts => ({ ...withDeclared(row), id: `p${n}` })));

describe('who is proposed to review what', () => {
  it('nobody in conflict, nobody twice, as many as are lacking or as there are', () => {
    fc.assert(
      fc.property(proposals, reviewers, (asked, people) => {
        const pairs = proposeAssignments(asked, people);
        for (const p of asked) {
          const own = pairs.filter(x => x.projectId === p.id).map(x => x.userId);
          const free = people.filter(r => conflictOf(r, p) === null && !p.takenIds.includes(r.id));
          expect(new Set(own).size).toBe(own.length);
          expect(own.length).toBe(Math.min(p.lacking, free.length));
          for (const id of own) expect(free.map(r => r.id)).toContain(id);
        }
      }),
    );
  });

  it('the same input gives the same answer, in whatever order it comes', () => {
    fc.assert(
      fc.property(proposals, reviewers, (asked, people) => {
        expect(proposeAssignments(asked.toReversed(), people.toReversed())).toEqual(
          proposeAssignments(asked, people),
        );
      }),
    );
  });

  it('loads stay within two of each other where nobody is in conflict', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 2, max: 12 }), (count, people) => {
        const asked = Array.from({ length: count }, (_, n) =>
          proposal(`p${n}`, { keywords: [WORDS[n % 2] ?? ''] }),
        );
        const all = Array.from({ length: people }, (_, n) =>
          reviewer(`r${n}`, { expertise: [WORDS[n % 3] ?? ''] }),
        );
        const pairs = proposeAssignments(asked, all);
        const loads = all.map(r => pairs.filter(p => p.userId === r.id).length);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('prefers who knows the subject, whatever the accents, and who has less to do', () => {
    const pairs = proposeAssignments(
      [proposal('p', { keywords: ['Energías renovables', 'educacion rural'], lacking: 1 })],
      [
        reviewer('busy', { load: 2, expertise: ['educación rural', 'energías renovables'] }),
        reviewer('knows', { load: 1, expertise: ['Educación'] }),
        reviewer('free'),
      ],
    );
    expect(pairs).toEqual([
      { projectId: 'p', userId: 'knows', topics: ['Educación'], preference: null, load: 2 },
    ]);
  });

  it('one who knows is enough, be it one who reviews it already', () => {
    const knows = reviewer('knows', { load: 3, expertise: ['Salud'] });
    const people = [knows, reviewer('free'), reviewer('idle')];
    const asked = proposal('p', { keywords: ['salud'], lacking: 1 });
    expect(proposeAssignments([asked], people).map(p => p.userId)).toEqual(['knows']);
    const begun = { ...asked, takenIds: ['knows'], activeIds: ['knows'] };
    expect(proposeAssignments([begun], people).map(p => p.userId)).toEqual(['free']);
  });

  it('whoever declared a conflict is proposed by no other wish', () => {
    fc.assert(
      fc.property(proposals, reviewers, (asked, people) => {
        for (const { projectId, userId, preference } of proposeAssignments(asked, people)) {
          const said = asked.find(p => p.id === projectId)?.preferences[userId] ?? null;
          expect(preference).toBe(said);
          expect(said).not.toBe('conflict');
        }
      }),
    );
  });

  it('among equals whoever wants to goes before whoever can, those who did not say, those who would rather not', () => {
    const order: readonly (Preference | null)[] = ['want', 'can', null, 'no'];
    for (const [n, better] of order.entries())
      for (const worse of order.slice(n + 1)) {
        // By name the worse one would come first.
        const preferences = { ...(worse && { a: worse }), ...(better && { b: better }) };
        const asked = proposal('p', { lacking: 1, preferences });
        const [pair] = proposeAssignments([asked], [reviewer('a'), reviewer('b')]);
        expect(pair).toMatchObject({ userId: 'b', preference: better });
      }
  });

  it('places, a topic and even loads go before a preference, and that before more topics', () => {
    const no = { a: 'no' } as const;
    const one = (more: Partial<ProposalFacts>) => proposal('p', { lacking: 1, keywords: ['salud'], ...more });
    const first = (p: ProposalFacts, people: ReviewerFacts[]) => proposeAssignments([p], people)[0]?.userId;
    expect(first(one({ preferences: no }), [reviewer('a')])).toBe('a');
    const knows = reviewer('a', { expertise: ['Salud'] });
    expect(first(one({ preferences: no }), [knows, reviewer('b')])).toBe('a');
    expect(first(one({ preferences: no }), [reviewer('a'), reviewer('b', { load: 1 })])).toBe('a');
    const both = [knows, reviewer('b', { expertise: ['Salud'] })];
    expect(first(one({ preferences: { ...no, b: 'can' } }), both)).toBe('b');
    const more = [
      reviewer('a', { expertise: ['Salud', 'Salud mental'] }),
      reviewer('b', { expertise: ['Salud'] }),
    ];
    expect(first(one({}), more)).toBe('a');
    expect(first(one({ preferences: { b: 'want' } }), more)).toBe('b');
  });

  it('no number of wishes is worth one review that somebody would rather not write', () => {
    const people = ['a', 'b', 'c', 'd', 'e'].map(id => reviewer(id));
    // Each wants the next one's, but then somebody would be left with what they would rather not review.
    const asked = people.map((_, n) => {
      const next = people[(n + 1) % people.length]?.id ?? '';
      return proposal(`p${n}`, { lacking: 1, preferences: { [next]: n === 4 ? 'no' : 'want' } });
    });
    const pairs = proposeAssignments(asked, people);
    expect(pairs).toHaveLength(5);
    expect(pairs.map(p => p.preference)).not.toContain('no');
  });

  it('says how many cannot fill an empty place, and why', () => {
    const people = [
      reviewer('colleague', { schoolId: 'school' }),
      reviewer('neighbour', { schoolId: 'school' }),
      reviewer('declared'),
      reviewer('gone'),
    ];
    expect(refusalsFor(proposal('p', { takenIds: ['gone'] }), people)).toEqual([
      { reason: 'Es de la misma escuela.', count: 2 },
      { reason: 'Declaró un conflicto de interés.', count: 1 },
      { reason: 'Ya se le pidió y no la evaluará.', count: 1 },
    ]);
  });

  it('2 000 proposals and 300 reviewers take a fraction of five seconds', () => {
    const schools = 60;
    const answers = ['want', 'can', 'no'] as const;
    const people = Array.from({ length: 300 }, (_, n) =>
      reviewer(`r${n}`, {
        schoolId: `s${n % schools}`,
        expertise: Array.from({ length: 10 }, (_unused, k) => `palabra${(n * 7 + k * 13) % 200}`),
      }),
    );
    const asked = Array.from({ length: 2000 }, (_, n) =>
      proposal(`p${n}`, {
        schoolId: `s${(n * 3) % schools}`,
        leadId: `r${n % 300}`,
        partIds: [`r${(n * 11) % 300}`, `r${(n * 17) % 300}`],
        keywords: Array.from({ length: 8 }, (_unused, k) => `palabra${(n * 5 + k * 3) % 200}`),
        // Everybody answered a third of them.
        preferences: Object.fromEntries(
          people.flatMap((r, at): [string, Preference][] => {
            const said = answers[(n * 13 + at * 7 + (n % 11) * at) % 9];
            return said ? [[r.id, said]] : [];
          }),
        ),
      }),
    );
    const before = process.cpuUsage();
    const pairs = proposeAssignments(asked, people);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
    expect(pairs).toHaveLength(4000);
    const loads = Map.groupBy(pairs, p => p.userId);
    const counts = people.map(r => loads.get(r.id)?.length ?? 0);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3);
    expect(pairs.filter(p => p.preference === 'no').length).toBeLessThan(100);
    expect(pairs.filter(p => p.preference === 'want').length).toBeGreaterThan(2000);
  });
});
