/** The answer to whether somebody may do something. */
export type Verdict = Allowed | Refused;

export interface Allowed {
  readonly allowed: true;
  /** An Admin acts for the lead; the history says so. */
  readonly onBehalf?: true;
  /** The last possible Admin decides despite a conflict: the audit flags it and a reason is asked for. */
  readonly lastResort?: true;
}
export interface Refused {
  readonly allowed: false;
  /** Spanish; says what to do. */
  readonly reason: string;
  /** Never this person's to do here, so no button is shown. */
  readonly hidden?: true;
  /** This person's to do, but a condition of the project is not met. */
  readonly unmet?: true;
}

/** What the reader is shown of a verdict: a button, off with its reason. */
export interface Offer {
  readonly allowed: boolean;
  readonly reason: string | null;
}

/** Theirs to do, not now: a button with its reason. */
export const refuse = (reason: string): Refused => ({ allowed: false, reason });
/** Not theirs to do here: no button. */
export const hide = (reason: string): Refused => ({ allowed: false, reason, hidden: true });

/** Null where there is no button. */
export const offerOf = (verdict: Verdict): Offer | null =>
  !verdict.allowed && verdict.hidden
    ? null
    : { allowed: verdict.allowed, reason: verdict.allowed ? null : verdict.reason };

/** The same of a decision, which the last possible person makes despite a conflict. */
export function decisionOfferOf(verdict: Verdict): (Offer & { readonly lastResort: boolean }) | null {
  const offer = offerOf(verdict);
  return offer && { ...offer, lastResort: verdict.allowed && verdict.lastResort === true };
}
