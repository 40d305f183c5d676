import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NoticePreference } from '../../../domain/notices/notice-types.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { keyOf, useRead, useWrite } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { getPreferences, putPreferences } from '../contract.ts';

/**
 * The reader's preferences, shown as chosen from the click on and saved one after the other, in the order they were
 * chosen; what could not be saved goes back to what is stored.
 */
export function usePreferences() {
  const client = useQueryClient();
  const { data, error, refetch } = useRead(getPreferences, {});
  const save = useWrite(putPreferences, [], { oneByOne: true });
  const [waiting, setWaiting] = useState<readonly NoticePreference[]>([]);

  const change = async (changed: NoticePreference) => {
    setWaiting(before => [...before, changed]);
    try {
      const stored = await save.mutateAsync({ body: [changed] });
      const queryKey = keyOf(getPreferences, {});
      // An answer under way may have been read before.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, stored);
    } catch (failure) {
      toasts.error(asHtml(messageOf(failure)));
    } finally {
      setWaiting(before => before.filter(each => each !== changed));
    }
  };
  const settled = save.isSuccess ? 'Guardado.' : '';
  return {
    preferences: data?.map(stored => waiting.findLast(({ type }) => type === stored.type) ?? stored),
    error,
    retry: () => void refetch(),
    change,
    saved: waiting.length > 0 ? 'Guardando…' : settled,
  };
}
