import type { FastifyReply, FastifyRequest } from 'fastify';
import { asFileName } from '../../domain/text/file-names.ts';
import { opensInBrowser } from '../../domain/text/file-types.ts';
import type { Env } from '../env.ts';
import { parseRange } from './range.ts';
import type { FileStore } from './store.ts';

interface Named {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** To be kept, also where the browser could show it. */
  readonly isKept?: boolean;
}

type Addresses = Pick<Env, 'publicUrl'>;

/**
 * What a browser may do with a file that it opens as a document (https://www.w3.org/TR/CSP3/). Its viewer of PDFs does
 * not run in a sandbox, so of those only our own pages may hold one in a frame. The document it makes around a video asks
 * for its content again, from the origin it has: without one it is refused. It runs no script either.
 */
export function filePolicy(contentType: string, { publicUrl }: Addresses): string {
  if (contentType === 'application/pdf') return `frame-ancestors ${new URL(publicUrl).origin}`;
  if (contentType === 'video/mp4') return "default-src 'none'; media-src 'self'; sandbox allow-same-origin";
  return "default-src 'none'; sandbox";
}

/**
 * How a file is handed over and under which name, in any language (RFC 6266). Names are made fit here too: those of
 * codes and of older files never were.
 */
export function disposition(how: 'inline' | 'attachment', given: string): string {
  const name = asFileName(given);
  const ascii = asFileName(name.normalize('NFD').replace(/[^\x20-\x7e]/g, '')).replaceAll('%', '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}

/** Nothing the browser would take for a page of ours. */
export function fileHeaders(
  reply: FastifyReply,
  addresses: Addresses,
  { name, size, contentType, isKept = false }: Named,
): FastifyReply {
  const how = !isKept && opensInBrowser(contentType) ? 'inline' : 'attachment';
  return reply
    .header('content-type', contentType)
    .header('content-length', size)
    .header('content-disposition', disposition(how, name))
    .header('content-security-policy', filePolicy(contentType, addresses))
    .header('x-content-type-options', 'nosniff');
}

interface StoredFile extends Named {
  readonly key: string;
}
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
interface Sender {
  readonly files: FileStore;
  readonly env: Addresses;
}

/** Answers with a stored file, or with the part asked for: players seek, and downloads go on where they broke off. */
export async function sendStored(
  { request, reply }: Exchange,
  { files, env }: Sender,
  { key, size, ...named }: StoredFile,
): Promise<void> {
  // The key names the content: one that changes gets another key.
  const tag = `"${key.split('/').at(-1)}"`;
  const asked = request.headers['if-range'];
  const part = asked === undefined || asked === tag ? parseRange(request.headers.range, size) : undefined;
  reply.header('accept-ranges', 'bytes').header('etag', tag);
  if (part === 'beyond') {
    reply.code(416).header('content-range', `bytes */${size}`).send();
    return;
  }
  const content = await files.read(key, part);
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  fileHeaders(reply, env, { ...named, size: part ? part.end - part.start + 1 : size }).send(content);
}
