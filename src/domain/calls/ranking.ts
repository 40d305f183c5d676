import type { Result } from './proposals.ts';

/** A proposal as it competes with others. */
export interface Contender {
  readonly id: string;
  /** Given in the order in which proposals are registered, e.g. `FEX-2026-0042`; each once. */
  readonly code: string;
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
  /** Not awarded, and yet pesos of its line are with it, by an award that it had; an award takes only the rest. */
  readonly held?: number;
  /** ISO 8601. */
  readonly submittedAt: string;
  readonly lineId: string | null;
  /** Back by an appeal that was upheld: may have money left in any line. */
  readonly upheld?: boolean;
  readonly facultyId: string | null;
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** After 9999 comes 10000. */
const byCode = new Intl.Collator('en', { numeric: true }).compare;

/** What puts one before another of the same score, in order; the code makes it total. */
const TIE_RULES: readonly {
  readonly compare: (a: Contender, b: Contender) => number;
  /** `heaviest` is the criterion's name. */
  readonly ground: (heaviest: string) => string;
}[] = [
  { compare: (a, b) => b.heaviest - a.heaviest, ground: heaviest => `mayor puntaje en «${heaviest}»` },
  { compare: (a, b) => a.amount - b.amount, ground: () => 'pide un monto menor' },
  { compare: (a, b) => order(a.submittedAt, b.submittedAt), ground: () => 'se envió antes' },
  // Not the id: whoever starts a proposal chooses it.
  { compare: (a, b) => byCode(a.code, b.code), ground: () => 'por orden de registro' },
];

/** Best first: score, heaviest criterion, lower amount asked, earlier submission, earlier registration. */
export const compareContenders = (a: Contender, b: Contender): number =>
  (b.score ?? -1) - (a.score ?? -1) || TIE_RULES.reduce((found, { compare }) => found || compare(a, b), 0);

export const rank = <C extends Contender>(contenders: readonly C[]): C[] =>
  [...contenders].sort(compareContenders);

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
  /** Line that an award takes its money from, where it is not its own. */
  readonly lineId?: string | null;
}

interface Spent {
  readonly money: Map<string | null, number>;
  readonly places: Map<string | null, number>;
}

const lineOf = (rules: AwardRules, { lineId }: Contender) => rules.lines.find(l => l.id === lineId);

/** Pesos that an award of it takes. */
export const costOf = ({ awarded, amount }: Pick<Contender, 'awarded' | 'amount'>): number =>
  awarded ?? amount;

/** Pesos of its line that an award takes besides what is with it already. */
const takenBy = (c: Contender): number => costOf(c) - (c.held ?? 0);

/** Why a proposal cannot be awarded besides what is already; `null` when it can. */
function obstacle(c: Contender, rules: AwardRules, spent: Spent): string | null {
  const line = lineOf(rules, c);
  if (rules.lines.length > 0 && !line) return 'No tiene una línea de la convocatoria.';
  const cost = costOf(c);
  if (line && cost < 1) return 'No pide ningún monto: ponle uno para adjudicarla.';
  if (line?.cap != null && cost > line.cap) return 'Pide más que el tope de su línea.';
  if (line?.budget != null && (spent.money.get(line.id) ?? 0) + takenBy(c) > line.budget)
    return 'No alcanza el presupuesto de su línea.';
  const quota = rules.quotas.find(q => q.facultyId === c.facultyId)?.quota;
  return quota !== undefined && (spent.places.get(c.facultyId) ?? 0) >= quota
    ? 'Su facultad ya tiene el máximo de proyectos adjudicados.'
    : null;
}

function spend(c: Contender, { money, places }: Spent): void {
  money.set(c.lineId, (money.get(c.lineId) ?? 0) + takenBy(c));
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
    const fitting = reason ? elsewhere(c, rules, spent) : c;
    if (!fitting) return { id: c.id, result: 'waitlist', reason: reason ?? '' };
    spend(fitting, spent);
    return fitting === c
      ? { id: c.id, result: 'award', reason: 'Por su lugar en la lista.' }
      : { id: c.id, result: 'award', reason: BY_APPEAL, lineId: fitting.lineId };
  });
}

