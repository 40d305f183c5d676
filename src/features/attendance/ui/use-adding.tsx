import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { ProblemError } from '../../../web/problem-error.ts';
import { outdate, useWrite } from '../../../web/query.ts';
import { addAttendances, listAttendance } from '../contract.ts';
import { useListParams } from './use-attendance.tsx';

export interface WayProps {
  activity: string;
  noticeVersion: number;
  onDone: () => void;
  onClose: () => void;
}

const NOT_ACCEPTED = 'Confirma que aceptaron el aviso de privacidad.';

/** Adds people once the team has said that they accepted the notice; of another version it has to say so again. */
export function useAdding({ activity, noticeVersion: version, onDone }: Omit<WayProps, 'onClose'>) {
  const params = useListParams(activity);
  const client = useQueryClient();
  const add = useWrite(addAttendances);
  const [accepted, setAccepted] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isAccepted = accepted === version;
  /** What came of it; null when nobody was added. */
  const send = async (rows: BodyOf<typeof addAttendances>['rows']) => {
    if (!isAccepted) {
      setRefusal(NOT_ACCEPTED);
      return null;
    }
    try {
      const result = await add.mutateAsync({ params, body: { rows, noticeVersion: version } });
      onDone();
      return result;
    } catch (error) {
      // The notice is another one: which, stands beside the list.
      if (error instanceof ProblemError && error.code === 'rule') void outdate(client, listAttendance);
      return null;
    }
  };
  const onChange = (checked: boolean) => {
    setAccepted(checked ? version : null);
    setRefusal(null);
  };
  const notice = { version, checked: isAccepted, error: refusal, onChange };
  return { send, isPending: add.isPending, error: add.error, notice };
}
