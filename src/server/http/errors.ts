import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseLost } from '../../db/again.ts';
import { AppError, type FieldError, type Problem } from '../../domain/kit/problem.ts';
import { PROBLEMS, type ProblemCode } from '../../domain/kit/problem-codes.ts';
import { StoreError } from '../files/store.ts';

const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

export function problemOf(error: AppError): Problem {
  const { status, title } = PROBLEMS[error.code];
  return {
    type: `urn:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    ...(error.errors && { errors: error.errors }),
    ...(error.extra !== undefined && { extra: error.extra }),
  };
}

export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  const problem = problemOf(error);
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  // Sent as a string: the answer must not depend on the route's own output schema.
  return reply
    .code(problem.status)
    .headers({ 'content-type': PROBLEM_JSON, 'cache-control': 'no-store' })
    .send(JSON.stringify(problem));
}

function fieldErrors(error: FastifyError): FieldError[] {
  return (error.validation ?? []).map(issue => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? PROBLEMS.invalid.detail,
  }));
}

const FASTIFY_CODES: Record<string, [ProblemCode, string?]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'Ese tipo de contenido no está permitido.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid', 'Los datos enviados no se pueden leer.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid'],
  FST_ERR_BAD_URL: ['not_found'],
  FST_ERR_ASYNC_CONSTRAINT: ['not_found'],
};

// SQLSTATE classes a caller can cause: https://www.postgresql.org/docs/15/errcodes-appendix.html
const SQL_STATES: Record<string, [ProblemCode, string?]> = {
  '23505': ['rule', 'Ya existe un registro con esos datos.'],
  '23503': ['rule', 'Algo de lo elegido ya no existe, o todavía se usa en otra parte.'],
  '23514': ['invalid'],
  // Numbers and dates beyond what a column holds; contracts say so before, field by field.
  '22003': ['invalid'],
  '22007': ['invalid'],
  '22008': ['invalid'],
  '22009': ['invalid'],
  '22021': ['invalid'],
  '22P02': ['invalid'],
  '22P05': ['invalid'],
  '40001': ['conflict'],
  '40P01': ['conflict'],
  '57014': ['unavailable'],
};

const STORE_AWAY =
  'El almacén de archivos no está disponible en este momento. Espera un poco e inténtalo de nuevo.';

/** The expected failure behind an error, or nothing when it is a defect of ours. */
export function expectedError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error.validation) return new AppError('invalid', undefined, { errors: fieldErrors(error) });
  if (error.statusCode === 429) return new AppError('too_many', error.message);
  if (error instanceof StoreError) return new AppError('unavailable', STORE_AWAY);
  const known = FASTIFY_CODES[error.code] ?? SQL_STATES[error.code];
  if (known) return new AppError(known[0], known[1]);
  if (error.statusCode === 503 || isDatabaseLost(error)) return new AppError('unavailable');
  if (error.statusCode && error.statusCode < 500)
    return new AppError('invalid', 'Los datos enviados no se pueden leer.');
  return undefined;
}

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const expected = expectedError(error);
    // Expected of a store now and then, and still something that the office's technicians must hear of.
    if (error instanceof StoreError) request.log.error({ err: error }, 'file store failed');
    else if (expected) request.log.info({ code: expected.code }, expected.message);
    if (expected) return sendProblem(reply, expected);
    request.log.error({ err: error }, 'unexpected error');
    return sendProblem(reply, new AppError('internal', `Algo falló de nuestro lado. Código ${request.id}.`));
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new AppError('not_found')));
}
