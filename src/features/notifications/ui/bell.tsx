import { Popover, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useRead } from '../../../web/query.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { countUnread } from '../contract.ts';
import classes from './bell.module.css';

const Latest = lazy(() => import('./latest.tsx').then(module => ({ default: module.Latest })));

const MINUTE = 60_000;
const MOST_SHOWN = 99;

const nameOf = (unread: number) => (unread === 0 ? 'Notificaciones' : `Notificaciones: ${unread} sin leer`);

/** Unread notifications in the top bar. The count is asked for every minute and when the window is looked at again. */
export function Bell() {
  const user = useSessionUser();
  const enabled = Boolean(user && user.roles.length > 0);
  const { data } = useRead(countUnread, {}, { enabled, refetchInterval: MINUTE });
  const [open, { toggle, close }] = useDisclosure();
  if (!enabled) return null;
  const unread = data?.unread ?? 0;
  return (
    <Popover
      opened={open}
      onChange={opened => !opened && close()}
      position="bottom-end"
      width="min(24rem, calc(100vw - 1rem))"
      withinPortal={false}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <button type="button" className={classes.bell} aria-label={nameOf(unread)} onClick={toggle}>
          <IconBell size={18} aria-hidden />
          {unread > 0 && (
            <span className={`${classes.count} figures`} aria-hidden>
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Suspense fallback={<Skeleton h={160} />}>
          <Latest unread={unread} onClose={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
