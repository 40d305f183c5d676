import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Env } from './env.ts';

/** Objects by key; a local folder or an S3-compatible bucket, by setting. */
export type FileStore = Disk;

export function createFileStore(files: Env['files']): FileStore {
  if (files.driver === 'local') {
    return new Disk(new FSDriver({ location: files.location, visibility: 'private' }));
  }
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
