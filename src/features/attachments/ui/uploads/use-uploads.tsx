import { useEffect, useRef, useState } from 'react';
import { request } from '../../../../web/api.ts';
import { messageOf, TimeoutError } from '../../../../web/problem-error.ts';
import type { ProjectFile } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { cancelUpload, deleteFile } from '../../contract.ts';
import { useFilesOutdated } from '../use-files.tsx';
import { awaitCheck, type FinishedUpload, mayPass, type ProjectParams, sendFile } from './send-file.tsx';

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

/** What is under way, by the key of its item; all of it ends with the screen. */
function useRunning() {
  const running = useRef(new Map<string, Running>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { abort } of all.values()) abort.abort();
    };
  }, []);
  return running.current;
}

/** Sends an item and waits until it is checked. One that has arrived, and whose check was not seen, is not sent again. */
async function sendItem(
  params: ProjectParams,
  item: UploadItem,
  running: Map<string, Running>,
  patch: (change: Partial<UploadItem>) => void,
) {
  const { key, file, documentType, target } = item;
  const { finished: before, isSlow = false } = running.get(key) ?? {};
  const abort = new AbortController();
  running.set(key, { abort, isSlow, ...(before && { finished: before }) });
  if (!before) patch({ phase: 'sending', message: null });
  const finished =
    before ??
    (await sendFile({
      ...{ params, file, documentType, target, isSlow, signal: abort.signal },
      onSent: sent => patch({ sent }),
      onStarted: upload => running.set(key, { abort, upload, isSlow }),
    }));
  running.set(key, { abort, finished });
  patch({ phase: 'checking', message: null, sent: file.size });
  const checked = await awaitCheck(params, finished, abort.signal, () =>
    patch({ message: 'La revisión está tardando: puedes seguir con otra cosa.' }),
  );
  return { ...checked, known: finished.known, versionId: finished.versionId };
}

/** What arrived: whether the project had it already, the version that it is, and the file of this computer it was. */
interface Arrived {
  readonly known: boolean;
  readonly versionId: string;
  readonly chosen: File;
}

/** Uploads of this screen: several at once, each with progress, cancel and resume, until the server has checked them. */
export function useUploads(onDone: (file: ProjectFile, arrived: Arrived) => void) {
  const { project, cache } = useProject();
  const params = { kind: project.kind, id: project.id };
  const { items, add, patch, drop } = useItems();
  const outdateFiles = useFilesOutdated();
  const running = useRunning();

  const run = async (item: UploadItem) => {
    const { key } = item;
    try {
      const { file, reason, known, versionId } = await sendItem(params, item, running, change =>
        patch(key, change),
      );
      if (reason !== null) return patch(key, { phase: 'refused', message: reason });
      cache.update(p => ({ ...p, files: [file, ...p.files.filter(f => f.id !== file.id)] }));
      // A file may be what the next step waited for.
      void cache.refresh();
      outdateFiles();
      drop(key);
      onDone(file, { known, versionId, chosen: item.file });
    } catch (error) {
      const { abort } = running.get(key) ?? {};
      if (!abort || abort.signal.aborted) return;
      if (error instanceof TimeoutError) running.set(key, { abort, isSlow: true });
      patch(key, { phase: mayPass(error) ? 'paused' : 'refused', message: messageOf(error) });
    }
  };

  const cancel = (item: UploadItem) => {
    const { abort, upload, finished } = running.get(item.key) ?? {};
    abort?.abort();
    drop(item.key);
    // Content that the project had before stays: only its sending is given up.
    const isNew = finished && (!finished.known || item.phase === 'refused');
    // What the server has of an upload is cleaned up by itself should this not arrive.
    const gone = isNew
      ? request(deleteFile, { params: { ...params, file: finished.versionId } })
      : !finished && upload && request(cancelUpload, { params: { ...params, upload } });
    void Promise.resolve(gone)
      .catch(() => undefined)
      .then(outdateFiles);
  };

  return {
    items,
    start: (file: File, documentType: string, target: string | null = null) =>
      void run(add({ file, documentType, target })),
    resume: (item: UploadItem) => void run(item),
    cancel,
  };
}
export type Uploads = ReturnType<typeof useUploads>;
