import { formatList } from '../text/format.ts';

/** A person who may hold a step: a head, or the deputy of one. */
export interface Candidate {
  readonly userId: string;
  /** The head a deputy stands in for. */
  readonly principalId: string | null;
}

export interface HolderQuestion {
  readonly step: 'director_review' | 'dean_review' | 'final_report';
  /** Active heads of the school, and the deputies who hold for them now. */
  readonly directors: readonly Candidate[];
  /** The same of the faculty. */
  readonly deans: readonly Candidate[];
  /** Everybody who takes part. */
  readonly involvedIds: readonly string[];
  readonly actedAsDirectorIds: readonly string[];
  /** Of a request: whoever made it does not decide it. */
  readonly authorId?: string;
}

/**
 * Somebody who holds a step; `above` in place of a unit that cannot, `assigned` by the office. The seat is
 * `principalId`'s, where there is one.
 */
export interface Holder extends Candidate {
  readonly via: 'head' | 'dean' | 'deputy' | 'above' | 'assigned';
}

export interface Holders {
  readonly holders: readonly Holder[];
  /** Nobody of the unit can, so an Admin decides. */
  readonly office: boolean;
  /** Spanish, for the history; `null` when the step fell to its own unit. */
  readonly why: string | null;
}

/** Who holds a step: every free head of the unit, else the dean, else the office. */
export function holdersOf(question: HolderQuestion): Holders {
  const { step, directors, deans } = question;
  const free = freeOf(question);
  const as = (via: 'head' | 'dean') => (c: Candidate) =>
    ({ ...c, via: c.principalId ? 'deputy' : via }) as const;

  const ownUnit = step === 'dean_review' ? deans : directors;
  const own = distinct(ownUnit.filter(free).map(as(step === 'dean_review' ? 'dean' : 'head')));
  if (own.length > 0) return { holders: own, office: false, why: null };

  const above =
    step === 'dean_review' ? [] : distinct(deans.filter(free).map(c => ({ ...c, via: 'above' as const })));
  return { holders: above, office: above.length === 0, why: reasonToMove(question, above.length > 0) };
}

/** Without conflict of interest in this step. A conflict of either bars both: the deputy decides in the head's name. */
function freeOf(question: HolderQuestion) {
  const isFree = (id: string | null) => id === null || kindOfConflict(question, id) === null;
  return ({ userId, principalId }: Candidate) => isFree(userId) && isFree(principalId);
}

/** Nobody twice; whoever holds in their own right does not hold as a deputy. */
function distinct<H extends Candidate>(holders: readonly H[]): H[] {
  const byUser = new Map<string, H>();
  for (const holder of holders) {
    const known = byUser.get(holder.userId);
    if (!known || (known.principalId && !holder.principalId)) byUser.set(holder.userId, holder);
  }
  return [...byUser.values()];
}

const seatOf = (c: Candidate) => c.principalId ?? c.userId;

/**
 * Who holds a step under way once heads, deputies or the team have changed. Whom the office assigned stays, with
 * those heads who held it beside them; without either it is as if the step began now.
 */
export function holdOn(
  question: HolderQuestion,
  current: { readonly assigned: readonly Candidate[]; readonly seats: readonly string[] },
): Holders {
  const anew = holdersOf(question);
  const assigned = current.assigned.filter(freeOf(question)).map(c => ({ ...c, via: 'assigned' as const }));
  if (assigned.length === 0) return anew;
  const beside = anew.holders.filter(h => current.seats.includes(seatOf(h)));
  return { holders: distinct([...assigned, ...beside]), office: false, why: null };
}

/** What keeps the heads of the unit from the step, each kind of reason once, and who decides instead. */
function reasonToMove(question: HolderQuestion, toDean: boolean): string {
  const isDeanStep = question.step === 'dean_review';
  const unit = isDeanStep ? 'El Decanato' : 'La Dirección';
  const candidates = isDeanStep ? question.deans : question.directors;
  const whys = new Set(candidates.map(c => barWords(question, c)));
  const why = whys.size > 0 ? formatList([...whys]) : 'no tiene titular';
  return `${unit} ${why}: decide ${toDean ? 'el Decanato' : 'la oficina'}.`;
}

/** Why a candidate may not hold the step; a head's own reason goes before that of the deputy in their place. */
function barWords(question: HolderQuestion, { userId, principalId }: Candidate): string {
  const own = kindOfConflict(question, principalId ?? userId);
  return own ?? `tiene como subrogante a quien ${kindOfConflict(question, userId)}`;
}

function kindOfConflict(question: HolderQuestion, id: string): string | null {
  const { step, involvedIds, actedAsDirectorIds, authorId } = question;
  if (involvedIds.includes(id)) return 'participa en el proyecto';
  if (id === authorId) return 'pidió el cambio';
  return step === 'dean_review' && actedAsDirectorIds.includes(id)
    ? 'ya dio visto bueno por la Dirección'
    : null;
}
