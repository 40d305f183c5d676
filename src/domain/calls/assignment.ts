import { plain } from '../text/plain.ts';

/** Somebody who may review, with what conflicts of interest are judged by. */
export interface ReviewerFacts {
  readonly id: string;
  readonly schoolId: string | null;
  /** Schools this person directs, or whose faculty they head. */
  readonly headedSchoolIds: readonly string[];
  readonly expertise: readonly string[];
  /** Reviews this person has under way. */
  readonly load: number;
}

export interface ProposalFacts {
  readonly id: string;
  readonly schoolId: string | null;
  readonly leadId: string;
  readonly alternateId: string | null;
  /** Everybody who takes part in it, and in any proposal of its call: one set for all proposals of a call. */
  readonly partIds: readonly string[];
  readonly callPartIds: ReadonlySet<string>;
  /** People who said that they have a conflict with it. */
  readonly declaredIds: readonly string[];
  /** Whoever has or had a review of it. */
  readonly takenIds: readonly string[];
  readonly keywords: readonly string[];
  /** Reviews it still lacks. */
  readonly lacking: number;
}

type ProposalParts = Pick<
  ProposalFacts,
  'schoolId' | 'leadId' | 'alternateId' | 'partIds' | 'callPartIds' | 'declaredIds'
>;

/** Why this person cannot review this proposal; `null` when they can. */
export function conflictOf(
  reviewer: Pick<ReviewerFacts, 'id' | 'schoolId' | 'headedSchoolIds'>,
  proposal: ProposalParts,
): string | null {
  const { id, schoolId, headedSchoolIds } = reviewer;
  if (proposal.leadId === id || proposal.alternateId === id) return 'Es responsable del proyecto.';
  if (proposal.partIds.includes(id)) return 'Es parte del equipo.';
  if (proposal.callPartIds.has(id)) return 'Participa en otra propuesta de la convocatoria.';
  if (proposal.declaredIds.includes(id)) return 'Declaró un conflicto de interés.';
  if (proposal.schoolId === null) return null;
  if (proposal.schoolId === schoolId) return 'Es de la misma escuela.';
  return headedSchoolIds.includes(proposal.schoolId) ? 'Dirige su escuela o su facultad.' : null;
}

const SHORT = 3;
const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    plain(texts.join(' '))
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word.length > SHORT),
  );

export interface Pairing {
  readonly projectId: string;
  readonly userId: string;
  /** Words of expertise they share. */
  readonly matches: number;
}

/** How much more than the least loaded somebody may have, for the sake of what they know. */
const SLACK = 1;

/**
 * Who should review what: nobody in conflict, loads that stay even, and among the least loaded whoever knows most
 * of the subject. Proposals with the fewest people to choose from go first. The same input gives the same answer.
 */
export function proposeAssignments(
  proposals: readonly ProposalFacts[],
  reviewers: readonly ReviewerFacts[],
): Pairing[] {
  const people = [...reviewers].sort((a, b) => (a.id < b.id ? -1 : 1));
  const loads = people.map(r => r.load);
  const known = placesBy(people, r => wordsOf(r.expertise));
  const barredIn = barring(people);
  return proposals
    .filter(p => p.lacking > 0)
    .map(proposal => ({ proposal, ...barredIn(proposal) }))
    .sort((a, b) => b.count - a.count || (a.proposal.id < b.proposal.id ? -1 : 1))
    .flatMap(({ proposal, barred }) => {
      const matches = new Uint8Array(people.length);
      for (const word of wordsOf(proposal.keywords))
        for (const at of known.get(word) ?? []) matches[at] = (matches[at] ?? 0) + 1;
      return choose({ barred, matches, loads }, proposal.lacking).map(at => ({
        ...{ projectId: proposal.id, userId: people[at]?.id ?? '', matches: matches[at] ?? 0 },
      }));
    });
}

/** Where in the list those stand who share a word, or a school: thousands of proposals ask for them. */
function placesBy(people: readonly ReviewerFacts[], keysOf: (r: ReviewerFacts) => Iterable<string>) {
  const places = new Map<string, number[]>();
  for (const [at, person] of people.entries())
    for (const key of keysOf(person)) {
      const known = places.get(key);
      if (known) known.push(at);
      else places.set(key, [at]);
    }
  return places;
}

/** Who cannot be proposed for what, as marks in the order of the people, and how many they are: see `conflictOf`. */
function barring(people: readonly ReviewerFacts[]) {
  const byId = placesBy(people, r => [r.id]);
  const bySchool = placesBy(people, r => [...(r.schoolId ? [r.schoolId] : []), ...r.headedSchoolIds]);
  const inCall = new Map<ReadonlySet<string>, number[]>();
  const placesIn = (ids: ReadonlySet<string>) => {
    const known = inCall.get(ids) ?? people.flatMap((p, at) => (ids.has(p.id) ? [at] : []));
    inCall.set(ids, known);
    return known;
  };
  return ({ leadId, alternateId, partIds, callPartIds, declaredIds, takenIds, schoolId }: ProposalFacts) => {
    const barred = new Uint8Array(people.length);
    const ids = [leadId, alternateId ?? '', ...partIds, ...declaredIds, ...takenIds];
    const places = [...ids.flatMap(id => byId.get(id) ?? []), ...placesIn(callPartIds)];
    for (const at of [...places, ...(bySchool.get(schoolId ?? '') ?? [])]) barred[at] = 1;
    return { barred, count: barred.reduce((sum, mark) => sum + mark, 0) };
  };
}

interface Field {
  readonly barred: Uint8Array;
  readonly matches: Uint8Array;
  /** Grow with each choice. */
  readonly loads: number[];
}

/** The best `count` of those who are left, one after the other; their places. */
function choose({ barred, matches, loads }: Field, count: number): number[] {
  const chosen: number[] = [];
  while (chosen.length < count) {
    let least = Number.POSITIVE_INFINITY;
    for (const [at, load] of loads.entries()) if (barred[at] === 0 && load < least) least = load;
    let best = -1;
    for (const [at, load] of loads.entries()) {
      if (barred[at] !== 0 || load > least + SLACK) continue;
      const better = (matches[at] ?? 0) - (matches[best] ?? -1) || (loads[best] ?? 0) - load;
      if (best < 0 || better > 0) best = at;
    }
    if (best < 0) return chosen;
    barred[best] = 1;
    loads[best] = (loads[best] ?? 0) + 1;
    chosen.push(best);
  }
  return chosen;
}
