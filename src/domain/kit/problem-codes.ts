/** Stable codes of expected failures; one HTTP status each. Apart from zod for the login page. */
export const PROBLEMS = {
  invalid: { status: 400, title: 'Datos no válidos', detail: 'Revisa los datos marcados.' },
  unauthenticated: {
    status: 401,
    title: 'Sin sesión',
    detail: 'Tu sesión expiró. Inicia sesión nuevamente.',
  },
  forbidden: { status: 403, title: 'Sin permiso', detail: 'No tienes permiso para hacer esto.' },
  last_resort: {
    status: 403,
    title: 'Participas en lo que decides',
    detail: 'Nadie más de la oficina puede decidirlo: explica por qué lo haces tú.',
  },
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
