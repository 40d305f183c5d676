import { useRef, useState } from 'react';
import type { Preference } from '../../../../domain/calls/assigning/preferences.ts';
import { keyOf, queryClient, useWrite } from '../../../../web/query.ts';
import {
  type AskedProposal,
  getPreferences,
  listRounds,
  type OwnPreferences,
  savePreference,
} from '../../preferences/contract.ts';

/** Arrow keys pass over answers that nobody means. */
const PAUSE_MS = 300;
const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE_MS));

/** An answer that is shown at once and saved by itself: one request after the other, so that the last one stays. */
export function usePreference(call: string, { id, preference }: AskedProposal) {
  const [chosen, setChosen] = useState<Preference | null>(null);
  const wanted = useRef<Preference | null>(null);
  const sending = useRef(false);
  const save = useWrite(savePreference, [listRounds, 'projects']);
  const keep = (saved: Preference) =>
    queryClient.setQueryData(
      keyOf(getPreferences, { params: { call } }),
      (before: OwnPreferences | undefined) =>
        before && {
          ...before,
          proposals: before.proposals.map(p => (p.id === id ? { ...p, preference: saved } : p)),
        },
    );
  const send = async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      for (let sent: Preference | null = null; wanted.current && wanted.current !== sent; ) {
        await pause();
        sent = wanted.current;
        await save.mutateAsync({ params: { call, project: id }, body: { preference: sent } });
        keep(sent);
      }
      setChosen(null);
    } catch {
      // Shown by `error`, with what was chosen.
    } finally {
      sending.current = false;
    }
  };
  const choose = (next: Preference) => {
    wanted.current = next;
    setChosen(next);
    save.reset();
    void send();
  };
  return {
    value: chosen ?? preference,
    choose,
    retry: () => void send(),
    error: save.error,
    isSaving: chosen !== null && !save.error,
    isSaved: save.isSuccess,
  };
}
