import { z } from 'zod';
import { LEAST_CHUNK_BYTES, MOST_CHUNK_BYTES } from '../../domain/files/chunks.ts';
import { PHOTO_CONSENTS, PHOTO_PEOPLE, photoAnswerError } from '../../domain/files/photo-answers.ts';
import { SCANS } from '../../domain/files/scans.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { enumOf } from '../../domain/sections/field.ts';
import { fileName, id, instant, text } from '../../domain/text/rules.ts';
import { projectParams } from '../project-record/contract.ts';
import { projectFile } from '../project-record/detail/contract.ts';

/** An upload under way: send the next chunk at offset `received`; all but the last have `chunkBytes`. */
export const upload = z.object({ id, received: z.number().int(), chunkBytes: z.number().int() });

const uploadParams = projectParams.extend({ upload: z.string() });
const fileParams = projectParams.extend({ file: z.string() });
/** Tells the browser and the server that it is the same local file, e.g. by name, size and date. */
const fingerprint = text(200, 1);

/**
 * Starts an upload, or takes up the one that broke off: same person, document type and `fingerprint`. `file` is the one
 * that gets a new version, under its own document type. `chunkBytes` is asked for: an upload that is taken up keeps its own.
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
    fingerprint,
    file: id.nullable().default(null),
    chunkBytes: z.number().int().min(LEAST_CHUNK_BYTES).max(MOST_CHUNK_BYTES).default(MOST_CHUNK_BYTES),
  }),
  output: upload,
});

const openUpload = upload.extend({
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  documentType: z.string(),
  fingerprint: z.string(),
  /** The file that gets a new version. */
  file: id.nullable(),
  startedAt: instant,
});
export type OpenUpload = z.infer<typeof openUpload>;

export const listUploads = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/uploads',
  permission: 'active',
  summary: 'My uploads to a project that broke off, to choose the same files again',
  params: projectParams,
  output: z.array(openUpload),
});

/**
 * Chunks are sent in order, each with the upload's `chunkBytes` but the last; one at a wrong offset answers 409 with
 * `extra: {received}`. The first tells the type: one that may not be uploaded answers 415 and ends the upload.
 */
export const sendChunk = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/uploads/:upload/chunks/:offset',
  permission: 'active',
  summary: 'Send the bytes from an offset on',
  params: uploadParams.extend({ offset: z.coerce.number().int().min(0) }),
  output: upload,
  transfer: 'upload',
});

/**
 * `known` when this project already had the very same content under that document type. `versionId` is what arrived:
 * while it is checked, `file` tells of the version that counts until then.
 */
export const finishUpload = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/uploads/:upload/finish',
  permission: 'active',
  summary: 'All has arrived: keep the file and have it checked',
  params: uploadParams,
  output: z.object({ file: projectFile, versionId: id, known: z.boolean() }),
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/uploads/:upload',
  permission: 'active',
  summary: 'Give up an upload',
  params: uploadParams,
  output: z.object({}),
});

const photoAnswer = z.object({
  people: enumOf(PHOTO_PEOPLE),
  consent: enumOf(PHOTO_CONSENTS),
  /** Where the authorisation is kept. */
  note: text(300),
});

const fileVersion = projectFile.omit({ id: true, documentType: true }).extend({
  /** Of this version. */
  id,
  scan: z.enum(SCANS),
  /** What was found, or why it was not scanned. */
  scanDetail: z.string().nullable(),
});
export type FileVersion = z.infer<typeof fileVersion>;

const listedFile = projectFile.extend({
  versionId: id,
  scan: z.enum(SCANS),
  scanDetail: z.string().nullable(),
  /** Link to a small picture, like that of `linkFile`; null for what is no photo. */
  thumbnail: z.string().nullable(),
  /** Who can be recognised on the photo; null while nobody said. */
  photo: photoAnswer.extend({ answeredBy: z.string(), answeredAt: instant }).nullable(),
  /** The others, newest first. */
  versions: z.array(fileVersion),
  mayReplace: z.boolean(),
  mayRemove: z.boolean(),
  /** With position and camera. */
  mayOpenOriginal: z.boolean(),
});
export type ListedFile = z.infer<typeof listedFile>;

export const listFiles = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/files',
  permission: 'active',
  summary: 'The files of a project with their versions, and links to small pictures of its photos',
  params: projectParams,
  output: z.object({ files: z.array(listedFile), mayAnswerPhotos: z.boolean(), expiresAt: instant }),
});

/** A file goes with all its versions; one of its later versions, named by its own id, goes alone. */
export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/files/:file',
  permission: 'active',
  summary: 'Remove a file, or a later version of it',
  params: fileParams,
  output: z.object({}),
});

export const answerPhoto = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/files/:file/photo',
  permission: 'active',
  summary: 'Say who can be recognised on a photo and whether they allowed its publication, or withdraw it',
  params: fileParams,
  body: photoAnswer.superRefine((answer, context) => {
    const message = photoAnswerError(answer);
    if (message !== null) context.addIssue({ code: 'custom', path: ['consent'], message });
  }),
  output: z.object({}),
});

/** More than anybody has patience for; what is larger names none. */
const MOST_VERSIONS = 1_000_000;

/** How a file is handed over: shown where the browser can, kept, or a photo as it was uploaded. */
export const OPENINGS = ['view', 'download', 'original'] as const;
export type Opening = (typeof OPENINGS)[number];

/** `url` is relative to the API base path (like an endpoint's path) and opens without a token until `expiresAt`. */
export const linkFile = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/files/:file/link',
  permission: 'active',
  summary:
    'A link that opens the file in this session: for 60 seconds, for ten minutes where the browser shows it',
  params: fileParams,
  body: z
    .object({
      as: z.enum(OPENINGS).default('view'),
      version: z.number().int().min(1).max(MOST_VERSIONS).nullable().default(null),
    })
    .prefault({}),
  output: z.object({ url: z.string(), expiresAt: instant }),
});

/** The signature is the credential: it names version, session and end, and is refused after it or without the session. */
export const openFile = endpoint({
  method: 'GET',
  path: '/files/:file',
  permission: 'public',
  summary: 'The file behind a signed link',
  params: z.object({ file: z.string() }),
  query: z.object({
    session: z.string(),
    until: z.coerce.number().int(),
    signature: z.string(),
    as: z.enum([...OPENINGS, 'thumbnail']).default('view'),
  }),
  output: z.unknown(),
  transfer: 'download',
});
