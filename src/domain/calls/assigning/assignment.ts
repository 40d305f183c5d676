import { plain } from '../../text/plain.ts';
import { fillPlaces } from './min-cost-flow.ts';
import { isUnwilling, type Preference, type PreferencesOf, wishCost } from './preferences.ts';

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
  /** Those of them who were invited, are at work or done. */
  readonly activeIds: readonly string[];
  readonly keywords: readonly string[];
  /** What reviewers answered before they were assigned. */
  readonly preferences: PreferencesOf;
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

/** What of somebody's expertise the words of a proposal are about. */
export function topicsOf(expertise: readonly string[], keywords: readonly string[]): string[] {
  const about = wordsOf(keywords);
  return expertise.filter(topic => [...wordsOf([topic])].some(word => about.has(word)));
}

export interface Pairing {
  readonly projectId: string;
  readonly userId: string;
  /** What of their expertise the proposal is about. */
  readonly topics: readonly string[];
  /** What they answered before; null where they did not. */
  readonly preference: Preference | null;
  /** Reviews this person would have under way with all that is proposed. */
  readonly load: number;
}

/** Topics shared beyond this count no more. */
const MOST_TOPICS = 5;

/**
 * Who should review what, nobody in conflict: every place filled, then in each proposal somebody who knows the subject,
 * then even loads, then as few who would rather not, then whoever wants to or can, then as many as know it. The same
 * input gives the same answer, by proposal and person.
 */
export function proposeAssignments(
  proposals: readonly ProposalFacts[],
  reviewers: readonly ReviewerFacts[],
): Pairing[] {
  const people = [...reviewers].sort(byId);
  const asked = proposals.filter(p => p.lacking > 0).sort(byId);
  const barredIn = barring(people);
  const knownIn = knowing(people);
  const fits = new Uint8Array(asked.length * people.length);
  const unwilling = new Uint8Array(fits.length);
  const wishes = new Uint8Array(fits.length);
  const strange = new Uint8Array(fits.length);
  const known = asked.map((proposal, row) => {
    const topics = knownIn(proposal);
    const barred = barredIn(proposal);
    for (let at = 0, cell = row * people.length; at < people.length; at++, cell++) {
      const count = topics.get(at)?.size ?? 0;
      fits[cell] = barred[at] ? 0 : count > 0 ? 2 : 1;
      const preference = preferenceOf(proposal, people[at]?.id);
      unwilling[cell] = Number(isUnwilling(preference));
      wishes[cell] = wishCost(preference);
      strange[cell] = MOST_TOPICS - Math.min(count, MOST_TOPICS);
    }
    const active = new Set(proposal.activeIds);
    return [...topics.keys()].some(at => active.has(people[at]?.id ?? ''));
  });
  const places = asked.map(p => p.lacking);
  const loads = people.map(r => r.load);
  const held = fillPlaces({ places, known, loads, fits, costs: [unwilling, wishes, strange] });
  return asked.flatMap((proposal, row) => {
    const topics = knownIn(proposal);
    return people.flatMap((person, at) => {
      const rows = held[at];
      if (!rows?.has(row)) return [];
      const load = person.load + rows.size;
      const own = [...(topics.get(at) ?? [])];
      const preference = preferenceOf(proposal, person.id);
      return [{ projectId: proposal.id, userId: person.id, topics: own, preference, load }];
    });
  });
}

/** What somebody answered about a proposal; null where they did not. */
export const preferenceOf = (
  { preferences }: Pick<ProposalFacts, 'preferences'>,
  id = '',
): Preference | null => preferences[id] ?? null;

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);

/** How many cannot review a proposal, by reason; most first. Says why a place of it stays empty. */
export function refusalsFor(
  proposal: ProposalFacts,
  reviewers: readonly ReviewerFacts[],
): { readonly reason: string; readonly count: number }[] {
  const reasonFor = (reviewer: ReviewerFacts) => {
    if (proposal.activeIds.includes(reviewer.id)) return 'Ya la evalúa.';
    const asked = proposal.takenIds.includes(reviewer.id) ? 'Ya se le pidió y no la evaluará.' : null;
    return conflictOf(reviewer, proposal) ?? asked ?? 'Puede evaluarla.';
  };
  return [...Map.groupBy(reviewers, reasonFor)]
    .map(([reason, people]) => ({ reason, count: people.length }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** Where in the list those stand who share a key: thousands of proposals ask for them. */
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

/** Who knows what of a proposal: topics by place in the list. */
function knowing(people: readonly ReviewerFacts[]) {
  const byWord = new Map<string, { at: number; topic: string }[]>();
  for (const [at, { expertise }] of people.entries())
    for (const topic of expertise)
      for (const word of wordsOf([topic])) byWord.set(word, [...(byWord.get(word) ?? []), { at, topic }]);
  return ({ keywords }: ProposalFacts) => {
    const topics = new Map<number, Set<string>>();
    for (const word of wordsOf(keywords))
      for (const { at, topic } of byWord.get(word) ?? [])
        topics.set(at, (topics.get(at) ?? new Set<string>()).add(topic));
    return topics;
  };
}

/** Who cannot be proposed for what, as marks in the order of the people: see `conflictOf`. */
function barring(people: readonly ReviewerFacts[]) {
  const places = placesBy(people, r => [r.id]);
  const bySchool = placesBy(people, r => [...(r.schoolId ? [r.schoolId] : []), ...r.headedSchoolIds]);
  const inCall = new Map<ReadonlySet<string>, number[]>();
  const placesIn = (ids: ReadonlySet<string>) => {
    const known = inCall.get(ids) ?? people.flatMap((p, at) => (ids.has(p.id) ? [at] : []));
    inCall.set(ids, known);
    return known;
  };
  return (proposal: ProposalFacts) => {
    const { leadId, alternateId, partIds, callPartIds, declaredIds, takenIds, schoolId } = proposal;
    const barred = new Uint8Array(people.length);
    const ids = [leadId, alternateId ?? '', ...partIds, ...declaredIds, ...takenIds];
    const found = [...ids.flatMap(id => places.get(id) ?? []), ...placesIn(callPartIds)];
    for (const at of [...found, ...(bySchool.get(schoolId ?? '') ?? [])]) barred[at] = 1;
    return barred;
  };
}
