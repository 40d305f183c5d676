import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { ProblemError, refusalInWords } from '../../../web/problem-error.ts';
import { keyOf } from '../../../web/query.ts';
import { type DataRequest, getDataRequest } from '../contract.ts';

const CHANGED =
  'La solicitud cambió mientras escribías. Revisa atrás cómo está y, si corresponde, envía otra vez: lo que escribiste sigue aquí.';

/**
 * Decides over the version that was on screen when the dialog opened. When somebody changed it since, the reader is told
 * and shown how it stands; what they send then goes over that.
 */
export function useSeen({ id, updatedAt }: DataRequest) {
  const [seen, setSeen] = useState(updatedAt);
  const client = useQueryClient();
  const readAgain = useReadAgain();
  const send = async <T,>(store: (updatedAt: string) => Promise<T>): Promise<T> => {
    try {
      return await store(seen);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'conflict') throw error;
      await readAgain();
      const now = client.getQueryData<DataRequest>(keyOf(getDataRequest, { params: { id } }));
      if (now) setSeen(now.updatedAt);
      throw refusalInWords(CHANGED);
    }
  };
  return { seen, setSeen, send, readAgain };
}
