import { Button, Tabs } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { NOTICE_INFO } from '../../../domain/notices/notice-types.ts';
import { formatInstant } from '../../../web/dates.ts';
import { useRead } from '../../../web/query.ts';
import { parseSearch, paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter, SwitchFilter } from '../../../web/table/filters.tsx';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { useGo } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { countUnread, listNotifications, type Notification } from '../contract.ts';
import classes from './bell.module.css';
import { hrefOf, NOTICE_ICONS, TYPE_OPTIONS } from './look.tsx';
import { Preferences } from './preferences.tsx';
import { useMarks } from './use-marks.tsx';

const COLUMNS: Column<Notification>[] = [
  {
    key: 'title',
    title: 'Aviso',
    value: n => n.title,
    render: n => <Title notice={n} />,
    width: '18rem',
  },
  { key: 'text', title: 'Qué pasó', value: n => n.text, lines: 2 },
  {
    key: 'project',
    title: 'Proyecto',
    value: n => n.project && `${n.project.code} ${n.project.title}`,
    lines: 2,
  },
  { key: 'type', title: 'Tipo', value: n => NOTICE_INFO[n.type].label, optional: true },
  { key: 'by', title: 'Quién', value: n => n.by?.name, optional: true },
  { key: 'read', title: 'Leída', value: n => n.read, optional: true },
  {
    key: 'at',
    title: 'Cuándo',
    value: n => formatInstant(n.at),
    render: n => <DateTime value={n.at} withTime />,
    width: '10rem',
  },
];

function Title({ notice }: { notice: Notification }) {
  const Icon = NOTICE_ICONS[notice.type];
  return (
    <span className={classes.line}>
      <Icon size={16} aria-hidden className={classes.icon} data-type={notice.type} />
      <span className={classes.title} data-unread={!notice.read || undefined}>
        {notice.title}
        {!notice.read && <span className="visually-hidden"> (sin leer)</span>}
      </span>
      {!notice.read && <span className={classes.dot} aria-hidden />}
    </span>
  );
}

/** What the reader was told, and what they want to be told; tab and filters live in the address. */
export function NotificationsPage() {
  const go = useGo();
  const tab = useRouterState({ select: state => parseSearch(state.location.searchStr).tab });
  return (
    <>
      <PageHeader title="Notificaciones" />
      <Tabs
        value={tab === 'preferences' ? 'preferences' : 'all'}
        onChange={next => go(paths.notifications(next === 'preferences' ? { tab: 'preferences' } : {}))}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="all">Recibidas</Tabs.Tab>
          <Tabs.Tab value="preferences">Preferencias</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="all">
          <Received />
        </Tabs.Panel>
        <Tabs.Panel value="preferences">
          <Preferences />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Received() {
  const go = useGo();
  const { opened, markWithUndo } = useMarks();
  return (
    <DataList
      title="Notificaciones"
      endpoint={listNotifications}
      columns={COLUMNS}
      filters={
        <>
          <SelectFilter name="type" label="Tipo" options={TYPE_OPTIONS} />
          <SwitchFilter name="unread" label="Sin leer" />
          <MarkAll />
        </>
      }
      onOpen={notice => {
        opened(notice);
        go(hrefOf(notice));
      }}
      bulk={(rows, clear) => {
        const mark = (read: boolean) => {
          const ids = rows.map(r => r.id);
          void markWithUndo(read, ids);
          clear();
        };
        return (
          <>
            <Button size="compact-sm" onClick={() => mark(true)}>
              Marcar como leídas
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => mark(false)}>
              Marcar como no leídas
            </Button>
          </>
        );
      }}
      empty={{
        title: 'Todavía no tienes notificaciones',
        text: 'Aquí verás lo que te toca, las decisiones sobre tus proyectos y los recordatorios de plazos.',
      }}
    />
  );
}

function MarkAll() {
  const { data } = useRead(countUnread, {});
  const { markWithUndo } = useMarks();
  return (
    <ActionButton
      variant="default"
      leftSection={<IconChecks size={16} aria-hidden />}
      reason={data?.unread === 0 ? 'No tienes notificaciones sin leer.' : null}
      onClick={() => void markWithUndo(true)}
    >
      Marcar todas como leídas
    </ActionButton>
  );
}
