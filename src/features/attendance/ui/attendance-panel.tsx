import { ActionIcon, Button, Group, Skeleton, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { IDENTIFIER_LABELS } from '../../../domain/execution/attendance.ts';
import { ATTENDANCE_GROUPS } from '../../../domain/execution/people.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { request } from '../../../web/api.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { DownloadMenu } from '../../../web/table/download-menu.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { type Attendance, listAttendance, removeAttendances } from '../contract.ts';
import classes from './attendance.module.css';
import { Pager } from './pager.tsx';
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
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const refresh = useAttendanceOutdated(onChanged);
  const { data, error, refetch } = useAttendance(activity, { page, size: AT_ONCE, ...(q && { q }) });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} aria-busy />;
  const { tally, total, rows, mayEdit, purgedAt } = data;
  const search = (text: string) => {
    setQ(text);
    setPage(1);
  };
  return (
    <section className={classes.panel} aria-label="Asistencia">
      <h3>Asistencia</h3>
      <Tally {...tally} />
      {purgedAt && total === 0 && (
        <p className={classes.quiet}>
          La lista se eliminó el <DateTime value={purgedAt} /> según el plazo de conservación; quedan las
          cantidades.
        </p>
      )}
      {mayEdit && <Ways activity={activity} list={data} onDone={refresh} />}
      {(tally.attendances > 0 || q) && total + q.length > 0 && (
        <>
          <Group gap="xs" justify="space-between" my="xs">
            <TextInput
              size="xs"
              aria-label="Buscar en la lista"
              placeholder="Buscar por nombre o identificación"
              value={q}
              onChange={event => search(event.currentTarget.value)}
            />
            <Downloads activity={activity} />
          </Group>
          <People activity={activity} rows={rows} mayEdit={mayEdit} onDone={refresh} />
          <Pager page={page} last={Math.ceil(total / AT_ONCE)} onPage={setPage} />
        </>
      )}
    </section>
  );
}

const Downloads = ({ activity }: { activity: string }) => (
  <DownloadMenu files={[{ list: listAttendance }]} params={useListParams(activity)} />
);

interface TallyProps {
  attendances: number;
  people: number;
  unidentified: number;
}

function Tally({ attendances, people, unidentified }: TallyProps) {
  if (attendances === 0) return <p className={classes.quiet}>Todavía no hay nadie en la lista.</p>;
  const share = Math.round((unidentified / attendances) * 100);
  return (
    <p className={classes.quiet}>
      <strong>{formatCount(attendances, 'asistencia', 'asistencias')}</strong> ·{' '}
      <strong>{formatCount(people, 'persona identificada', 'personas identificadas')}</strong>
      {unidentified > 0 && ` · ${share} % sin identificación`}
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

interface PeopleProps {
  activity: string;
  rows: readonly Attendance[];
  mayEdit: boolean;
  onDone: () => void;
}

const groupLabel = (value: string) => ATTENDANCE_GROUPS.find(g => g.value === value)?.label ?? value;

function People({ activity, rows, mayEdit, onDone }: PeopleProps) {
  const [removing, setRemoving] = useState<Attendance | null>(null);
  if (rows.length === 0) return <p className={classes.quiet}>Nadie en la lista coincide con la búsqueda.</p>;
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Nombre</th>
            <th scope="col">Identificación</th>
            <th scope="col">Grupo</th>
            <th scope="col">Actividades</th>
            {mayEdit && (
              <th scope="col">
                <span className="visually-hidden">Acciones</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <th scope="row">
                {row.name}
                {row.guardian && <small> (autoriza {row.guardian})</small>}
              </th>
              <td>{row.identifier || IDENTIFIER_LABELS[row.identifierKind]}</td>
              <td>{groupLabel(row.group)}</td>
              <td>{row.activities || '–'}</td>
              {mayEdit && (
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Quitar a ${row.name} de la lista`}
                    onClick={() => setRemoving(row)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {removing && (
        <RemoveDialog
          activity={activity}
          person={removing}
          onDone={onDone}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

interface RemoveProps {
  activity: string;
  person: Attendance;
  onDone: () => void;
  onClose: () => void;
}

function RemoveDialog({ activity, person, onDone, onClose }: RemoveProps) {
  const params = useListParams(activity);
  return (
    <ConfirmDialog
      open
      destructive
      title="Quitar de la lista"
      confirm="Quitar de la lista"
      onCancel={onClose}
      onConfirm={async () => {
        await request(removeAttendances, { params, body: { ids: [person.id] } });
        onClose();
        onDone();
        toasts.success('Persona quitada de la lista.');
      }}
    >
      {person.name} deja de contar en esta actividad. Puedes agregarla otra vez.
    </ConfirmDialog>
  );
}
