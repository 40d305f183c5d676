import { Button, Group, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
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
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { listAttendance } from '../contract.ts';
import classes from './attendance.module.css';
import { Pager } from './pager.tsx';
import { PeopleList } from './people-list.tsx';
import { useAttendance, useAttendanceOutdated, useListParams } from './use-attendance.tsx';

// Fetched when first opened.
const PersonDrawer = lazyPart(() => import('./person-drawer.tsx'), 'PersonDrawer');
const PasteDialog = lazyPart(() => import('./paste/paste-dialog.tsx'), 'PasteDialog');
const RoomCode = lazyPart(() => import('./room-code.tsx'), 'RoomCode');

/** People on one page of the list. */
const AT_ONCE = 50;
/** From the last letter until the server is asked. */
const SEARCH_MS = 200;

interface AttendancePanelProps {
  /** Id of the activity. */
  activity: string;
  /** Its counts have changed. */
  onChanged: () => void;
}

/** Who came to one activity: the list, ways to add people, the code of the room. For who may read lists alone. */
export function AttendancePanel({ activity, onChanged }: AttendancePanelProps) {
  const [looked, setLooked] = useState<Looked>(EVERYBODY);
  const [q] = useDebouncedValue(looked.q.trim(), SEARCH_MS);
  const { group, page } = looked;
  const refresh = useAttendanceOutdated(onChanged);
  const { data, error, refetch } = useAttendance(activity, {
    page,
    size: AT_ONCE,
    ...(q && { q }),
    ...(group && { group }),
  });
  const last = data ? Math.max(1, Math.ceil(data.total / AT_ONCE)) : page;
  // The last page may have been taken off.
  if (page > last) setLooked({ ...looked, page: last });
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
            <Look looked={looked} onLook={setLooked} />
            <Downloads activity={activity} />
          </Group>
          <PeopleList activity={activity} rows={rows} mayEdit={mayEdit} onDone={refresh} />
          <Pager page={page} last={last} onPage={next => setLooked({ ...looked, page: next })} />
        </>
      )}
    </section>
  );
}

/** Whom of the list is looked at. */
interface Looked {
  readonly q: string;
  readonly group: AttendanceGroup | null;
  readonly page: number;
}
const EVERYBODY: Looked = { q: '', group: null, page: 1 };

const Look = ({ looked, onLook }: { looked: Looked; onLook: (looked: Looked) => void }) => (
  <Group gap="xs">
    <TextInput
      size="xs"
      aria-label="Buscar en la lista"
      placeholder="Nombre o identificación"
      value={looked.q}
      onChange={event => onLook({ ...looked, q: event.currentTarget.value, page: 1 })}
    />
    <NativeSelect
      size="xs"
      aria-label="Grupo"
      data={[{ value: '', label: 'Todos los grupos' }, ...ATTENDANCE_GROUPS]}
      value={looked.group ?? ''}
      onChange={event =>
        onLook({ ...looked, group: (event.currentTarget.value || null) as AttendanceGroup | null, page: 1 })
      }
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
