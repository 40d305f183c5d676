/** A proposal as it competes with others. */
export interface Contender {
  readonly id: string;
  /** Final score, 0–100; `null` without a confirmed review. */
  readonly score: number | null;
  /** Mean share of the heaviest criterion's points, 0–1: breaks ties. */
  readonly heaviest: number;
  /** Asked for, in pesos. */
  readonly amount: number;
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

/** Why a proposal cannot be awarded besides what is already; `null` when it can. */
function obstacle(c: Contender, rules: AwardRules, spent: Spent): string | null {
  const line = lineOf(rules, c);
  if (rules.lines.length > 0 && !line) return 'No tiene una línea de la convocatoria.';
  if (line?.cap != null && c.amount > line.cap) return 'Pide más que el tope de su línea.';
  if (line?.budget != null && (spent.money.get(line.id) ?? 0) + c.amount > line.budget)
    return 'No alcanza el presupuesto de su línea.';
  const quota = rules.quotas.find(q => q.facultyId === c.facultyId)?.quota;
  return quota !== undefined && (spent.places.get(c.facultyId) ?? 0) >= quota
    ? 'Su facultad ya tiene el máximo de proyectos adjudicados.'
    : null;
}

function spend(c: Contender, { money, places }: Spent): void {
  money.set(c.lineId, (money.get(c.lineId) ?? 0) + c.amount);
  places.set(c.facultyId, (places.get(c.facultyId) ?? 0) + 1);
}

const fresh = (): Spent => ({ money: new Map(), places: new Map() });

/** Below the minimum nobody is awarded; without a review neither. */
const belowMinimum = (c: Contender, { minimum }: AwardRules) =>
  c.score === null ? 'No tiene evaluaciones.' : c.score < minimum ? 'Está bajo el puntaje mínimo.' : null;

/** Down the ranking: whoever reaches the minimum and still fits is awarded, who does not fit waits. */
export function proposeAwards(
  contenders: readonly Contender[],
  rules: AwardRules,
  before: readonly Contender[] = [],
): Proposed[] {
  const spent = fresh();
  for (const c of before) spend(c, spent);
  return rank(contenders).map(c => {
    const low = belowMinimum(c, rules);
    if (low) return { id: c.id, result: 'not_award', reason: low };
    const reason = obstacle(c, rules, spent);
    if (reason) return { id: c.id, result: 'waitlist', reason };
    spend(c, spent);
    return { id: c.id, result: 'award', reason: 'Por su lugar en la lista.' };
  });
}

/** What no award may break, whatever its score; `null` where it fits beside what is awarded. */
export function limitRefusal(
  contender: Contender,
  rules: AwardRules,
  awarded: readonly Contender[],
): string | null {
  const spent = fresh();
  for (const c of awarded) spend(c, spent);
  return obstacle(contender, rules, spent);
}

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
    const message = belowMinimum(c, rules) ?? obstacle(c, rules, spent);
    spend(c, spent);
    return message ? [{ id: c.id, message }] : [];
  });
}
