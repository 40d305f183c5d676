import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../../web/api.ts';
import { log } from '../../../web/log.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { keyOf } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { countUnread, listNotifications, markNotifications } from '../contract.ts';

const countWords = (n: number) => (n === 1 ? '1 notificación' : `${n} notificaciones`);

/** Marks notifications read and unread; count and lists on screen follow. */
export function useMarks() {
  const client = useQueryClient();
  const mark = async (read: boolean, ids?: readonly string[]) => {
    const { changed, unread } = await request(markNotifications, {
      body: { read, ...(ids && { ids: [...ids] }) },
    });
    client.setQueryData(keyOf(countUnread, {}), { unread });
    await client.invalidateQueries({ queryKey: keyOf(listNotifications) });
    return changed;
  };
  const reportFailure = (work: Promise<unknown>) =>
    work.catch(error => toasts.error(asHtml(messageOf(error))));

  /** With the way back, for what was marked and nothing else. */
  const markWithUndo = (read: boolean, ids?: readonly string[]) =>
    reportFailure(
      mark(read, ids).then(changed => {
        if (changed.length === 0) return;
        toasts.success(
          `Marcaste ${countWords(changed.length)} como ${read ? '' : 'no '}${changed.length === 1 ? 'leída' : 'leídas'}.`,
          { label: 'Deshacer', run: () => void reportFailure(mark(!read, changed)) },
        );
      }),
    );
  return {
    markWithUndo,
    /** On the way to what it tells of: nobody waits for it, and failing to mark it stops nobody. */
    opened: ({ id, read }: { id: string; read: boolean }) => {
      if (!read) void mark(true, [id]).catch(error => log.error('A notification was not marked read', error));
    },
  };
}
