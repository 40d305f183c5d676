import type { FastifyInstance } from 'fastify';
import { formatDate } from '../../../domain/text/format.ts';
import type { Deps } from '../../../server/deps.ts';
import { sendDocument } from '../../../server/public/documents.ts';
import { html, paragraphs } from '../../../server/public/html.ts';
import { readNotice } from '../queries.ts';

const VERSION = /^[1-9]\d{0,8}$/;

/** The notice that people accept, each version at its own address. */
export function privacyDocuments(app: FastifyInstance, { db, env }: Deps): void {
  app.get('/privacidad', { schema: { hide: true } }, async (request, reply) => {
    const { version } = request.query as { version?: unknown };
    const asked = typeof version === 'string' && VERSION.test(version) ? Number(version) : undefined;
    const notice = await readNotice(db, asked);
    return sendDocument(reply, env, {
      title: 'Aviso de privacidad',
      body: html`<p class="dim">Versión ${notice.version}, vigente desde el ${formatDate(new Date(notice.publishedAt))}</p>
<div class="box">${paragraphs(notice.body)}</div>`,
    });
  });
}
