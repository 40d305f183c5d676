import { useEffect, useRef, useState } from 'react';
import { request } from '../../../../web/api.ts';
import { messageOf, TimeoutError } from '../../../../web/problem-error.ts';
import type { ProjectFile } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { cancelUpload, deleteFile } from '../../contract.ts';
import { useFilesOutdated } from '../use-files.tsx';
import { awaitCheck, type FinishedUpload, mayPass, sendFile } from './send-file.tsx';

interface Chosen {
  readonly file: File;
  readonly documentType: string;
  /** The file that gets a new version. */
  readonly target: string | null;
}

/** A file on its way to the server. */
export interface UploadItem extends Chosen {
  readonly key: string;
  /** Bytes the server has. */
  readonly sent: number;
  readonly phase: 'sending' | 'checking' | 'paused' | 'refused';
  readonly message: string | null;
}

/** The files under way, changed one by one. */
function useItems() {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  return {
    items,
    add: (chosen: Chosen): UploadItem => {
      const item = { ...chosen, key: crypto.randomUUID(), sent: 0, phase: 'sending', message: null } as const;
      setItems(before => [...before, item]);
      return item;
    },
    patch: (key: string, change: Partial<UploadItem>) =>
      setItems(before => before.map(item => (item.key === key ? { ...item, ...change } : item))),
    drop: (key: string) => setItems(before => before.filter(item => item.key !== key)),
  };
}

interface Running {
  readonly abort: AbortController;
  readonly upload?: string;
  readonly finished?: FinishedUpload;
  readonly isSlow?: boolean;
}

/** Uploads of this screen: several at once, each with progress, cancel and resume, until the server has checked them. */
export function useUploads(onDone: (file: ProjectFile, known: boolean) => void) {
  const { project, cache } = useProject();
  const params = { kind: project.kind, id: project.id };
  const { items, add, patch, drop } = useItems();
  const outdateFiles = useFilesOutdated();
  const running = useRef(new Map<string, Running>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { abort } of all.values()) abort.abort();
    };
  }, []);

  const send = async (item: UploadItem, abort: AbortController): Promise<FinishedUpload> => {
    const { finished, isSlow = false } = running.current.get(item.key) ?? {};
    running.current.set(item.key, { abort, isSlow, ...(finished && { finished }) });
    if (finished) return finished;
    patch(item.key, { phase: 'sending', message: null });
    return sendFile({
      ...{ params, file: item.file, documentType: item.documentType, target: item.target, isSlow },
      signal: abort.signal,
      onSent: sent => patch(item.key, { sent }),
      onStarted: upload => running.current.set(item.key, { abort, upload, isSlow }),
    });
  };

  const run = async (item: UploadItem) => {
    const { key } = item;
    const abort = new AbortController();
    try {
      const finished = await send(item, abort);
      running.current.set(key, { abort, finished });
      patch(key, { phase: 'checking', message: null, sent: item.file.size });
      const { file, reason } = await awaitCheck(params, finished, abort.signal);
      if (reason !== null) return patch(key, { phase: 'refused', message: reason });
      cache.update(p => ({ ...p, files: [file, ...p.files.filter(f => f.id !== file.id)] }));
      // A file may be what the next step waited for.
      void cache.refresh();
      outdateFiles();
      drop(key);
      onDone(file, finished.known);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof TimeoutError) running.current.set(key, { abort, isSlow: true });
      const phase = mayPass(error) ? 'paused' : 'refused';
      patch(key, { phase, message: messageOf(error) });
    }
  };

  return {
    items,
    start: (file: File, documentType: string, target: string | null = null) =>
      void run(add({ file, documentType, target })),
    resume: (item: UploadItem) => void run(item),
    cancel: (item: UploadItem) => {
      const { abort, upload, finished } = running.current.get(item.key) ?? {};
      abort?.abort();
      drop(item.key);
      // What the server has of it is cleaned up by itself should this not arrive.
      const gone = finished
        ? request(deleteFile, { params: { ...params, file: finished.versionId } })
        : upload && request(cancelUpload, { params: { ...params, upload } });
      void Promise.resolve(gone)
        .catch(() => undefined)
        .then(outdateFiles);
    },
  };
}
export type Uploads = ReturnType<typeof useUploads>;
