import { useState } from 'react';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead, useWrite } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { getMail, getMailStatus, listMails, resendMails } from '../contract.ts';

const queuedWords = (n: number) =>
  n === 1 ? '1 correo volvió a la cola de envío.' : `${n} correos volvieron a la cola de envío.`;

/** Sends mails again; `reason` says why that is not possible, `null` when it is. */
export function useResend() {
  const { data: status } = useRead(getMailStatus);
  const { mutateAsync } = useWrite(resendMails, [listMails, getMail, getMailStatus]);
  const [busy, setBusy] = useState(false);
  const resend = async (ids: readonly string[]): Promise<void> => {
    setBusy(true);
    try {
      const { queued } = await mutateAsync({ body: { ids: [...ids] } });
      toasts.success(queuedWords(queued.length));
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const reason = status?.configured === false ? 'Falta configurar el servidor de correo.' : null;
  return { resend, busy, reason };
}
