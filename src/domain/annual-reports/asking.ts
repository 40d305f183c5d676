import type { Scope } from '../figures/scopes.ts';

/** Of whose projects somebody may have an annual report. */
export const ANNUAL_SCOPES: readonly Scope[] = ['all', 'units'];

/** Letters of its foreword. */
export const LONGEST_FOREWORD = 10_000;
