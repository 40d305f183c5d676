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
  readonly memberIds: readonly string[];
  /** People who said that they have a conflict with it. */
  readonly declaredIds: readonly string[];
  /** Whoever has or had a review of it. */
  readonly takenIds: readonly string[];
  readonly keywords: readonly string[];
  /** Reviews it still lacks. */
  readonly lacking: number;
}

type Judged = Pick<ProposalFacts, 'schoolId' | 'leadId' | 'alternateId' | 'memberIds' | 'declaredIds'>;

/** Why this person cannot review this proposal; `null` when they can. */
export function conflictOf(
  reviewer: Pick<ReviewerFacts, 'id' | 'schoolId' | 'headedSchoolIds'>,
  proposal: Judged,
): string | null {
  const { id, schoolId, headedSchoolIds } = reviewer;
  if (proposal.leadId === id || proposal.alternateId === id) return 'Es responsable del proyecto.';
  if (proposal.memberIds.includes(id)) return 'Es parte del equipo.';
  if (proposal.declaredIds.includes(id)) return 'Declaró un conflicto de interés.';
  if (proposal.schoolId === null) return null;
  if (proposal.schoolId === schoolId) return 'Es de la misma escuela.';
  return headedSchoolIds.includes(proposal.schoolId) ? 'Dirige su escuela o su facultad.' : null;
}

const SHORT = 3;
const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    texts
      .join(' ')
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
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
  const loads = new Map(reviewers.map(r => [r.id, r.load]));
  const known = new Map(reviewers.map(r => [r.id, wordsOf(r.expertise)]));
  const inOrder = [...reviewers].sort((a, b) => (a.id < b.id ? -1 : 1));
  const open = proposals
    .filter(p => p.lacking > 0)
    .map(proposal => ({ proposal, free: freeFor(proposal, inOrder) }))
    .sort((a, b) => a.free.length - b.free.length || (a.proposal.id < b.proposal.id ? -1 : 1));
  return open.flatMap(({ proposal, free }) => {
    const about = [...wordsOf(proposal.keywords)];
    const rated = free.map(id => ({
      id,
      matches: about.reduce((n, word) => n + (known.get(id)?.has(word) ? 1 : 0), 0),
    }));
    return choose(rated, proposal.lacking, loads).map(({ id, matches }) => {
      loads.set(id, (loads.get(id) ?? 0) + 1);
      return { projectId: proposal.id, userId: id, matches };
    });
  });
}

function freeFor(proposal: ProposalFacts, reviewers: readonly ReviewerFacts[]): string[] {
  const taken = new Set(proposal.takenIds);
  return reviewers.filter(r => !taken.has(r.id) && conflictOf(r, proposal) === null).map(r => r.id);
}

interface Rated {
  readonly id: string;
  readonly matches: number;
}

function choose(rated: readonly Rated[], count: number, loads: ReadonlyMap<string, number>): Rated[] {
  const left = [...rated];
  const chosen: Rated[] = [];
  const loadOf = (r: Rated) => loads.get(r.id) ?? 0;
  while (chosen.length < count && left.length > 0) {
    const least = left.reduce((n, r) => Math.min(n, loadOf(r)), Number.POSITIVE_INFINITY);
    const best = left.reduce<number>((at, r, n) => {
      if (loadOf(r) > least + SLACK) return at;
      const other = left[at];
      if (!other || loadOf(other) > least + SLACK) return n;
      const better = r.matches - other.matches || loadOf(other) - loadOf(r);
      return better > 0 ? n : at;
    }, 0);
    chosen.push(...left.splice(best, 1));
  }
  return chosen;
}
