import { ProblemError } from '../../../../web/problem-error.ts';
import { newerEntry } from '../../contract.ts';

/** Words of our own, shown like those of the server. */
export const refusalOf = (detail: string): ProblemError =>
  new ProblemError({ type: 'urn:problem:rule', title: '', status: 422, code: 'rule', detail });

/** Somebody saved the entry since: the version to go over, and what is said of it. Null for any other failure. */
export function newerVersion(error: unknown): { version: number; error: ProblemError } | null {
  if (!(error instanceof ProblemError) || error.code !== 'conflict') return null;
  const newer = newerEntry.safeParse(error.extra);
  if (!newer.success) return null;
  const words = `${error.message} Lo que escribiste sigue aquí: revisa y guarda otra vez para dejar lo tuyo.`;
  return { version: newer.data.version, error: refusalOf(words) };
}
