import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { isApplying } from '../../../domain/imports/import-states.ts';
import { IMPORTS, type Mapping } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { RESULTS } from '../../../domain/imports/plan.ts';
import { id } from '../../../domain/text/rules.ts';
import { request } from '../../../web/api.ts';
import { useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { messageOf, ProblemError } from '../../../web/problem-error.ts';
import { keyOf, queryClient, useRead } from '../../../web/query.ts';
import { type ListState, useListState } from '../../../web/table/list-state.ts';
import { upload } from '../../../web/upload.ts';
import {
  applyImport,
  getImport,
  type Import,
  listImportRows,
  mapImport,
  nameImportRow,
  startImport,
} from '../contract.ts';

const POLL_MS = 1000;

/** The import in hand lives in the address, so that a reload comes back to it. */
const importQuery = z.object({
  import: id.optional(),
  result: z.enum(RESULTS).optional(),
  page: z.coerce.number().int().min(1).default(1),
});

/** Words for a refusal; a file's own faults are told in the errors. */
export const refusalOf = (error: unknown): string =>
  error instanceof ProblemError && error.errors.length > 0
    ? error.errors
        .slice(0, 5)
        .map(each => each.message)
        .join(' ')
    : messageOf(error);

/** What is wrong is shown first. */
const firstSeen = ({ counts }: Import) => ({ result: (counts.wrong ?? 0) > 0 ? 'wrong' : null, page: null });

const show = (next: Import) => {
  queryClient.setQueryData(keyOf(getImport, { params: { id: next.id } }), next);
  return queryClient.invalidateQueries({ queryKey: keyOf(listImportRows) });
};

const lastRead = (importId: string | null) =>
  queryClient.getQueryData<Import>(keyOf(getImport, { params: { id: importId ?? '' } }));

/** The import, read again every second while it is being written. */
function useFollowed(importId: string | null) {
  const input = { params: { id: importId ?? '' } };
  const known = lastRead(importId);
  const read = useRead(getImport, input, {
    enabled: importId !== null,
    ...(known && isApplying(known) && { refetchInterval: POLL_MS }),
  });
  const readAgain = useReadAgain();
  const { data } = read;
  const before = useRef<Import>(undefined);
  useEffect(() => {
    if (before.current && isApplying(before.current) && data && !isApplying(data)) void readAgain();
    before.current = data;
  });
  return read;
}

/** Names typed in the preview go one after another, and before whatever is sent next. */
function useNaming(importId: string | null) {
  const waiting = useRef<Promise<unknown>>(Promise.resolve());
  const [failure, setFailure] = useState<string | null>(null);
  const rename = (line: number, name: string) => {
    waiting.current = waiting.current.then(async () => {
      try {
        const answer = await request(nameImportRow, { params: { id: importId ?? '', line }, body: { name } });
        setFailure(null);
        await show(answer.import);
      } catch (error) {
        setFailure(refusalOf(error));
      }
    });
  };
  return { rename, failure, settled: () => waiting.current };
}

/** Sends the file and tells how much of it has gone. */
function useStart(noun: ImportNoun, list: ListState) {
  const [sent, setSent] = useState(0);
  const start = useMutation({
    mutationFn: (file: File) =>
      upload(startImport, { params: { noun }, query: { name: file.name } }, file, {
        onProgress: bytes => setSent((100 * bytes) / Math.max(1, file.size)),
      }),
    // Pending until the address has it: else the screen asks for a file again while the router is on its way.
    onSuccess: next => {
      void show(next);
      return list.set({ import: next.id, ...firstSeen(next) });
    },
  });
  return { start, sent };
}

interface Remapping {
  importId: string | null;
  facultyId: string | null;
  list: ListState;
}

/** Has the rows read anew after a change of columns or of school. */
function useRemap({ importId, facultyId, list }: Remapping) {
  return useMutation({
    mutationFn: (change: { mapping?: Mapping; schoolId?: string | null }) => {
      const { mapping, schoolId, version } = lastRead(importId) as Import;
      return request(mapImport, {
        params: { id: importId ?? '' },
        body: { version, mapping, schoolId, facultyId, ...change },
      });
    },
    // At once, with the address as it is: after waiting it may be another.
    onSuccess: next => {
      void show(next);
      return list.set(firstSeen(next));
    },
  });
}

/** A file, what the server reads in it, what is corrected by hand, and the import itself. */
export function useImport(noun: ImportNoun) {
  const list = useListState(importQuery);
  const importId = typeof list.values.import === 'string' ? list.values.import : null;
  const followed = useFollowed(importId);
  const naming = useNaming(importId);
  const [facultyId, setFacultyId] = useState<string | null>(null);
  const { start, sent } = useStart(noun, list);
  const remap = useRemap({ importId, facultyId, list });
  const run = useMutation({
    mutationFn: async (only: 'all' | 'good') => {
      await naming.settled();
      const { version } = lastRead(importId) as Import;
      return request(applyImport, { params: { id: importId ?? '' }, body: { version, only, facultyId } });
    },
    onSuccess: show,
  });
  return {
    noun,
    kind: IMPORTS[noun],
    list,
    followed,
    start,
    remap,
    run,
    sent,
    naming,
    facultyId,
    setFacultyId,
    /** Looks again at what the server has, after a refusal. */
    again: async () => {
      run.reset();
      remap.reset();
      await queryClient.invalidateQueries({ queryKey: keyOf(getImport) });
      await queryClient.invalidateQueries({ queryKey: keyOf(listImportRows) });
    },
    reset: () => {
      start.reset();
      run.reset();
      remap.reset();
      setFacultyId(null);
      void list.set({ import: null, result: null, page: null });
    },
  };
}
export type Flow = ReturnType<typeof useImport>;
