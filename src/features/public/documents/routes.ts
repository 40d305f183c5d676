import type { FastifyInstance } from 'fastify';
import { CALLS_PATH, CATALOGUE_PATH } from '../../../domain/publishing/addresses.ts';
import type { Deps } from '../../../server/deps.ts';
import { createLimit } from '../../../server/http/limits.ts';
import { headingOf, sendUnknown } from '../../../server/public/documents.ts';
import { type AddDocument, keepDocuments } from '../../../server/public/kept.ts';
import { catalogueDocuments } from '../catalogue/routes.ts';
import { tableDocuments } from '../catalogue-table/routes.ts';
import { projectDocuments } from '../project-page/routes.ts';
import { readEdition } from '../queries.ts';
import { resultDocuments } from '../results/routes.ts';
import { siteDocuments } from '../site/routes.ts';

/** Requests a minute from one address: a class that opens the catalogue at once, with all its photos. */
const PER_MINUTE = 1200;

/** What anybody may see of the university's projects and calls, below `/publico`. */
export function publicDocuments(app: FastifyInstance, deps: Deps): void {
  const count = createLimit(app, PER_MINUTE);
  const send = keepDocuments(() => headingOf(deps));
  const add: AddDocument = (path, answer) =>
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      await count(request, request.ip);
      return answer({ request, reply });
    });
  add('/', async ({ reply }) => {
    const { isOpen, hasResults } = await readEdition(deps.db);
    if (!isOpen && !hasResults) return sendUnknown(reply, deps);
    return reply.header('cache-control', 'no-cache').redirect(isOpen ? CATALOGUE_PATH : CALLS_PATH, 303);
  });
  catalogueDocuments(add, deps, send);
  tableDocuments(add, deps);
  projectDocuments(add, deps, send);
  resultDocuments(add, deps, send);
  siteDocuments(add, deps, send);
}
