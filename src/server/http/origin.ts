import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

const storage = new AsyncLocalStorage<string>();

/** Network address of the request being served; null outside of one. For the audit's "from where". */
export const requestAddress = (): string | null => storage.getStore() ?? null;

export function registerOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => storage.run(request.ip, done));
}
