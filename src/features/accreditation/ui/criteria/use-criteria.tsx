import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Criterion } from '../../../../domain/accreditation/matrix.ts';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { outdate, useWrite } from '../../../../web/query.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { getCriteria, matrices, type StoredCriteria, saveCriteria } from '../../contract.ts';
import { countEvidence } from '../../making/contract.ts';

const isConflict = (error: unknown) => error instanceof ProblemError && error.code === 'conflict';

/** With the one at a place moved up or down. */
function movedIn(criteria: readonly Criterion[], n: number, by: -1 | 1): Criterion[] {
  const next = [...criteria];
  const [one] = next.splice(n, 1);
  if (one) next.splice(n + by, 0, one);
  return next;
}

/** With another in its place, or at the end where there is none. */
const withOne = (criteria: readonly Criterion[], one: Criterion) =>
  criteria.some(c => c.key === one.key)
    ? criteria.map(c => (c.key === one.key ? one : c))
    : [...criteria, one];

const tell = (sending: Promise<StoredCriteria>) =>
  sending.catch((refused: unknown) => {
    toasts.error(asHtml(messageOf(refused)));
  });

/**
 * Changes of the criteria of a matrix: each is saved at once, over the version that is shown. Somebody else who saved
 * first is told of, and nothing of theirs is written over: theirs are read, and the next change is one of those.
 */
export function useCriteria(id: string, { criteria, updatedAt }: StoredCriteria) {
  const write = useWrite(saveCriteria, [getCriteria, countEvidence, matrices.list, matrices.get]);
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const send = async (next: readonly Criterion[], over: string) => {
    try {
      return await write.mutateAsync({ params: { id }, body: { criteria: [...next], updatedAt: over } });
    } catch (refused) {
      if (isConflict(refused)) void outdate(client, getCriteria);
      throw refused;
    }
  };
  /** Whether it was saved. */
  const put = async (one: Criterion): Promise<boolean> => {
    setError(null);
    try {
      await send(withOne(criteria, one), updatedAt);
      return true;
    } catch (refused) {
      setError(refused);
      return false;
    }
  };
  const move = (n: number, by: -1 | 1) => tell(send(movedIn(criteria, n, by), updatedAt));
  const remove = async (one: Criterion) => {
    const next = criteria.filter(c => c !== one);
    const stored = await tell(send(next, updatedAt));
    if (!stored) return;
    toasts.success(asHtml(`Se quitó «${one.code} · ${one.name}».`), {
      label: 'Deshacer',
      run: () => void tell(send(criteria, stored.updatedAt)),
    });
  };
  return {
    ...{ matrix: id, busy: write.isPending, error, isOutdated: isConflict(error), put, move, remove },
    clear: () => setError(null),
  };
}
export type Criteria = ReturnType<typeof useCriteria>;
