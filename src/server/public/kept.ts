import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  documentHeaders,
  type Heading,
  type PublicDocument,
  type PublicFile,
  publicFileHeaders,
  sendUnder,
  UNKNOWN,
  writeDocument,
} from './documents.ts';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What a document is written from, and when it is to be written anew. */
interface Edition {
  /** Of the document: its address with the search that counts. */
  readonly key: string;
  /** Read from the database at each request: as long as it stays, what was written stays true. */
  readonly version: string;
  /** Null where there is no such document any more. */
  readonly write: (heading: Heading) => Promise<PublicDocument | PublicFile | null>;
}

interface Kept {
  readonly version: string;
  readonly until: number;
  readonly headers: Record<string, string>;
  readonly page: string;
}

/** Names of units and kinds change without the version: after this time they are read again. */
const KEPT_MS = 10_000;
/** Letters of all that is kept; an address is free to ask for anything. */
const MOST_LETTERS = 8_000_000;

const tagOf = (page: string) => `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
/** Whether the browser has the very same content (RFC 9110 §13.1.2: compared weakly). */
export const isKnown = ({ headers }: FastifyRequest, tag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some(one => opaque(one) === opaque(tag));

/**
 * Documents remembered under their version in this process. Browsers and caches between may keep them too, but ask
 * each time (`no-cache`), so that what was withdrawn is gone from everywhere at the next look.
 */
export function keepDocuments(headingNow: () => Promise<Heading>) {
  const kept = new Map<string, Kept>();
  const writing = new Map<string, Promise<Kept | null>>();
  let letters = 0;

  const forget = (key: string) => {
    letters -= kept.get(key)?.page.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, entry: Kept) => {
    forget(key);
    kept.set(key, entry);
    letters += entry.page.length;
    for (const oldest of kept.keys()) {
      if (letters <= MOST_LETTERS) break;
      forget(oldest);
    }
  };

  async function compose({ key, version, write }: Edition, heading: Heading): Promise<Kept | null> {
    const document = await write(heading);
    if (!document) return null;
    const [page, own] =
      'content' in document
        ? [document.content, publicFileHeaders(heading, document)]
        : [writeDocument(heading, document), documentHeaders(heading, document)];
    const headers = { ...own, 'cache-control': 'no-cache', etag: tagOf(page) };
    const entry = { version, until: Date.now() + KEPT_MS, headers, page };
    keep(key, entry);
    return entry;
  }

  /** Of many who ask for the same at once one has it written. */
  function written(edition: Edition, heading: Heading): Promise<Kept | null> {
    const name = `${edition.version} ${edition.key}`;
    const begun =
      writing.get(name) ??
      compose(edition, heading).finally(() => {
        writing.delete(name);
      });
    writing.set(name, begun);
    return begun;
  }

  return async ({ request, reply }: Exchange, asked: Edition): Promise<FastifyReply> => {
    const heading = await headingNow();
    const edition = { ...asked, version: `${asked.version} ${JSON.stringify(heading)}` };
    const hit = kept.get(edition.key);
    const isFresh = hit?.version === edition.version && hit.until > Date.now();
    const entry = isFresh ? hit : await written(edition, heading);
    if (!entry) return sendUnder(reply, heading, UNKNOWN);
    reply.headers(entry.headers);
    if (isKnown(request, entry.headers.etag ?? '')) return reply.code(304).send();
    return reply.send(entry.page);
  };
}

export type SendKept = ReturnType<typeof keepDocuments>;

/** Adds a document of the public pages at an address below `/publico`. */
export type AddDocument = (path: `/${string}`, answer: (exchange: Exchange) => Promise<FastifyReply>) => void;
