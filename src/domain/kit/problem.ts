import { z } from 'zod';
import { keysOf } from './look-up.ts';
import { PROBLEMS, type ProblemCode } from './problem-codes.ts';

/** Problem details (RFC 9457) with every field error at once; `path` is dotted, e.g. `specific.0.text`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(keysOf(PROBLEMS)),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** What the reader needs to go on, e.g. the stored values of a stale save. */
  extra: z.unknown().optional(),
});
export type Problem = z.infer<typeof problemSchema>;
export type FieldError = NonNullable<Problem['errors']>[number];

/** An expected failure. Thrown anywhere on the server, answered as problem details, never logged as an error. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly extra: unknown;
  /** Seconds after which the same may succeed. */
  readonly retryAfter: number | undefined;
  constructor(
    code: ProblemCode,
    detail?: string,
    more: { errors?: FieldError[]; extra?: unknown; retryAfter?: number } = {},
  ) {
    super(detail ?? PROBLEMS[code].detail);
    this.code = code;
    this.errors = more.errors;
    this.extra = more.extra;
    this.retryAfter = more.retryAfter;
  }
}

export const notFound = () => new AppError('not_found');
export const forbidden = (what: string, why?: string) =>
  new AppError('forbidden', `No tienes permiso para ${what}.${why ? ` ${why}` : ''}`);
export const tooMany = (seconds: number) =>
  new AppError('too_many', `Demasiadas solicitudes. Intenta de nuevo en ${seconds} segundos.`, {
    retryAfter: seconds,
  });
/** One field of the request is wrong. */
export const invalid = (path: string, message: string) =>
  new AppError('invalid', undefined, { errors: [{ path, message }] });
