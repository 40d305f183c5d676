import type { FastifyReply } from 'fastify';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { opensInBrowser } from '../domain/file-types.ts';
import type { Env } from './env.ts';

/** Objects by key; a local folder or an S3-compatible bucket, by setting. */
export type FileStore = Disk;

export async function createFileStore(files: Env['files']): Promise<FileStore> {
  if (files.driver === 'local') {
    return new Disk(new FSDriver({ location: files.location, visibility: 'private' }));
  }
  // Read only where it is used: its client library is large.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      credentials: { accessKeyId: files.accessKeyId, secretAccessKey: files.secretAccessKey },
      region: files.region,
      bucket: files.bucket,
      visibility: 'private',
      supportsACL: false,
      ...(files.endpoint && { endpoint: files.endpoint, forcePathStyle: true }),
    }),
  );
}

/** Names of any language, and nothing the browser would take for a page of ours. */
export function fileHeaders(
  reply: FastifyReply,
  { name, size, contentType }: { name: string; size: number; contentType: string },
): FastifyReply {
  const ascii = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16)}`);
  const how = opensInBrowser(contentType) ? 'inline' : 'attachment';
  return reply
    .header('content-type', contentType)
    .header('content-length', size)
    .header('content-disposition', `${how}; filename="${ascii || 'archivo'}"; filename*=UTF-8''${encoded}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store');
}
