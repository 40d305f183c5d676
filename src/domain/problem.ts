import { z } from 'zod';

/** Stable codes of expected failures; one HTTP status each. */
export const PROBLEMS = {
  invalid: { status: 400, title: 'Datos no válidos', detail: 'Revisa los datos marcados.' },
  unauthenticated: {
    status: 401,
    title: 'Sin sesión',
    detail: 'Tu sesión expiró. Inicia sesión nuevamente.',
  },
  forbidden: { status: 403, title: 'Sin permiso', detail: 'No tienes permiso para hacer esto.' },
  account_pending: { status: 403, title: 'Cuenta pendiente', detail: 'La oficina debe habilitar tu cuenta.' },
  account_refused: { status: 403, title: 'Ingreso rechazado', detail: 'Esta cuenta no puede ingresar.' },
  not_found: {
    status: 404,
    title: 'No encontrado',
    detail: 'No encontramos lo que buscas, o no tienes acceso.',
  },
  conflict: { status: 409, title: 'Conflicto', detail: 'Otra persona guardó cambios mientras editabas.' },
  too_large: { status: 413, title: 'Demasiado grande', detail: 'Lo enviado supera el máximo permitido.' },
  unsupported_type: {
    status: 415,
    title: 'Tipo no permitido',
    detail: 'Ese tipo de archivo no está permitido.',
  },
  rule: { status: 422, title: 'Regla no cumplida', detail: 'La operación no cumple una regla.' },
  too_many: {
    status: 429,
    title: 'Demasiadas solicitudes',
    detail: 'Demasiadas solicitudes. Intenta de nuevo en unos segundos.',
  },
  internal: { status: 500, title: 'Error interno', detail: 'Algo falló de nuestro lado.' },
  unavailable: {
    status: 503,
    title: 'No disponible',
    detail: 'El servicio no está disponible en este momento. Inténtalo de nuevo.',
  },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** Problem details (RFC 9457) with every field error at once; `path` is dotted, e.g. `specific.0.text`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
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
  constructor(code: ProblemCode, detail?: string, more: { errors?: FieldError[]; extra?: unknown } = {}) {
    super(detail ?? PROBLEMS[code].detail);
    this.code = code;
    this.errors = more.errors;
    this.extra = more.extra;
  }
}

export const notFound = () => new AppError('not_found');
export const forbidden = (what: string, why?: string) =>
  new AppError('forbidden', `No tienes permiso para ${what}.${why ? ` ${why}` : ''}`);
/** One field of the request is wrong. */
export const invalid = (path: string, message: string) =>
  new AppError('invalid', undefined, { errors: [{ path, message }] });
