import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Criterion } from '../../../../domain/accreditation/matrix.ts';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { outdate, useWrite } from '../../../../web/query.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { getCriteria, matrices, type StoredCriteria, saveCriteria } from '../../contract.ts';
import { countEvidence } from '../../making/contract.ts';

/**
 * Changes of the criteria of a matrix: each is saved at once, over the version that is shown. Somebody else who saved
 * first is told of, and nothing of theirs is written over: theirs are read, and the next change is one of those.
 */
export function useCriteria(id: string, { criteria, updatedAt }: StoredCriteria) {
  const write = useWrite(saveCriteria, [getCriteria, countEvidence, matrices.list, matrices.get]);
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const readAnew = (refused: unknown) => {
    if (refused instanceof ProblemError && refused.code === 'conflict') void outdate(client, getCriteria);
  };
  /** Whether it was saved. */
  const save = async (next: readonly Criterion[]): Promise<boolean> => {
    setError(null);
    try {
      await write.mutateAsync({ params: { id }, body: { criteria: [...next], updatedAt } });
      return true;
    } catch (refused) {
      setError(refused);
      readAnew(refused);
      return false;
    }
  };
  /** The same of what is done by one button, which may be undone from the toast. */
  const change = async (next: readonly Criterion[], words?: string) => {
    try {
      const stored = await write.mutateAsync({ params: { id }, body: { criteria: [...next], updatedAt } });
      if (!words) return;
      toasts.success(asHtml(words), {
        label: 'Deshacer',
        run: () =>
          void write
            .mutateAsync({ params: { id }, body: { criteria, updatedAt: stored.updatedAt } })
            .catch(failed => {
              toasts.error(asHtml(messageOf(failed)));
              readAnew(failed);
            }),
      });
    } catch (refused) {
      toasts.error(asHtml(messageOf(refused)));
      readAnew(refused);
    }
  };
  const moved = (n: number, by: -1 | 1) => {
    const next = [...criteria];
    const [one] = next.splice(n, 1);
    if (one) next.splice(n + by, 0, one);
    return next;
  };
  return {
    matrix: id,
    busy: write.isPending,
    error,
    isOutdated: error instanceof ProblemError && error.code === 'conflict',
    clear: () => setError(null),
    put: (one: Criterion) =>
      save(
        criteria.some(c => c.key === one.key)
          ? criteria.map(c => (c.key === one.key ? one : c))
          : [...criteria, one],
      ),
    move: (n: number, by: -1 | 1) => change(moved(n, by)),
    remove: (one: Criterion) =>
      change(
        criteria.filter(c => c !== one),
        `Se quitó «${one.code} · ${one.name}».`,
      ),
  };
}
export type Criteria = ReturnType<typeof useCriteria>;
