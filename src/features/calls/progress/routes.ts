import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../domain/kit/problem.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { callById } from '../queries.ts';
import { getProgress, getReceived } from './contract.ts';
import { holdsOf, receivedIn } from './queries.ts';

export function progressRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getProgress, async ({ params }) => {
    const call = await callById(db, params.call);
    if (!call) throw notFound();
    return holdsOf(db, call, new Date());
  });
  serve(api, getReceived, ({ params }) => receivedIn(db, params.call));
}
