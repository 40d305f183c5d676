import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppError } from '../../domain/kit/problem.ts';
import { PROBLEMS } from '../../domain/kit/problem-codes.ts';
import type { Env } from '../env.ts';
import { expectedError } from '../http/errors.ts';
import { type Html, html } from './html.ts';
import { STYLE } from './style.ts';

type Heading = Pick<Env, 'institution' | 'productName' | 'publicUrl'>;

export interface PublicDocument {
  /** Also its main heading. */
  readonly title: string;
  readonly body: Html | readonly Html[];
  readonly status?: number;
  /** Name of a script of the browser part that adds to it, such as `compare-file`; without it all the rest still works. */
  readonly script?: string;
}

/** What a public document may load and where it may send: its own stylesheet, its own forms, its script if it has one. */
const policyOf = (script: string | undefined): string =>
  `default-src 'none'; ${script ? "script-src 'self'; " : ''}style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A year, as for the pages of the browser part: who comes by a QR code may never have seen another page. */
const TRANSPORT = 'max-age=31536000; includeSubDomains';

/** A whole document in the words and colours of the installation. */
export function sendDocument(
  reply: FastifyReply,
  { institution, productName, publicUrl }: Heading,
  { title, body, status = 200, script }: PublicDocument,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${productName} - ${institution}</title>
<link rel="stylesheet" href="/publico/estilo.css">
${script && html`<script type="module" src="/${script}.js"></script>\n`}</head>
<body>
<header><p><strong>${productName}</strong></p><p><small>${institution}</small></p></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(script),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(publicUrl.startsWith('https:') && { 'strict-transport-security': TRANSPORT }),
    })
    .send(String(page));
}

const failureOf = (error: AppError): PublicDocument => ({
  title: PROBLEMS[error.code].title,
  status: PROBLEMS[error.code].status,
  body: html`<p>${error.message}</p>`,
});

/** What an address below `/publico` answers that leads nowhere. */
export const sendUnknown = (reply: FastifyReply, env: Heading): FastifyReply =>
  sendDocument(reply, env, {
    ...{ title: 'No encontramos esta página', status: 404 },
    body: html`<p>Revisa la dirección, o pide el enlace otra vez a quien te lo dio.</p>`,
  });

/** What public documents have in common: stylesheet, forms without a script, failures that are documents, too. */
export function registerDocuments(app: FastifyInstance, env: Heading): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error, request, reply) => {
    const expected = expectedError(error as Parameters<typeof expectedError>[0]);
    if (expected) {
      if (expected.retryAfter !== undefined) reply.header('retry-after', expected.retryAfter);
      return sendDocument(reply, env, failureOf(expected));
    }
    request.log.error({ err: error }, 'unexpected error');
    const body = html`<p>Algo falló de nuestro lado. Código ${request.id}.</p>`;
    return sendDocument(reply, env, { title: 'Algo falló', status: 500, body });
  });
  app.get('/estilo.css', { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
      .send(STYLE),
  );
  // Without them the browser part would answer with a page of its own.
  for (const address of ['/', '/*'])
    app.all(address, { schema: { hide: true } }, (_request, reply) => sendUnknown(reply, env));
}
