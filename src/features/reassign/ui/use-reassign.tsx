import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { keyOf } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { reasonError } from '../../change-status/ui/reason.tsx';
import { getHoldings, type Holdings } from '../../holdings/contract.ts';
import { listProjects } from '../../projects/contract.ts';
import { users } from '../../users/contract.ts';
import { checkReassign, type Handover, reassign } from '../contract.ts';
import { keyOfRow, useChoice } from './use-choice.tsx';

/** What would be left out, asked of the server on every choice. */
function useRefusals(from: string, moves: readonly Handover[]) {
  const { data, isFetching, error } = useQuery({
    queryKey: [...keyOf(checkReassign), from, moves],
    queryFn: ({ signal }) => request(checkReassign, { body: { from, moves: [...moves] } }, signal),
    enabled: moves.length > 0,
    placeholderData: before => before,
  });
  const refusals = new Map(moves.length > 0 ? (data?.rows ?? []).map(r => [keyOfRow(r), r.refused]) : []);
  return { refusals, mailed: moves.length > 0 ? data?.mailed : undefined, checking: isFetching, error };
}

const countWords = (n: number) => (n === 1 ? '1 elemento' : `${n} elementos`);

/** The reason, whether both sides are told, and the sending itself. */
function useSending(from: string, moves: Handover[]) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const [errors, setErrors] = useState<{ reason: string | null; form: string | null }>({
    reason: null,
    form: null,
  });
  const [busy, setBusy] = useState(false);

  const send = async () => {
    const wrong = reasonError(reason);
    setErrors({ reason: wrong, form: null });
    if (wrong) return;
    setBusy(true);
    try {
      const { moved, leftOut } = await request(reassign, { body: { from, reason, notify, moves } });
      const left =
        leftOut.length > 0
          ? ` ${leftOut.length === 1 ? 'Quedó' : 'Quedaron'} fuera ${countWords(leftOut.length)}.`
          : '';
      toasts.success(
        `<strong>Se ${moved.length === 1 ? 'reasignó' : 'reasignaron'} ${asHtml(countWords(moved.length))}.</strong>${left}`,
      );
      setReason('');
    } catch (failure) {
      setErrors({ reason: null, form: messageOf(failure) });
    } finally {
      setBusy(false);
      const stale = [getHoldings, checkReassign, listProjects, users.list, users.get];
      await Promise.all(stale.map(each => client.invalidateQueries({ queryKey: keyOf(each) })));
    }
  };
  const type = (text: string) => {
    setReason(text);
    setErrors({ reason: null, form: null });
  };
  return { reason, type, notify, setNotify, errors, busy, send };
}

export function useReassign(holdings: Holdings, general: string | null) {
  const { targets, selection } = useChoice(general, holdings.rows);
  const chosen = holdings.rows.filter(selection.isIn);
  const moves = chosen.flatMap(row => {
    const to = targets.of(row);
    return to ? [{ holding: row.holding, id: row.id, to }] : [];
  });
  const { refusals, mailed, checking, error } = useRefusals(holdings.person.id, moves);
  const movable = moves.filter(m => refusals.get(keyOfRow(m)) === null);
  const { reason, type, notify, setNotify, errors, busy, send } = useSending(holdings.person.id, moves);
  return {
    targets,
    selection,
    reason,
    type,
    notify,
    setNotify,
    mailed,
    errors,
    busy,
    chosen,
    moves,
    movable,
    refusals,
    checking,
    checkError: error,
    send,
  };
}
export type Reassign = ReturnType<typeof useReassign>;
