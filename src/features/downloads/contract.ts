import { z } from 'zod';
import { DOWNLOAD_STATES } from '../../domain/downloads/download-states.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, instant } from '../../domain/text/rules.ts';

export const download = z.object({
  id,
  title: z.string(),
  state: z.enum(DOWNLOAD_STATES),
  /** Counted by its maker; of how many, once that is known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it could not be made. */
  problem: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Bytes. */
  size: z.number().int().nullable(),
  /** SHA-256 in hexadecimal. */
  sha256: z.string().nullable(),
  askedAt: instant,
  endedAt: instant.nullable(),
  /** Until when the file is kept. */
  expiresAt: instant.nullable(),
});
export type Download = z.infer<typeof download>;

export const listDownloads = endpoint({
  method: 'GET',
  path: '/downloads',
  permission: 'active',
  summary: 'Files that the reader has asked for, the latest first',
  output: z.object({ downloads: z.array(download) }),
});

export const cancelDownload = endpoint({
  method: 'POST',
  path: '/downloads/:id/cancel',
  permission: 'active',
  summary: 'Stop preparing a file; one that is ready already stays',
  params: z.object({ id }),
  output: download,
});

export const retryDownload = endpoint({
  method: 'POST',
  path: '/downloads/:id/retry',
  permission: 'active',
  summary: 'Ask once more for a file that failed, was cancelled or expired, as it was asked for then',
  params: z.object({ id }),
  output: download,
});

export const deleteDownload = endpoint({
  method: 'DELETE',
  path: '/downloads/:id',
  permission: 'active',
  summary: 'Remove a file that was asked for, with its entry',
  params: z.object({ id }),
  output: z.object({ id }),
});

export const linkDownload = endpoint({
  method: 'POST',
  path: '/downloads/:id/link',
  permission: 'active',
  summary: 'A link that opens the file for a minute; refused to whose rights have changed since it was made',
  params: z.object({ id }),
  output: z.object({ url: z.string(), expiresAt: instant }),
});

/** The signature is the credential: it names file, session and end, and is refused after it or without the session. */
export const openDownload = endpoint({
  method: 'GET',
  path: '/downloads/:id/file',
  permission: 'public',
  summary: 'The file behind a signed link',
  params: z.object({ id }),
  query: z.object({ session: id, until: z.coerce.number().int(), signature: z.string() }),
  output: z.unknown(),
  transfer: 'download',
});
