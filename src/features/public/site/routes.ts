import type { FastifyInstance } from 'fastify';
import { CALLS_PATH, CATALOGUE_PATH, SITE_MAP_PATH } from '../../../domain/publishing/addresses.ts';
import type { Deps } from '../../../server/deps.ts';
import { sendUnknown } from '../../../server/public/documents.ts';
import type { AddDocument, SendKept } from '../../../server/public/kept.ts';
import { readEdition } from '../queries.ts';
import { siteMap } from './queries.ts';

const PART = /^[1-9]\d{0,3}$/;

/** What search engines ask for first. */
export function siteDocuments(add: AddDocument, deps: Deps, send: SendKept): void {
  const { db, env } = deps;
  add('/sitemap.xml', async exchange => {
    const { parte } = exchange.request.query as { parte?: unknown };
    if (parte !== undefined && !(typeof parte === 'string' && PART.test(parte)))
      return sendUnknown(exchange.reply, deps);
    const part = parte === undefined ? undefined : Number(parte);
    const { stamp, isOpen } = await readEdition(db);
    const write = () => siteMap(db, { publicUrl: env.publicUrl, isOpen, part });
    return send(exchange, { key: `${SITE_MAP_PATH} ${part ?? ''}`, version: `${stamp} ${isOpen}`, write });
  });
}

/** Programs that list pages read what is meant to be found, and nothing of the application. */
export function robotsFile(app: FastifyInstance, { publicUrl }: Pick<Deps['env'], 'publicUrl'>): void {
  const allowed = [CATALOGUE_PATH, CALLS_PATH, SITE_MAP_PATH, '/publico/estilo.css'];
  const lines = [
    'User-agent: *',
    ...allowed.map(path => `Allow: ${path}`),
    'Disallow: /',
    '',
    `Sitemap: ${publicUrl}${SITE_MAP_PATH}`,
    '',
  ];
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(lines.join('\n')),
  );
}
