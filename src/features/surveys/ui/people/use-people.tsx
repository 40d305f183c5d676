import { useQueryClient } from '@tanstack/react-query';
import { outdate } from '../../../../web/query.ts';
import { getWave, listWaves } from '../../contract.ts';
import { listCandidates, listInvitations } from '../../invitations/contract.ts';

/** Reads again who is asked, and whatever counts them. */
export function usePeopleOutdated(): () => void {
  const client = useQueryClient();
  return () => {
    for (const each of [listInvitations, listCandidates, getWave, listWaves]) void outdate(client, each);
  };
}
