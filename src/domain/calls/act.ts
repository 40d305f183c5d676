import type { Result } from './proposals.ts';

export interface ActRow {
  readonly rank: number;
  readonly code: string;
  readonly title: string;
  readonly lead: string;
  readonly school: string;
  readonly faculty: string;
  readonly line: string;
  /** CLP asked for. */
  readonly amount: number;
  /** CLP of an award; acts of before say none, as all that was asked was awarded. */
  readonly awarded?: number;
  /** Of each confirmed review. */
  readonly scores: readonly number[];
  readonly score: number | null;
  readonly spread: number;
  /** Mean points, in the order of the criteria. */
  readonly criteria: readonly number[];
  readonly result: Result;
  readonly proposed: Result;
  readonly reason: string;
  /** Why it stands before the next one with the same score; absent without such a one, and in acts of before. */
  readonly tie?: string;
  /** An appeal of it was upheld. */
  readonly upheld?: boolean;
  /** Where it comes from the waitlist: what happened instead of a session. */
  readonly fromWaitlist?: boolean;
}

interface Attendant {
  readonly name: string;
  readonly role: string;
}

/** One that was declared inadmissible, and stays so. */
interface Inadmissible {
  readonly code: string;
  readonly title: string;
  readonly lead: string;
  readonly school: string;
  readonly reason: string;
}

/** What an act says, kept as it was decided. What is optional is not said by acts of before. */
export interface ActFacts {
  readonly call: string;
  readonly year: number;
  /** Null where the waitlist moved by itself. */
  readonly by: string | null;
  /** The first resolves all of the call; later ones what an appeal or the waitlist changes. */
  readonly cause?: 'resolution' | 'appeal' | 'waitlist';
  /** Null without a committee, and where the waitlist moved. */
  readonly session?: {
    /** `yyyy-mm-dd`. */
    readonly day: string;
    readonly place: string;
    readonly notes: string;
    readonly quorum: number | null;
    readonly present: readonly Attendant[];
    readonly absent: readonly Attendant[];
  } | null;
  /** Names of the files of the bases. */
  readonly bases?: readonly string[];
  /** Those of the whole call, in the first act; later ones say those that changed since. */
  readonly inadmissible?: readonly Inadmissible[];
  /** `yyyy-mm-dd`, the last day to appeal; null where nothing can be appealed. */
  readonly appealsUntil?: string | null;
  readonly minimum: number;
  readonly reviews: number;
  readonly gap: number;
  readonly blind: boolean;
  readonly criteria: readonly {
    readonly name: string;
    readonly weight: number;
    readonly maxPoints: number;
  }[];
  readonly lines: readonly {
    readonly name: string;
    readonly budget: number;
    readonly cap: number;
    /** CLP, earlier acts included. */
    readonly awarded: number;
    /** Score of the last one awarded in it, 0–100; null where none was. */
    readonly cutoff?: number | null;
  }[];
  readonly quotas: readonly { readonly faculty: string; readonly quota: number }[];
  readonly rows: readonly ActRow[];
}

export interface StoredAct {
  readonly number: number;
  readonly at: Date;
  readonly facts: ActFacts;
  readonly pdf: Buffer | null;
}
export interface Heading {
  readonly institution: string;
  readonly product: string;
}
