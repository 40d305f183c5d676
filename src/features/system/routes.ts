import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { getHealth, getReady, getSystemStatus } from './contract.ts';
import { readiness, systemStatus } from './queries.ts';

export function systemRoutes(api: FastifyInstance, { db, env, files }: Deps): void {
  // Whoever watches asks from the same address as everybody behind the proxy.
  serve(api, getHealth, async () => ({ status: 'ok' as const }), { counted: false });
  serve(
    api,
    getReady,
    async ({ reply }) => {
      const ready = await readiness(db, files);
      if (ready.status === 'ok') return ready;
      reply.code(503).type('application/json').send(JSON.stringify(ready));
      return SENT;
    },
    { counted: false },
  );
  serve(api, getSystemStatus, () => systemStatus(db, env));
}
