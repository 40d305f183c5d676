import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { outdate, useRead } from '../../../web/query.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { listAttendance } from '../contract.ts';

export function useListParams(activity: string) {
  const { project } = useProject();
  return { kind: project.kind, id: project.id, activity };
}

type Asked = Partial<QueryOf<typeof listAttendance>>;

/** While a code is open, people write themselves down without this screen. */
const OPEN_MS = 5_000;

export function useAttendance(activity: string, query: Asked) {
  const params = useListParams(activity);
  const [isOpen, setOpen] = useState(false);
  const read = useRead(
    listAttendance,
    { params, query },
    { keepPrevious: true, ...(isOpen && { refetchInterval: OPEN_MS }) },
  );
  const hasCode = Boolean(read.data?.code);
  if (hasCode !== isOpen) setOpen(hasCode);
  return read;
}

/** Reads the list again, and whatever counts who came. */
export function useAttendanceOutdated(onChanged: () => void): () => void {
  const client = useQueryClient();
  return () => {
    void outdate(client, listAttendance);
    onChanged();
  };
}
