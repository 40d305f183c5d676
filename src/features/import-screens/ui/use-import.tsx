import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { isApplying } from '../../../domain/imports/import-states.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { RESULTS } from '../../../domain/imports/plan.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { id } from '../../../domain/text/rules.ts';
import { request } from '../../../web/api.ts';
import { useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { messageOf, ProblemError } from '../../../web/problem-error.ts';
import { keyOf, queryClient, useRead } from '../../../web/query.ts';
import { type ListState, useListState } from '../../../web/table/list-state.ts';
import { upload } from '../../../web/upload.ts';
import {
  applyImport,
  confirmAdministrators,
  editImportCell,
  getImport,
  type Import,
  listImportRows,
  listImportValues,
  mapImport,
  sayImportWords,
  startImport,
} from '../../imports/contract.ts';

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
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf(listImportRows) }),
    queryClient.invalidateQueries({ queryKey: keyOf(listImportValues) }),
  ]);
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

type Words = BodyOf<typeof sayImportWords>['words'];

/** What is mended in the preview goes one after another, and before whatever is sent next. */
function useMending(importId: string | null) {
  const waiting = useRef<Promise<unknown>>(Promise.resolve());
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(0);
  const params = { id: importId ?? '' };
  const queue = (ask: () => Promise<Import>) => {
    setPending(n => n + 1);
    waiting.current = waiting.current.then(async () => {
      try {
        const next = await ask();
        setFailure(null);
        await show(next);
      } catch (error) {
        setFailure(refusalOf(error));
      } finally {
        setPending(n => n - 1);
      }
    });
  };
  return {
    failure,
    busy: pending > 0,
    settled: () => waiting.current,
    /** Null takes the file's cell again. */
    edit: (line: number, field: string, text: string | null) =>
      queue(async () => {
        const answer = await request(editImportCell, { params: { ...params, line }, body: { field, text } });
        return answer.import;
      }),
    say: (words: Words) => queue(() => request(sayImportWords, { params, body: { words } })),
    confirm: (emails: string[]) => queue(() => request(confirmAdministrators, { params, body: { emails } })),
  };
}

/** Sends the file and tells how much of it has gone; another sheet of it is read from the same file. */
function useStart(noun: ImportNoun, list: ListState) {
  const [sent, setSent] = useState(0);
  const [file, setFile] = useState<File | null>(null);
  const start = useMutation({
    mutationFn: ({ file: chosen, sheet }: { file: File; sheet?: string }) => {
      setFile(chosen);
      const query = { name: chosen.name, ...(sheet !== undefined && { sheet }) };
      return upload(startImport, { params: { noun }, query }, chosen, {
        onProgress: bytes => setSent((100 * bytes) / Math.max(1, chosen.size)),
      });
    },
    // Pending until the address has it: else the screen asks for a file again while the router is on its way.
    onSuccess: next => {
      void show(next);
      return list.set({ import: next.id, ...firstSeen(next) });
    },
  });
  return { start, sent, file };
}

type Remapped = Partial<Pick<Import, 'mapping' | 'defaults'>>;

/** Has the rows read anew after a change of columns, or of what holds for all rows. */
function useRemap(importId: string | null, facultyId: string | null, list: ListState) {
  return useMutation({
    mutationFn: (change: Remapped) => {
      const { mapping, defaults, version } = lastRead(importId) as Import;
      return request(mapImport, {
        params: { id: importId ?? '' },
        body: { version, mapping, defaults, facultyId, ...change },
      });
    },
    // At once, with the address as it is: after waiting it may be another.
    onSuccess: next => {
      void show(next);
      return list.set(firstSeen(next));
    },
  });
}

/** A file, what the server reads in it, what is mended by hand, and the import itself. */
export function useImport(noun: ImportNoun) {
  const list = useListState(importQuery);
  const importId = typeof list.values.import === 'string' ? list.values.import : null;
  const followed = useFollowed(importId);
  const mending = useMending(importId);
  const [facultyId, setFacultyId] = useState<string | null>(null);
  const { start, sent, file } = useStart(noun, list);
  const remap = useRemap(importId, facultyId, list);
  const run = useMutation({
    mutationFn: async (only: 'all' | 'good') => {
      await mending.settled();
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
    file,
    remap,
    run,
    sent,
    mending,
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
