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
  /** Lead, alternate and team. */
  readonly involvedIds: readonly string[];
  readonly actedAsDirectorIds: readonly string[];
}

export interface Holders {
  readonly holders: readonly { readonly userId: string; readonly via: 'head' | 'dean' | 'deputy' }[];
  /** Nobody of the unit can, so an Admin decides. */
  readonly office: boolean;
  /** Spanish, for the history; `null` when the step fell to its own unit. */
  readonly why: string | null;
}

/** Who holds a step: every free head of the unit, else the dean, else the office. */
export function holdersOf(question: HolderQuestion): Holders {
  const { step, directors, deans, involvedIds, actedAsDirectorIds } = question;
  const barred = new Set(step === 'dean_review' ? [...involvedIds, ...actedAsDirectorIds] : involvedIds);
  // A conflict of either bars both: the deputy decides in the head's name.
  const free = (c: Candidate) => !barred.has(c.userId) && !(c.principalId && barred.has(c.principalId));
  const as = (via: 'head' | 'dean') => (c: Candidate) => ({
    userId: c.userId,
    via: c.principalId ? ('deputy' as const) : via,
  });

  const ownUnit = step === 'dean_review' ? deans : directors;
  const own = distinct(ownUnit.filter(free).map(as(step === 'dean_review' ? 'dean' : 'head')));
  if (own.length > 0) return { holders: own, office: false, why: null };

  const above = step === 'dean_review' ? [] : distinct(deans.filter(free).map(as('dean')));
  return { holders: above, office: above.length === 0, why: reasonToMove(question, above.length > 0) };
}

function distinct<H extends { readonly userId: string }>(holders: readonly H[]): H[] {
  return [...new Map(holders.map(h => [h.userId, h])).values()];
}

function reasonToMove({ step, directors, deans }: HolderQuestion, toDean: boolean): string {
  const dean = step === 'dean_review';
  const unit = dean ? 'El Decanato' : 'La Dirección';
  const vacant = (dean ? deans : directors).length === 0;
  const why = vacant ? 'no tiene titular' : 'tiene un conflicto de interés';
  return `${unit} ${why}: decide ${toDean ? 'el Decanato' : 'la oficina'}.`;
}
