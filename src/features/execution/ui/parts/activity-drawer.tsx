import { Anchor, Button, Group, Skeleton } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { COUNTED } from '../../../../domain/execution/people.ts';
import { isPhoto } from '../../../../domain/text/file-types.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { fileUrl } from '../../../../web/config.ts';
import { formatDay } from '../../../../web/dates.ts';
import { useRead } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { SideDrawer } from '../../../../web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { FileViewer, useOpenFile } from '../../../attachments/ui/preview/file-viewer.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type ActivityDetail, type ActivityFile, getActivity, removeActivity } from '../../contract.ts';
import classes from '../execution.module.css';
import { useExecution, useExecutionOutdated } from '../use-execution.tsx';

const AttendancePanel = lazyPart(
  () => import('../../../attendance/ui/attendance-panel.tsx'),
  'AttendancePanel',
);
/** Before the links of small pictures end, after ten minutes. */
const LINKS_MS = 9 * 60_000;

interface Props {
  id: string;
  onEdit: () => void;
  onClose: () => void;
}

/** Escape in a dialog above comes to this one as well, and is not meant for it. */
function isElsewhere(own: HTMLElement | null): boolean {
  const dialog = document.activeElement?.closest('[role="dialog"]');
  return Boolean(own && dialog && !dialog.contains(own));
}

/** One activity with its photos, files and people, beside the list. */
export function ActivityDrawer({ id, onEdit, onClose }: Props) {
  const { project } = useProject();
  const params = { kind: project.kind, id: project.id, activity: id };
  const { data, error, refetch } = useRead(getActivity, { params }, { refetchInterval: LINKS_MS });
  const own = useRef<HTMLDivElement>(null);
  return (
    <SideDrawer
      onClose={() => isElsewhere(own.current) || onClose()}
      size="44rem"
      title={data?.name ?? 'Actividad'}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <FileViewer files={data.files}>
          <div ref={own}>
            <Detail activity={data} onEdit={onEdit} onClose={onClose} />
          </div>
        </FileViewer>
      ) : (
        <Skeleton h={240} aria-busy />
      )}
    </SideDrawer>
  );
}

const hoursOf = ({ startsAt, endsAt }: ActivityDetail) => (endsAt ? `${startsAt} a ${endsAt}` : startsAt);

function Detail({ activity, onEdit, onClose }: { activity: ActivityDetail } & Omit<Props, 'id'>) {
  const { data } = useExecution();
  const refresh = useExecutionOutdated();
  const { id, day, place, comuna, link, description, files, author, mayEdit } = activity;
  const facts = [formatDay(day), hoursOf(activity), place, comuna?.name].filter(Boolean).join(' · ');
  const photos = files.filter(f => isPhoto(f.contentType));
  return (
    <>
      <p className={classes.facts}>{facts}</p>
      <p className={classes.quiet}>Registrada por {author.name}</p>
      {link && (
        <p className={classes.words}>
          <Anchor href={link} target="_blank" rel="noreferrer" inherit>
            {link}
          </Anchor>
        </p>
      )}
      {description && <p className={classes.words}>{description}</p>}
      <Counts activity={activity} />
      {mayEdit && <Buttons activity={activity} onEdit={onEdit} onClose={onClose} />}
      {photos.length > 0 && (
        <ul className={classes.photos} aria-label="Fotos">
          {photos.map(file => (
            <Photo key={file.id} file={file} />
          ))}
        </ul>
      )}
      <Documents files={files.filter(f => !isPhoto(f.contentType))} />
      {data?.mayReadAttendance && (
        <Suspense>
          <AttendancePanel activity={id} onChanged={refresh} />
        </Suspense>
      )}
    </>
  );
}

function Counts({ activity: { counts } }: { activity: ActivityDetail }) {
  const rows = COUNTED.flatMap(({ groups }) =>
    groups.flatMap(g => {
      const n = counts[g.value];
      return n === undefined ? [] : [{ label: g.label, n }];
    }),
  );
  if (rows.length === 0) return null;
  return (
    <p className={classes.words}>
      {rows.map(({ label, n }) => `${label}: ${formatNumber(n, 0)}`).join(' · ')}
    </p>
  );
}

function Photo({ file }: { file: ActivityFile }) {
  const open = useOpenFile();
  return (
    <li>
      <button
        type="button"
        className={classes.photo}
        aria-label={`Ver ${file.name}`}
        onClick={() => open(file)}
      >
        {file.thumbnail ? (
          <img src={fileUrl(file.thumbnail)} alt="" loading="lazy" />
        ) : (
          <small className={classes.caption}>{file.reason ?? file.name}</small>
        )}
      </button>
    </li>
  );
}

function Documents({ files }: { files: readonly ActivityFile[] }) {
  const open = useOpenFile();
  if (files.length === 0) return null;
  return (
    <ul className={classes.lines} aria-label="Documentos">
      {files.map(file => (
        <li key={file.id} className={classes.line}>
          <Button variant="subtle" size="compact-sm" onClick={() => open(file)}>
            {file.name}
          </Button>
          {file.reason && <small>{file.reason}</small>}
        </li>
      ))}
    </ul>
  );
}

function Buttons({ activity, onEdit, onClose }: { activity: ActivityDetail } & Omit<Props, 'id'>) {
  const { project } = useProject();
  const refresh = useExecutionOutdated();
  const [removing, setRemoving] = useState(false);
  const { attendances } = activity.attendance;
  return (
    <Group gap="xs" my="sm">
      <Button size="xs" variant="default" onClick={onEdit}>
        Editar
      </Button>
      <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={removing}
        destructive
        title="Eliminar actividad"
        confirm="Eliminar actividad"
        onCancel={() => setRemoving(false)}
        onConfirm={async () => {
          const params = { kind: project.kind, id: project.id, activity: activity.id };
          await request(removeActivity, { params });
          onClose();
          refresh();
          toasts.success('Actividad eliminada.');
        }}
      >
        {attendances > 0
          ? `Se elimina con su lista de ${formatNumber(attendances, 0)} asistencias. `
          : 'Se elimina del registro. '}
        Sus fotos y archivos quedan en el proyecto. No se puede deshacer.
      </ConfirmDialog>
    </Group>
  );
}
