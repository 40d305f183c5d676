import type { FieldError, Problem } from '../domain/kit/problem.ts';
import { PROBLEMS, type ProblemCode } from '../domain/kit/problem-codes.ts';
import { t } from './i18n/i18n.ts';

/** A request the server refused, in the words it gave for people (`message`). */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly errors: FieldError[];
  /** What the reader needs to go on, e.g. the stored values of a stale save. */
  readonly extra: unknown;
  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.status = problem.status;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    this.extra = problem.extra;
  }
}

/** Words of our own, shown like those of the server. */
export const refusalInWords = (detail: string): ProblemError =>
  new ProblemError({ type: 'urn:problem:rule', title: '', status: 422, code: 'rule', detail });

/** The request never reached the server or no answer came back. */
export class OfflineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OfflineError';
  }
}

/** No answer came in time; asking again would take as long. */
export class TimeoutError extends OfflineError {
  constructor() {
    super(t('error.timeout'));
    this.name = 'TimeoutError';
  }
}

/**
 * Browsers give up by limits of their own, the shortest after 90 s (Firefox, while connecting), and do not tell them
 * from a lost connection, which shows sooner. In ms.
 */
const SLOW = 60_000;

/** Why a request that began at `started` (ms since 1970) has failed without an answer; `words` when the connection is lost. */
export const lostConnection = (started: number, words: string): OfflineError =>
  navigator.onLine && Date.now() - started >= SLOW ? new TimeoutError() : new OfflineError(words);

/** Told by its code; the server answers by one schema, and the login page has no use for the code of a second check. */
const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  'detail' in body &&
  String(body.code) in PROBLEMS;

/** Also reads answers that are no problem details, such as those of a proxy in between. */
export function problemFrom(status: number, body: unknown): ProblemError {
  if (isProblem(body)) return new ProblemError(body);
  const code =
    (Object.keys(PROBLEMS) as ProblemCode[]).find(key => PROBLEMS[key].status === status) ??
    (status >= 502 ? 'unavailable' : 'internal');
  return new ProblemError({ type: 'about:blank', ...PROBLEMS[code], status, code });
}

/** Words for any failure, to be shown to a person. */
export function messageOf(error: unknown): string {
  if (error instanceof ProblemError || error instanceof OfflineError) return error.message;
  return t('error.unexpected');
}
