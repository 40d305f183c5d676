import { z } from 'zod';
import { MOST_CHUNK_BYTES, SLOW_CHUNK_BYTES } from '../../../../domain/files/chunks.ts';
import { isBeingChecked } from '../../../../domain/files/file-states.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { request } from '../../../../web/api.ts';
import { OfflineError, ProblemError } from '../../../../web/problem-error.ts';
import { upload as sendBytes } from '../../../../web/upload.ts';
import type { ProjectFile } from '../../../project-record/detail/contract.ts';
import { finishUpload, listFiles, sendChunk, startUpload } from '../../contract.ts';

export type ProjectParams = { kind: string; id: string };
export type FinishedUpload = OutputOf<typeof finishUpload>;

/** Tells the browser and the server that it is the same local file when an upload is taken up again. */
export const fingerprintOf = (file: File) => `${file.size}-${file.lastModified}-${file.name}`.slice(0, 200);

/** The same again may succeed: no answer came, the server or its file store could not, or it was asked too often. */
export const mayPass = (error: unknown) =>
  error instanceof OfflineError ||
  (error instanceof ProblemError && (error.status >= 500 || error.code === 'too_many'));

/** Where browsers tell how fast the line is. */
const isSlowLine = () => {
  const { connection } = navigator as Navigator & {
    connection?: { effectiveType?: string; saveData?: boolean };
  };
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '');
};

const wrongOffset = z.object({ received: z.number() });

interface Sending {
  params: ProjectParams;
  file: File;
  documentType: string;
  /** The file that gets a new version. */
  target: string | null;
  /** A large chunk did not arrive within the time-out. */
  isSlow: boolean;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
  onStarted: (upload: string) => void;
}

/** Sends a file in chunks from wherever the server says it stopped. */
export async function sendFile(sending: Sending): Promise<FinishedUpload> {
  const { params, file, documentType, target, isSlow, signal, onSent, onStarted } = sending;
  const body = {
    ...{ name: file.name, size: file.size, documentType, fingerprint: fingerprintOf(file), file: target },
    chunkBytes: isSlow || isSlowLine() ? SLOW_CHUNK_BYTES : MOST_CHUNK_BYTES,
  };
  const { id: upload, received, chunkBytes } = await request(startUpload, { params, body }, signal);
  onStarted(upload);
  let offset = received;
  while (offset < file.size) {
    const from = offset;
    onSent(from);
    try {
      const answer = await sendBytes(
        sendChunk,
        { params: { ...params, upload, offset: from } },
        file.slice(from, from + chunkBytes),
        { signal, onProgress: bytes => onSent(Math.min(file.size, from + bytes)) },
      );
      offset = answer.received;
    } catch (error) {
      // Another tab, or a chunk whose answer got lost: go on from where the server is.
      const known = error instanceof ProblemError ? wrongOffset.safeParse(error.extra).data : undefined;
      if (!known || known.received === from) throw error;
      offset = known.received;
    }
  }
  return request(finishUpload, { params: { ...params, upload } }, signal);
}

/** From then on somebody who waits is told that they need not. */
const LONG_MS = 12_000;
/** Most files are checked within a second; a large one on a store elsewhere takes longer. */
const CHECK_MS = [500, 500, 1000, 1000, 2000, 3000] as const;

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Asks until the server has decided about what arrived. Answers the file it belongs to, and why it was rejected; null
 * when it may be used. A lost connection only delays the answer.
 */
export async function awaitCheck(
  params: ProjectParams,
  { file, versionId }: FinishedUpload,
  signal: AbortSignal,
  onLong: () => void,
): Promise<{ file: ProjectFile; reason: string | null }> {
  const began = Date.now();
  for (let turn = 0; ; turn += 1) {
    try {
      const { files } = await request(listFiles, { params }, signal);
      const found = files.find(f => f.versionId === versionId || f.versions.some(v => v.id === versionId));
      // Somebody removed it meanwhile.
      if (!found) return { file, reason: 'Alguien eliminó este archivo mientras se revisaba.' };
      const { state, reason } = found.versions.find(v => v.id === versionId) ?? found;
      if (!isBeingChecked(state)) return { file: found, reason };
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    if (Date.now() - began > LONG_MS) onLong();
    await wait(CHECK_MS[turn] ?? 3000, signal);
  }
}
