import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { request } from '../../../web/api.ts';
import { messageOf, OfflineError, ProblemError } from '../../../web/problem-error.ts';
import { upload as sendBytes } from '../../../web/upload.ts';
import type { ProjectFile } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { cancelUpload, finishUpload, sendChunk, startUpload } from '../contract.ts';

/** A file on its way to the server. */
export interface UploadItem {
  readonly key: string;
  readonly file: File;
  readonly documentType: string;
  /** Bytes the server has. */
  readonly sent: number;
  readonly phase: 'sending' | 'paused' | 'refused';
  readonly message: string | null;
}

type Params = { kind: string; id: string };

/** Tells the browser and the server that it is the same local file when an upload is taken up again. */
const fingerprintOf = (file: File) => `${file.size}-${file.lastModified}-${file.name}`.slice(0, 200);

/** The same again may succeed: no answer came, the server or its file store could not, or it was asked too often. */
const mayPass = (error: unknown) =>
  error instanceof OfflineError ||
  (error instanceof ProblemError && (error.status >= 500 || error.code === 'too_many'));

const wrongOffset = z.object({ received: z.number() });

interface Sending {
  params: Params;
  file: File;
  documentType: string;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
  onStarted: (upload: string) => void;
}

/** Sends a file in chunks from wherever the server says it stopped, then has it checked. */
async function sendFile({ params, file, documentType, signal, onSent, onStarted }: Sending) {
  const body = { name: file.name, size: file.size, documentType, fingerprint: fingerprintOf(file) };
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

/** The files under way, changed one by one. */
function useItems() {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  return {
    items,
    add: (file: File, documentType: string): UploadItem => {
      const item = {
        key: crypto.randomUUID(),
        file,
        documentType,
        sent: 0,
        phase: 'sending',
        message: null,
      } as const;
      setItems(before => [...before, item]);
      return item;
    },
    patch: (key: string, change: Partial<UploadItem>) =>
      setItems(before => before.map(item => (item.key === key ? { ...item, ...change } : item))),
    drop: (key: string) => setItems(before => before.filter(item => item.key !== key)),
  };
}

/** Uploads of this screen: several at once, each with progress, cancel and resume. */
export function useUploads(onDone: (file: ProjectFile, known: boolean) => void) {
  const { project, cache } = useProject();
  const params = { kind: project.kind, id: project.id };
  const { items, add, patch, drop } = useItems();
  const running = useRef(new Map<string, { abort: AbortController; upload?: string }>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { abort } of all.values()) abort.abort();
    };
  }, []);

  const run = async ({ key, file, documentType }: Pick<UploadItem, 'key' | 'file' | 'documentType'>) => {
    const abort = new AbortController();
    running.current.set(key, { abort });
    patch(key, { phase: 'sending', message: null });
    try {
      const { file: stored, known } = await sendFile({
        params,
        file,
        documentType,
        signal: abort.signal,
        onSent: sent => patch(key, { sent }),
        onStarted: upload => running.current.set(key, { abort, upload }),
      });
      cache.update(p => ({ ...p, files: [stored, ...p.files.filter(f => f.id !== stored.id)] }));
      // A file may be what the next step waited for.
      void cache.refresh();
      drop(key);
      onDone(stored, known);
    } catch (error) {
      if (abort.signal.aborted) return;
      const phase = mayPass(error) ? 'paused' : 'refused';
      patch(key, { phase, message: messageOf(error) });
    }
  };

  return {
    items,
    start: (file: File, documentType: string) => void run(add(file, documentType)),
    resume: (item: UploadItem) => void run(item),
    cancel: (item: UploadItem) => {
      const { abort, upload } = running.current.get(item.key) ?? {};
      abort?.abort();
      drop(item.key);
      // What the server has of it is cleaned up by itself should this not arrive.
      if (upload) void request(cancelUpload, { params: { ...params, upload } }).catch(() => undefined);
    },
  };
}
export type Uploads = ReturnType<typeof useUploads>;
