import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isBeingChecked } from '../../../domain/files/file-states.ts';
import { outdate, useRead } from '../../../web/query.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { type ListedFile, listFiles, listUploads } from '../contract.ts';

/** While something is checked that this screen did not send. */
const CHECKING_MS = 2_000;
/** Before the links of small pictures end, after ten minutes. */
const LINKS_MS = 9 * 60_000;

/** Reads the files and uploads on screen again. */
export function useFilesOutdated(): () => void {
  const client = useQueryClient();
  return () => {
    void outdate(client, listFiles);
    void outdate(client, listUploads);
  };
}

const isWaiting = ({ state, versions }: ListedFile) =>
  isBeingChecked(state) || versions.some(v => isBeingChecked(v.state));

/** The files of the project on screen with their versions; read again until all are checked. */
export function useFiles() {
  const { project, cache } = useProject();
  const params = { kind: project.kind, id: project.id };
  const client = useQueryClient();
  // Who reads the project without its files has none to ask for.
  const enabled = project.files.length > 0 || project.mayUpload;
  const read = useRead(listFiles, { params }, { enabled, refetchInterval: LINKS_MS });
  const waiting = (read.data?.files ?? []).some(isWaiting);
  const waited = useRef(false);
  useEffect(() => {
    // What has become ready may be what the next step waited for.
    if (waited.current && !waiting) void cache.refresh();
    waited.current = waiting;
    if (!waiting) return;
    const timer = setInterval(() => void outdate(client, listFiles), CHECKING_MS);
    return () => clearInterval(timer);
  }, [waiting, cache, client]);
  return read;
}
