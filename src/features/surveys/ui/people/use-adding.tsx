import type { BodyOf } from '../../../../domain/kit/endpoint.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { useWrite } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { Wave } from '../../contract.ts';
import { addInvitations } from '../../invitations/contract.ts';
import { usePeopleOutdated } from './use-people.tsx';

export interface WayProps {
  wave: Wave;
  onClose: () => void;
}

const OBJECTING = [
  'persona no quiere recibir correos y no se agregó',
  'personas no quieren recibir correos y no se agregaron',
] as const;

/** Adds people, and tells how many were new; `send` answers whether it could. */
export function useAdding({ id }: Wave) {
  const outdate = usePeopleOutdated();
  const add = useWrite(addInvitations);
  const send = async (rows: BodyOf<typeof addInvitations>['rows']): Promise<boolean> => {
    try {
      const { added, known, objecting } = await add.mutateAsync({ params: { id }, body: { rows } });
      const words = [
        `${formatCount(added, 'persona agregada', 'personas agregadas')}.`,
        known > 0 && `${formatCount(known, 'ya estaba', 'ya estaban')}.`,
        objecting > 0 && `${formatCount(objecting, ...OBJECTING)}.`,
      ];
      toasts.success(words.filter(Boolean).join(' '));
      outdate();
      return true;
    } catch {
      // `error` says why.
      return false;
    }
  };
  return { send, isPending: add.isPending, error: add.error };
}
