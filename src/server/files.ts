import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
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
