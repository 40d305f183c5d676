import type { FastifyInstance } from 'fastify';
import type { Endpoint, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { type Context, type SENT, serve } from './serve.ts';

/** Bind an endpoint that takes bytes instead of JSON, held as a whole: for files of a few MB. */
export function serveBytes<E extends Endpoint>(
  api: FastifyInstance,
  endpoint: E,
  handler: (context: Context<E>, bytes: Buffer) => Promise<OutputOf<E> | typeof SENT>,
): void {
  api.register(async scope => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, endpoint, context => {
      const bytes = context.request.body;
      if (!Buffer.isBuffer(bytes)) throw new AppError('unsupported_type', 'Envía el archivo como bytes.');
      return handler(context, bytes);
    });
  });
}
