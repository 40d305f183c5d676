import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { PageLink, TextLink } from '../../../web/ui/link.tsx';
import { listNotifications, type Notification } from '../contract.ts';
import classes from './bell.module.css';
import { hrefOf, NOTICE_ICONS } from './look.tsx';
import { useMarks } from './use-marks.tsx';

const LATEST = 8;

interface LatestProps {
  unread: number;
  onClose: () => void;
}

/** The last notifications, read or not, below the bell. */
export function Latest({ unread, onClose }: LatestProps) {
  const { markWithUndo } = useMarks();
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h4">
          Notificaciones
        </Title>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => void markWithUndo(true)}>
            Marcar todas como leídas
          </Button>
        )}
      </div>
      <Items onClose={onClose} />
      <div className={classes.foot}>
        <TextLink href={paths.notifications()} size="sm" onClick={onClose}>
          Ver todas
        </TextLink>
        <TextLink href={paths.notifications({ tab: 'preferences' })} size="sm" onClick={onClose}>
          Preferencias
        </TextLink>
      </div>
    </>
  );
}

function Items({ onClose }: Pick<LatestProps, 'onClose'>) {
  const { data, error, refetch } = useRead(listNotifications, { query: { size: LATEST } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack gap="xs" p="sm" aria-busy>
        <Skeleton h={44} />
        <Skeleton h={44} />
        <Skeleton h={44} />
      </Stack>
    );
  if (data.rows.length === 0)
    return (
      <Text size="sm" c="dimmed" p="md">
        Todavía no tienes notificaciones. Aquí verás lo que te toca y lo que pasa con tus proyectos.
      </Text>
    );
  return (
    <ul className={classes.items}>
      {data.rows.map(item => (
        <Item key={item.id} item={item} onClose={onClose} />
      ))}
    </ul>
  );
}

function Item({ item, onClose }: { item: Notification } & Pick<LatestProps, 'onClose'>) {
  const { opened } = useMarks();
  const Icon = NOTICE_ICONS[item.type];
  return (
    <li>
      <PageLink
        href={hrefOf(item)}
        className={classes.item}
        onClick={() => {
          opened(item);
          onClose();
        }}
      >
        <Icon size={18} aria-hidden className={classes.icon} data-type={item.type} />
        <span className={classes.words}>
          <span className={classes.title} data-unread={!item.read || undefined}>
            {item.title}
            {!item.read && <span className="visually-hidden"> (sin leer)</span>}
          </span>
          {item.project && (
            <span className={classes.project}>
              {item.project.code} · {item.project.title}
            </span>
          )}
          <span className={classes.text}>{item.text}</span>
          <span className={classes.when}>
            <DateTime value={item.at} withTime />
          </span>
        </span>
        {!item.read && <span className={classes.dot} aria-hidden />}
      </PageLink>
    </li>
  );
}
