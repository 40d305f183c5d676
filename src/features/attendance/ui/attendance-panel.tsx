import { Button, Group, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import {
  ATTENDANCE_GROUPS,
  type AttendanceGroup,
  type AttendanceTally,
  unidentifiedShare,
} from '../../../domain/execution/people.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { DownloadMenu } from '../../../web/table/download-menu.tsx';
import { Pager } from '../../../web/table/paging/pager.tsx';
import { useSearchedPage } from '../../../web/table/paging/use-searched-page.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { listAttendance } from '../contract.ts';
import classes from './attendance.module.css';
import { PeopleList } from './people-list.tsx';
import { useAttendance, useAttendanceOutdated, useListParams } from './use-attendance.tsx';

// Fetched when first opened.
const PersonDrawer = lazyPart(() => import('./person-drawer.tsx'), 'PersonDrawer');
const PasteDialog = lazyPart(() => import('./paste/paste-dialog.tsx'), 'PasteDialog');
const RoomCode = lazyPart(() => import('./room-code.tsx'), 'RoomCode');

/** People on one page of the list. */
const AT_ONCE = 50;

interface AttendancePanelProps {
  /** Id of the activity. */
  activity: string;
  /** Its counts have changed. */
  onChanged: () => void;
}

/** Who came to one activity: the list, ways to add people, the code of the room. For who may read lists alone. */
export function AttendancePanel({ activity, onChanged }: AttendancePanelProps) {
  const [group, setGroup] = useState<GroupLooked>(null);
  const { typed, type, q, page, setPage, lastOf, query } = useSearchedPage(AT_ONCE);
  const refresh = useAttendanceOutdated(onChanged);
  const { data, error, refetch } = useAttendance(activity, { ...query, ...(group && { group }) });
  const last = lastOf(data?.total);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} aria-busy />;
  const { tally, total, rows, mayEdit, purgedAt } = data;
  const isNarrowed = q !== '' || group !== null;
  return (
    <section className={classes.panel} aria-label="Asistencia">
      <h3>Asistencia</h3>
      <Tally {...tally} />
      {purgedAt && total === 0 && !isNarrowed && (
        <p className={classes.quiet}>
          La lista se eliminó el <DateTime value={purgedAt} /> según el plazo de conservación; quedan las
          cantidades.
        </p>
      )}
      {mayEdit && <Ways activity={activity} list={data} onDone={refresh} />}
      {(total > 0 || isNarrowed) && (
        <>
          <Group gap="xs" justify="space-between" my="xs">
            <Look
              typed={typed}
              onType={type}
              group={group}
              onGroup={next => {
                setGroup(next);
                setPage(1);
              }}
            />
            <Downloads activity={activity} />
          </Group>
          <PeopleList activity={activity} rows={rows} mayEdit={mayEdit} onDone={refresh} />
          <Pager page={page} last={last} onPage={setPage} />
        </>
      )}
    </section>
  );
}

/** Null for everybody. */
type GroupLooked = AttendanceGroup | null;

interface LookProps {
  typed: string;
  onType: (text: string) => void;
  group: GroupLooked;
  onGroup: (group: GroupLooked) => void;
}

const Look = ({ typed, onType, group, onGroup }: LookProps) => (
  <Group gap="xs">
    <TextInput
      size="xs"
      aria-label="Buscar en la lista"
      placeholder="Nombre o identificación"
      value={typed}
      onChange={event => onType(event.currentTarget.value)}
    />
    <NativeSelect
      size="xs"
      aria-label="Grupo"
      data={[{ value: '', label: 'Todos los grupos' }, ...ATTENDANCE_GROUPS]}
      value={group ?? ''}
      onChange={event => onGroup((event.currentTarget.value || null) as GroupLooked)}
    />
  </Group>
);

const Downloads = ({ activity }: { activity: string }) => (
  <DownloadMenu files={[{ list: listAttendance }]} params={useListParams(activity)} />
);

function Tally(tally: AttendanceTally) {
  const { attendances, people, unidentified } = tally;
  if (attendances === 0) return <p className={classes.quiet}>Todavía no hay nadie en la lista.</p>;
  return (
    <p className={classes.quiet}>
      <strong>{formatCount(attendances, 'asistencia', 'asistencias')}</strong> ·{' '}
      <strong>{formatCount(people, 'persona única', 'personas únicas')}</strong>
      {unidentified > 0 && (
        <>
          {' '}
          · {unidentifiedShare(tally)} % sin identificar
          <br />
          Las personas únicas se distinguen por su RUT, documento o correo; de quienes no lo dejaron no se
          sabe si son las mismas.
        </>
      )}
    </p>
  );
}

interface WaysProps {
  activity: string;
  list: { readonly noticeVersion: number; readonly code: Parameters<typeof RoomCode>[0]['code'] };
  onDone: () => void;
}

/** Typed one by one, pasted, or by themselves with a code. */
function Ways({ activity, list, onDone }: WaysProps) {
  const [way, setWay] = useState<'one' | 'paste' | 'code' | null>(null);
  const close = () => setWay(null);
  const shared = { activity, onDone, onClose: close };
  return (
    <>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setWay('one')}>
          Agregar persona
        </Button>
        <Button size="xs" variant="default" onClick={() => setWay('paste')}>
          Pegar lista o CSV
        </Button>
        {!list.code && (
          <Button size="xs" variant="default" onClick={() => setWay('code')}>
            Código en la sala
          </Button>
        )}
      </Group>
      <Suspense>
        {way === 'one' && <PersonDrawer {...shared} noticeVersion={list.noticeVersion} />}
        {way === 'paste' && <PasteDialog {...shared} noticeVersion={list.noticeVersion} />}
        {(way === 'code' || list.code) && <RoomCode {...shared} code={list.code} />}
      </Suspense>
    </>
  );
}
