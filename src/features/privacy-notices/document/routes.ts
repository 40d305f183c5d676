import type { FastifyInstance } from 'fastify';
import { readSetting } from '../../../db/settings.ts';
import { ANSWER_DAYS, EXTENSION_DAYS } from '../../../domain/privacy/requests.ts';
import { formatDate } from '../../../domain/text/format.ts';
import type { Deps } from '../../../server/deps.ts';
import { type Html, html, paragraphs } from '../../../server/html/html.ts';
import { sendDocument } from '../../../server/public/documents.ts';
import type { PrivacyNotice } from '../contract.ts';
import { privacyNotices, readNotice } from '../queries.ts';

const VERSION = /^[1-9]\d{0,8}$/;

const since = ({ publishedAt }: PrivacyNotice) => formatDate(new Date(publishedAt));

/** Who has an account asks from their profile, whoever has none by mail. */
const howToAsk = (contact: string): Html => html`<h2>Cómo pedir algo sobre tus datos</h2>
<ul>
<li>Si tienes una cuenta: <a href="/profile">desde tu perfil</a>.</li>
<li>Si no tienes cuenta: ${
  contact === ''
    ? 'escribe o acude a la oficina de la institución'
    : html`escribe a <a href="mailto:${encodeURI(contact)}">${contact}</a>`
}.</li>
</ul>
<p>Te respondemos en ${ANSWER_DAYS} días corridos, que se pueden extender una vez por otros ${EXTENSION_DAYS}.</p>`;

const versionsOf = (all: readonly PrivacyNotice[], { version }: PrivacyNotice): Html | null => {
  const others = all.filter(other => other.version !== version);
  if (others.length === 0) return null;
  return html`<h2>Otras versiones</h2>
<ul>${others.map(
    other =>
      html`<li><a href="/publico/privacidad?version=${other.version}">Versión ${other.version}</a>, desde el ${since(other)}</li>`,
  )}</ul>`;
};

/** The notice that people accept, each version at its own address. */
export function privacyDocuments(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  app.get('/privacidad', { schema: { hide: true } }, async (request, reply) => {
    const { version } = request.query as { version?: unknown };
    const asked = typeof version === 'string' && VERSION.test(version) ? Number(version) : undefined;
    const notice = await readNotice(db, asked);
    const { contact } = await readSetting(db, 'dataRequests');
    return sendDocument(reply, deps, {
      title: 'Aviso de privacidad',
      body: html`<p class="dim">Versión ${notice.version}, vigente desde el ${since(notice)}</p>
<div class="box">${paragraphs(notice.body)}</div>
${howToAsk(contact)}
${versionsOf(await privacyNotices(db), notice)}`,
    });
  });
}
