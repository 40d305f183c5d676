import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { fileName, id, instant, text } from '../../domain/text/rules.ts';
import { projectParams } from '../project-record/contract.ts';
import { projectFile } from '../project-record/detail/contract.ts';

/** An upload under way: send the next chunk at offset `received`. */
export const upload = z.object({ id, received: z.number().int(), chunkBytes: z.number().int() });

const uploadParams = projectParams.extend({ upload: z.string() });
const fileParams = projectParams.extend({ file: z.string() });

/**
 * Starts an upload, or takes up the one that broke off: same person, document type and `fingerprint`. The
 * fingerprint is whatever tells the browser that it is the same local file, e.g. name, size and date.
 */
export const startUpload = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/uploads',
  permission: 'active',
  summary: 'Start or resume an upload',
  params: projectParams,
  body: z.object({
    name: fileName,
    size: z.number().int().min(1),
    documentType: z.string().regex(/^[a-z0-9_]{1,40}$/),
    fingerprint: text(200, 1),
  }),
  output: upload,
});

/** Chunks are sent in order, at most 5 MB each; one at a wrong offset answers 409 with `extra: {received}`. */
export const sendChunk = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/uploads/:upload/chunks/:offset',
  permission: 'active',
  summary: 'Send the bytes from an offset on',
  params: uploadParams.extend({ offset: z.coerce.number().int().min(0) }),
  output: upload,
  transfer: 'upload',
});

/** `known` when this project already had the very same file under that document type. */
export const finishUpload = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/uploads/:upload/finish',
  permission: 'active',
  summary: 'Check the type by content and keep the file',
  params: uploadParams,
  output: z.object({ file: projectFile, known: z.boolean() }),
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/uploads/:upload',
  permission: 'active',
  summary: 'Give up an upload',
  params: uploadParams,
  output: z.object({}),
});

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/files/:file',
  permission: 'active',
  summary: 'Remove a file',
  params: fileParams,
  output: z.object({}),
});

/** `url` is relative to the API base path (like an endpoint's path) and opens without a token until `expiresAt`. */
export const linkFile = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/files/:file/link',
  permission: 'active',
  summary:
    'A link that opens the file in this session: for 60 seconds, for ten minutes where the browser shows it',
  params: fileParams,
  output: z.object({ url: z.string(), expiresAt: instant }),
});

/** The signature is the credential: it names file, session and end, and is refused after it or without the session. */
export const openFile = endpoint({
  method: 'GET',
  path: '/files/:file',
  permission: 'public',
  summary: 'The file behind a signed link',
  params: z.object({ file: z.string() }),
  query: z.object({ session: z.string(), until: z.coerce.number().int(), signature: z.string() }),
  output: z.unknown(),
  transfer: 'download',
});
