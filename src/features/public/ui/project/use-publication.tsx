import { useQueryClient } from '@tanstack/react-query';
import { keyOf, outdate, useRead } from '../../../../web/query.ts';
import { getProject } from '../../../project-record/detail/contract.ts';
import type { ProjectAddress } from '../../../project-record/ui/project-cache.tsx';
import { getPublication, type Publication } from '../../contract.ts';

/** Before the links of small pictures end, after ten minutes. */
const LINKS_MS = 9 * 60_000;

export const usePublication = ({ kind, id }: ProjectAddress, enabled: boolean) =>
  useRead(getPublication, { params: { kind, id } }, { enabled, refetchInterval: LINKS_MS });

/** Shows what the server has just answered; the consent stands in the Ficha as well. */
export function usePublicationChanged({ kind, id }: ProjectAddress) {
  const client = useQueryClient();
  return async (after: Publication) => {
    const queryKey = keyOf(getPublication, { params: { kind, id } });
    // An answer under way may have been read before.
    await client.cancelQueries({ queryKey });
    client.setQueryData<Publication>(queryKey, after);
    void outdate(client, getProject);
  };
}
