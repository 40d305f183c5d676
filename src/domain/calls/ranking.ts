/** A proposal as it competes with others. */
export interface Contender {
  readonly id: string;
  /** Final score, 0–100; `null` without a confirmed review. */
  readonly score: number | null;
  /** Mean share of the heaviest criterion's points, 0–1: breaks ties. */
  readonly heaviest: number;
  /** Confirmed reviews. */
  readonly reviewCount: number;
  /** Asked for, in pesos; breaks ties. */
  readonly amount: number;
  /** What it is, or would be, awarded; in pesos. Without it, all it asks for. */
  readonly awarded?: number;
  /** ISO 8601. */
  readonly submittedAt: string;
  readonly lineId: string | null;
  readonly facultyId: string | null;
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Best first: score, heaviest criterion, lower amount asked, earlier submission; the id makes it total. */
export const compareContenders = (a: Contender, b: Contender): number =>
  (b.score ?? -1) - (a.score ?? -1) ||
  b.heaviest - a.heaviest ||
  a.amount - b.amount ||
  order(a.submittedAt, b.submittedAt) ||
  order(a.id, b.id);

export const rank = <C extends Contender>(contenders: readonly C[]): C[] =>
  [...contenders].sort(compareContenders);

export const RESULTS = ['award', 'waitlist', 'not_award'] as const;
export type Result = (typeof RESULTS)[number];
export const RESULT_LABELS: Record<Result, string> = {
  award: 'Adjudicado',
  waitlist: 'Lista de espera',
  not_award: 'No adjudicado',
};

export interface AwardRules {
  readonly minimum: number;
  /** Confirmed reviews that a proposal needs. */
  readonly reviews: number;
  readonly lines: readonly {
    readonly id: string;
    /** Most for all proposals together; `null` without a limit. */
    readonly budget: number | null;
    /** Most for one proposal. */
    readonly cap: number | null;
  }[];
  /** Most awarded proposals of a faculty; one that is not named has no limit. */
  readonly quotas: readonly { readonly facultyId: string; readonly quota: number }[];
}

export interface Proposed {
  readonly id: string;
  readonly result: Result;
  /** Why, in Spanish. */
  readonly reason: string;
}

interface Spent {
  readonly money: Map<string | null, number>;
  readonly places: Map<string | null, number>;
}

const lineOf = (rules: AwardRules, { lineId }: Contender) => rules.lines.find(l => l.id === lineId);

/** Pesos that an award of it takes. */
export const costOf = ({ awarded, amount }: Pick<Contender, 'awarded' | 'amount'>): number =>
  awarded ?? amount;

/** Why a proposal cannot be awarded besides what is already; `null` when it can. */
function obstacle(c: Contender, rules: AwardRules, spent: Spent): string | null {
  const line = lineOf(rules, c);
  if (rules.lines.length > 0 && !line) return 'No tiene una línea de la convocatoria.';
  const cost = costOf(c);
  if (line && cost < 1) return 'No pide ningún monto: ponle uno para adjudicarla.';
  if (line?.cap != null && cost > line.cap) return 'Pide más que el tope de su línea.';
  if (line?.budget != null && (spent.money.get(line.id) ?? 0) + cost > line.budget)
    return 'No alcanza el presupuesto de su línea.';
  const quota = rules.quotas.find(q => q.facultyId === c.facultyId)?.quota;
  return quota !== undefined && (spent.places.get(c.facultyId) ?? 0) >= quota
    ? 'Su facultad ya tiene el máximo de proyectos adjudicados.'
    : null;
}

function spend(c: Contender, { money, places }: Spent): void {
  money.set(c.lineId, (money.get(c.lineId) ?? 0) + costOf(c));
  places.set(c.facultyId, (places.get(c.facultyId) ?? 0) + 1);
}

const fresh = (): Spent => ({ money: new Map(), places: new Map() });

/** Below the minimum nobody is awarded, nor with fewer reviews than are asked for. */
export function meritRefusal(
  { score, reviewCount }: Pick<Contender, 'score' | 'reviewCount'>,
  rules: Pick<AwardRules, 'minimum' | 'reviews'>,
): string | null {
  if (score === null || reviewCount === 0) return 'No tiene evaluaciones.';
  if (reviewCount < rules.reviews)
    return `Tiene ${reviewCount} de las ${rules.reviews} evaluaciones que se piden.`;
  return score < rules.minimum ? 'Está bajo el puntaje mínimo.' : null;
}

/** Down the ranking: whoever reaches the minimum and still fits is awarded, who does not fit waits. */
export function proposeAwards(
  contenders: readonly Contender[],
  rules: AwardRules,
  before: readonly Contender[] = [],
): Proposed[] {
  const spent = fresh();
  for (const c of before) spend(c, spent);
  return rank(contenders).map(c => {
    const low = meritRefusal(c, rules);
    if (low) return { id: c.id, result: 'not_award', reason: low };
    const reason = obstacle(c, rules, spent);
    if (reason) return { id: c.id, result: 'waitlist', reason };
    spend(c, spent);
    return { id: c.id, result: 'award', reason: 'Por su lugar en la lista.' };
  });
}

/** Why one more proposal cannot be awarded beside what is; `null` where it can. */
export const awardRefusal = (
  contender: Contender,
  rules: AwardRules,
  awarded: readonly Contender[],
): string | null => awardErrors([contender], rules, awarded)[0]?.message ?? null;

/** Who of the waitlist takes a place that is free again: the first that fits beside what is awarded. */
export const nextOnWaitlist = <C extends Contender>(
  waiting: readonly C[],
  rules: AwardRules,
  awarded: readonly Contender[],
): C | undefined => rank(waiting).find(c => awardErrors([c], rules, awarded).length === 0);

/** What stands against these awards, by proposal; `before` are those awarded already. */
export function awardErrors(
  chosen: readonly Contender[],
  rules: AwardRules,
  before: readonly Contender[] = [],
): { readonly id: string; readonly message: string }[] {
  const spent = fresh();
  for (const c of before) spend(c, spent);
  return rank(chosen).flatMap(c => {
    const message = meritRefusal(c, rules) ?? obstacle(c, rules, spent);
    spend(c, spent);
    return message ? [{ id: c.id, message }] : [];
  });
}
