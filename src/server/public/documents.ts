import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppError } from '../../domain/kit/problem.ts';
import { PROBLEMS } from '../../domain/kit/problem-codes.ts';
import { LOGO_PATH } from '../../domain/settings/logo.ts';
import type { Deps } from '../deps.ts';
import { disposition } from '../files/send.ts';
import { dataBlock, type Html, html } from '../html/html.ts';
import { expectedError } from '../http/errors.ts';
import { recentInstitution } from '../institution.ts';
import { styleOf } from './style.ts';

/** What every document shows of the installation. */
export interface Heading {
  readonly institution: string;
  readonly productName: string;
  readonly publicUrl: string;
  /** Of the institution: `#rrggbb`. */
  readonly colour: string;
  /** Address of its logo; null where it has none. */
  readonly logo: string | null;
}

/** What the heading is read with. */
type Source = Pick<Deps, 'db' | 'env'>;

export async function headingOf({ db, env }: Source): Promise<Heading> {
  const { name, colour, logo } = await recentInstitution({ db, env });
  const { productName, publicUrl } = env;
  return { institution: name, productName, publicUrl, colour, logo: logo?.address ?? null };
}

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
const policyOf = ({ logo }: Heading, { script, listing }: PublicDocument): string =>
  [
    "default-src 'none'",
    ...(script ? ["script-src 'self'"] : []),
    ...(listing || logo ? ["img-src 'self'"] : []),
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

/** The logo is its own ground: the server made it so. */
const documentHeader = ({ institution, productName, logo }: Heading, places?: readonly Place[]): Html =>
  html`<header><div class="brand">${logo && html`<img src="${logo}" alt="${institution}">`}
<div><p><strong>${productName}</strong></p><p><small>${institution}</small></p></div></div>${places && placesNav(places)}</header>`;

/** A whole document in the words and colours of the installation. */
export function writeDocument(heading: Heading, document: PublicDocument): string {
  const { institution, productName, colour } = heading;
  const { title, body, trail, script, listing, isWide, places } = document;
  return String(html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${listing ? listed(heading, title, listing) : html`<meta name="robots" content="noindex">`}
<title>${title} - ${productName} - ${institution}</title>
<link rel="stylesheet" href="/publico/estilo.css?color=${colour.slice(1)}">
${script && html`<script type="module" src="/${script}.js"></script>\n`}</head>
<body${isWide && html` class="wide"`}>
${documentHeader(heading, places)}
<main>
${trail}<h1>${title}</h1>
${body}
</main>
${!places && FOOTER}</body>
</html>
`);
}

const commonHeaders = ({ publicUrl }: Pick<Heading, 'publicUrl'>) => ({
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': TRANSPORT }),
});

/** Besides how long it may be kept. */
export const documentHeaders = (heading: Heading, document: PublicDocument) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf(heading, document),
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
export const publicFileHeaders = (
  heading: Pick<Heading, 'publicUrl'>,
  { contentType, name }: Omit<PublicFile, 'content'>,
) => ({
  'content-type': contentType,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex',
  ...(name && { 'content-disposition': disposition('attachment', name) }),
  ...commonHeaders(heading),
});

/** A document that nobody keeps. */
export const sendUnder = (reply: FastifyReply, heading: Heading, document: PublicDocument): FastifyReply =>
  reply
    .code(document.status ?? 200)
    .headers({ ...documentHeaders(heading, document), 'cache-control': 'no-store' })
    .send(writeDocument(heading, document));

/** The same under the heading of now. */
export const sendDocument = async (
  reply: FastifyReply,
  source: Source,
  document: PublicDocument,
): Promise<FastifyReply> => sendUnder(reply, await headingOf(source), document);

const failureOf = (error: AppError): PublicDocument => ({
  title: PROBLEMS[error.code].title,
  status: PROBLEMS[error.code].status,
  body: html`<p>${error.message}</p>`,
});

/** What an address below `/publico` answers that leads nowhere. */
export const UNKNOWN: PublicDocument = {
  ...{ title: 'No encontramos esta página', status: 404 },
  body: html`<p>Revisa la dirección, o pide el enlace otra vez a quien te lo dio.</p>`,
};
export const sendUnknown = (reply: FastifyReply, source: Source): Promise<FastifyReply> =>
  sendDocument(reply, source, UNKNOWN);

/** Stylesheet and logo of all documents; each has another address once it is another one. */
function registerLook(app: FastifyInstance, source: Source): void {
  app.get('/estilo.css', { schema: { hide: true } }, (request, reply) => {
    const { color } = request.query as { color?: unknown };
    return reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
      .send(styleOf(String(color)));
  });
  app.get(LOGO_PATH.replace('/publico', ''), { schema: { hide: true } }, async (request, reply) => {
    const { logo } = await recentInstitution(source);
    if (!logo) return sendUnknown(reply, source);
    // Under the address of another one, also of the next that this copy does not know yet, it is kept by nobody.
    const isKept = logo.address.endsWith(request.url.slice(request.url.indexOf('?')));
    return reply
      .headers({
        ...publicFileHeaders(source.env, { contentType: 'image/png' }),
        'cache-control': isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      .send(logo.png);
  });
}

/** What public documents have in common: their look, forms without a script, failures that are documents, too. */
export function registerDocuments(app: FastifyInstance, source: Source): void {
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
      return sendDocument(reply, source, failureOf(expected));
    }
    request.log.error({ err: error }, 'unexpected error');
    const body = html`<p>Algo falló de nuestro lado. Código ${request.id}.</p>`;
    return sendDocument(reply, source, { title: 'Algo falló', status: 500, body });
  });
  registerLook(app, source);
  // Without them the browser part would answer with a page of its own.
  const rest = { method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], schema: { hide: true } };
  app.route({ ...rest, url: '/', handler: (_request, reply) => sendUnknown(reply, source) });
  app.all('/*', { schema: { hide: true } }, (_request, reply) => sendUnknown(reply, source));
}
