import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppError } from '../../domain/kit/problem.ts';
import { PROBLEMS } from '../../domain/kit/problem-codes.ts';
import type { Env } from '../env.ts';
import { disposition } from '../files/send.ts';
import { dataBlock, type Html, html } from '../html/html.ts';
import { expectedError } from '../http/errors.ts';
import { STYLE } from './style.ts';

export type Heading = Pick<Env, 'institution' | 'productName' | 'publicUrl'>;

export interface PublicDocument {
  /** Also its main heading. */
  readonly title: string;
  readonly body: Html | readonly Html[];
  /** Above its heading: where it stands among others. */
  readonly trail?: Html;
  readonly status?: number;
  /** Name of a script of the browser part that adds to it, such as `compare-file`; without it all the rest still works. */
  readonly script?: string;
  /** Wider than a text is read, for lists and maps. */
  readonly isWide?: boolean;
  /** Where one goes from here, under the name of the product. */
  readonly places?: readonly Place[];
  /** Of what is to be found and passed on; every other document is left out by search engines. */
  readonly listing?: Listing;
}

export interface Place {
  readonly path: string;
  readonly words: string;
}

/** How a document is told of elsewhere. */
export interface Listing {
  /** Where it stands, with the search that counts: one page has one address. */
  readonly path: string;
  /** In a sentence or two. */
  readonly description: string;
  /** Path of a picture of it. */
  readonly picture?: string;
  /** What it is about, for programs: an object of https://schema.org. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What a public document may load and where it may send: its own stylesheet, pictures and forms, its script if it has one. */
const policyOf = ({ script, listing }: PublicDocument): string =>
  [
    "default-src 'none'",
    ...(script ? ["script-src 'self'"] : []),
    ...(listing ? ["img-src 'self'"] : []),
    "style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ].join('; ');

/** A year, as for the pages of the browser part: who comes by a QR code may never have seen another page. */
const TRANSPORT = 'max-age=31536000; includeSubDomains';

const listed = ({ publicUrl, productName }: Heading, title: string, listing: Listing): Html => {
  const { path, description, picture, data } = listing;
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${publicUrl}${path}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${publicUrl}${path}">
<meta property="og:site_name" content="${productName}">
<meta property="og:type" content="website">
<meta property="og:locale" content="es_CL">
${picture && html`<meta property="og:image" content="${publicUrl}${picture}">\n`}${data && dataBlock(data)}`;
};

const placesNav = (places: readonly Place[]): Html => html`
<nav aria-label="Páginas públicas"><ul>${places.map(({ path, words }) => html`<li><a href="${path}">${words}</a></li>`)}</ul></nav>`;

/** Where no places lead there. In a window of its own: what was typed here stays. */
const FOOTER = html`<footer><p><a href="/publico/privacidad" target="_blank" rel="noopener">Aviso de privacidad</a></p></footer>
`;

/** A whole document in the words and colours of the installation. */
export function writeDocument(heading: Heading, document: PublicDocument): string {
  const { institution, productName } = heading;
  const { title, body, trail, script, listing, isWide, places } = document;
  return String(html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${listing ? listed(heading, title, listing) : html`<meta name="robots" content="noindex">`}
<title>${title} - ${productName} - ${institution}</title>
<link rel="stylesheet" href="/publico/estilo.css">
${script && html`<script type="module" src="/${script}.js"></script>\n`}</head>
<body${isWide && html` class="wide"`}>
<header><p><strong>${productName}</strong></p><p><small>${institution}</small></p>${places && placesNav(places)}</header>
<main>
${trail}<h1>${title}</h1>
${body}
</main>
${!places && FOOTER}</body>
</html>
`);
}

const commonHeaders = ({ publicUrl }: Heading) => ({
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': TRANSPORT }),
});

/** Besides how long it may be kept. */
export const documentHeaders = (heading: Heading, document: PublicDocument) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf(document),
  ...commonHeaders(heading),
});

/** What is no page: a table, a map of the site. */
export interface PublicFile {
  readonly contentType: string;
  readonly content: string;
  /** It is saved under this name, not shown. */
  readonly name?: string;
}

/** Besides how long it may be kept. Search engines read it and do not list it. */
export const publicFileHeaders = (heading: Heading, { contentType, name }: Omit<PublicFile, 'content'>) => ({
  'content-type': contentType,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex',
  ...(name && { 'content-disposition': disposition('attachment', name) }),
  ...commonHeaders(heading),
});

/** A document that nobody keeps. */
export const sendDocument = (reply: FastifyReply, heading: Heading, document: PublicDocument): FastifyReply =>
  reply
    .code(document.status ?? 200)
    .headers({ ...documentHeaders(heading, document), 'cache-control': 'no-store' })
    .send(writeDocument(heading, document));

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
  const rest = { method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], schema: { hide: true } };
  app.route({ ...rest, url: '/', handler: (_request, reply) => sendUnknown(reply, env) });
  app.all('/*', { schema: { hide: true } }, (_request, reply) => sendUnknown(reply, env));
}
