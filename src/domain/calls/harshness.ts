import { finalScore, hundredths } from './scoring.ts';

/** A confirmed review of a call. */
export interface ScoredReview {
  readonly projectId: string;
  readonly userId: string;
  /** 0–100. */
  readonly score: number;
}

/** How a reviewer scored beside everybody; points of 0–100. */
export interface Severity {
  readonly userId: string;
  /** Confirmed ones. */
  readonly reviews: number;
  readonly mean: number;
  /** Mean of the reviewer less that of the call: below 0 is harsher than all together. */
  readonly difference: number;
  /** What is added to each of their scores; 0 where their reviews are too few. */
  readonly shift: number;
}

export interface Harshness {
  /** Of all confirmed reviews; `null` without any. */
  readonly mean: number | null;
  /** Harshest first. */
  readonly reviewers: readonly Severity[];
  /** Score of each proposal with its reviews shifted, by id; not cut to 0–100. */
  readonly adjusted: ReadonlyMap<string, number>;
}

/** Below as many reviews a mean says more of the proposals than of who scored them. */
export const LEAST_REVIEWS = 3;
export const isAdjusted = ({ reviews }: Pick<Severity, 'reviews'>): boolean => reviews >= LEAST_REVIEWS;

/**
 * What the confirmed reviews of a call would come to if everybody scored alike: to each score is added the mean of all
 * reviews of the call less the mean of its reviewer, and a proposal has the mean of its scores so shifted. Reviewers with
 * fewer than {@link LEAST_REVIEWS} are not shifted. Every step is rounded to hundredths, so that what is shown adds up.
 *
 * One sentence explains it, at a price: it takes for granted that all had proposals of like quality, so that who was
 * given weak ones looks harsh; it knows nothing of who uses more or less of the scale; and with few reviews chance
 * weighs much. An additive model of reviewers and proposals would mend the first where reviewers share proposals, but
 * nobody could recompute it by hand. Hence it informs, and decides nothing.
 */
export function harshnessOf(reviews: readonly ScoredReview[]): Harshness {
  const mean = finalScore(reviews.map(r => r.score));
  const reviewers = [...Map.groupBy(reviews, r => r.userId)]
    .map(([userId, own]): Severity => {
      const count = { reviews: own.length };
      const ownMean = finalScore(own.map(r => r.score)) ?? 0;
      const difference = hundredths(ownMean - (mean ?? 0));
      return { userId, ...count, mean: ownMean, difference, shift: isAdjusted(count) ? 0 - difference : 0 };
    })
    .sort((a, b) => a.difference - b.difference || (a.userId < b.userId ? -1 : 1));
  const shifts = new Map(reviewers.map(r => [r.userId, r.shift]));
  const adjusted = [...Map.groupBy(reviews, r => r.projectId)].map(([id, own]): [string, number] => [
    id,
    finalScore(own.map(r => r.score + (shifts.get(r.userId) ?? 0))) ?? 0,
  ]);
  return { mean, reviewers, adjusted: new Map(adjusted) };
}
