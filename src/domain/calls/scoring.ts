import type { KindDefinition } from '../kinds/definition.ts';
import type { FieldError } from '../kit/problem.ts';

export type Rubric = NonNullable<KindDefinition['rubric']>;
export type Criterion = Rubric['criteria'][number];

/** What an evaluation goes by, from the call or, without one, from the kind. */
export interface ReviewRules {
  readonly criteria: readonly Criterion[];
  /** Reviews a proposal needs. */
  readonly reviews: number;
  /** Score below which a proposal is not awarded, 0–100. */
  readonly minimum: number;
  /** A difference between two scores above this asks for one more review. */
  readonly gap: number;
  /** Working days for a consensus before that; 0, and what was published before there was one, asks at once. */
  readonly consensusDays?: number | undefined;
}

export const RECOMMENDATIONS = ['award', 'award_with_changes', 'not_award'] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];
export const RECOMMENDATION_LABELS: Record<Recommendation, string> = {
  award: 'Adjudicar',
  award_with_changes: 'Adjudicar con ajustes',
  not_award: 'No adjudicar',
};

/** Points and words for each criterion, by its id. */
export type Marks = Readonly<
  Record<string, { readonly points: number | null; readonly justification: string }>
>;

/** A review as it is being written. */
export interface ReviewDraft {
  readonly marks: Marks;
  readonly authorComment: string;
  readonly officeComment: string;
  readonly recommendation: Recommendation | null;
}

export const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Weighted score, 0–100 with two decimals; a criterion without points counts nothing. */
export const scoreOf = (criteria: readonly Criterion[], marks: Marks): number =>
  hundredths(
    criteria.reduce((sum, c) => {
      const points = Math.min(Math.max(marks[c.id]?.points ?? 0, 0), c.maxPoints);
      return sum + (points / c.maxPoints) * c.weight;
    }, 0),
  );

/** Mean of the confirmed reviews, a third included; `null` before the first one. */
export const finalScore = (scores: readonly number[]): number | null =>
  scores.length === 0 ? null : hundredths(scores.reduce((a, b) => a + b, 0) / scores.length);

/** Between the highest and the lowest score. */
export const spreadOf = (scores: readonly number[]): number =>
  scores.length < 2 ? 0 : hundredths(Math.max(...scores) - Math.min(...scores));

/** All reviews that a proposal needs at first are there, and too far apart to be its result. */
export const areFarApart = (
  scores: readonly number[],
  rules: Pick<ReviewRules, 'reviews' | 'gap'>,
): boolean => scores.length >= rules.reviews && spreadOf(scores) > rules.gap;

/**
 * How many reviews a proposal needs, as far as its confirmed scores tell: one more where they are too far apart, unless
 * their authors are still looking for a consensus.
 */
export const reviewsNeeded = (
  scores: readonly number[],
  rules: Pick<ReviewRules, 'reviews' | 'gap'>,
  seeksConsensus = false,
): number => (areFarApart(scores, rules) && !seeksConsensus ? rules.reviews + 1 : rules.reviews);

export const isEnough = (scores: readonly number[], rules: Pick<ReviewRules, 'reviews' | 'gap'>): boolean =>
  scores.length >= reviewsNeeded(scores, rules);

/** The criterion that breaks ties: the heaviest, the first of them where several weigh the same. */
export const heaviestOf = (criteria: readonly Criterion[]): Criterion | undefined =>
  criteria.reduce<Criterion | undefined>(
    (best, c) => (best && best.weight >= c.weight ? best : c),
    undefined,
  );

/** What a review lacks to be confirmed, all of it. */
export function reviewGaps(criteria: readonly Criterion[], draft: ReviewDraft): FieldError[] {
  const marks = criteria.flatMap(c => {
    const { points = null, justification = '' } = draft.marks[c.id] ?? {};
    return [
      ...(points === null
        ? [{ path: `marks.${c.id}.points`, message: `Falta el puntaje de «${c.name}».` }]
        : []),
      ...(c.justificationRequired && justification.trim() === ''
        ? [{ path: `marks.${c.id}.justification`, message: `Falta justificar «${c.name}».` }]
        : []),
    ];
  });
  return [
    ...marks,
    ...marksErrors(criteria, draft.marks),
    ...(draft.authorComment.trim() === ''
      ? [{ path: 'authorComment', message: 'Falta el comentario para el autor.' }]
      : []),
    ...(draft.recommendation === null
      ? [{ path: 'recommendation', message: 'Falta tu recomendación.' }]
      : []),
  ];
}

/** What not even a draft may hold: points of no criterion, or outside of its scale. */
export const marksErrors = (criteria: readonly Criterion[], marks: Marks): FieldError[] =>
  Object.entries(marks).flatMap(([id, { points }]) => {
    const criterion = criteria.find(c => c.id === id);
    if (!criterion) return [{ path: `marks.${id}`, message: 'Ese criterio no es de esta pauta.' }];
    const fits =
      points === null || (Number.isInteger(points) && points >= 0 && points <= criterion.maxPoints);
    return fits
      ? []
      : [{ path: `marks.${id}.points`, message: `Elige un puntaje entero de 0 a ${criterion.maxPoints}.` }];
  });