const BY_APPEAL = 'Apelación acogida, con saldo de otra línea.';

/** An upheld proposal in another line, the first with money left for it. */
const elsewhere = (c: Contender, rules: AwardRules, spent: Spent) =>
  c.upheld
    ? rules.lines
        .map(({ id }) => ({ ...c, lineId: id, held: id === c.lineId ? (c.held ?? 0) : 0 }))
        .find(one => obstacle(one, rules, spent) === null)
    : undefined;

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

/** Score of the last one awarded in each line; lines without an award are left out. */
export function cutoffs(awarded: readonly Contender[]): ReadonlyMap<string | null, number> {
  const lowest = new Map<string | null, number>();
  for (const { lineId, score } of awarded)
    if (score !== null) lowest.set(lineId, Math.min(score, lowest.get(lineId) ?? score));
  return lowest;
}

/** What a line comes to if those still in evaluation keep the score they have so far; money in CLP. */
export interface LineProjection {
  /** Score of the last one awarded, already or then; `null` without any. */
  readonly cutoff: number | null;
  /** How many of those in evaluation would be awarded, and what they would take. */
  readonly count: number;
  readonly money: number;
  /** Below 0 where more is awarded than there is; `null` without a limit. */
  readonly left: number | null;
}

export interface Projection {
  /** Of those in evaluation that have a score, by id. */
  readonly results: ReadonlyMap<string, Proposed>;
  /** By line; under `null` where the call has none. */
  readonly lines: ReadonlyMap<string | null, LineProjection>;
}

/** Those in evaluation that have a score, as if it were final: the number of reviews is not asked. */
export const asFinal = <C extends Contender>(pending: readonly C[], { reviews }: AwardRules): C[] =>
  pending.filter(c => c.score !== null).map(c => ({ ...c, reviewCount: Math.max(c.reviewCount, reviews) }));

/** What would come of those still in evaluation beside `awarded`: what is already, and what is to be. */
export function projectAwards(
  pending: readonly Contender[],
  rules: AwardRules,
  awarded: readonly Contender[],
): Projection {
  const results = new Map(proposeAwards(asFinal(pending, rules), rules, awarded).map(p => [p.id, p]));
  const projected = pending.flatMap(c => {
    const { result, lineId = c.lineId } = results.get(c.id) ?? {};
    return result === 'award' ? [{ ...c, lineId }] : [];
  });
  const cutoff = cutoffs([...awarded, ...projected]);
  const lineOrNone = rules.lines.length > 0 ? rules.lines : [{ id: null, budget: null }];
  const lines = lineOrNone.map(({ id, budget }): [string | null, LineProjection] => {
    const own = projected.filter(c => c.lineId === id);
    const money = moneyOf(own);
    const left = budget === null ? null : budget - money - moneyOf(awarded.filter(c => c.lineId === id));
    return [id, { cutoff: cutoff.get(id) ?? null, count: own.length, money, left }];
  });
  return { results, lines: new Map(lines) };
}

const moneyOf = (contenders: readonly Contender[]): number =>
  contenders.reduce((sum, c) => sum + costOf(c), 0);

/**
 * Why a proposal stands before the next one of the same score, in Spanish and by id; those without such a one are left
 * out. `ranked` is best first, `heaviest` the name of the criterion that breaks ties.
 */
export function tieGrounds(ranked: readonly Contender[], heaviest: string): ReadonlyMap<string, string> {
  const grounds = new Map<string, string>();
  for (const [n, one] of ranked.entries()) {
    const next = ranked[n + 1];
    if (one.score === null || next?.score !== one.score) continue;
    const rule = TIE_RULES.find(({ compare }) => compare(one, next) !== 0);
    if (rule) grounds.set(one.id, `Empata con ${next.code}: ${rule.ground(heaviest)}.`);
  }
  return grounds;
}
