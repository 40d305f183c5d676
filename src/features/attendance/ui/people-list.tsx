import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { KEPT_LABELS } from '../../../domain/execution/identifiers.ts';
import { ATTENDANCE_GROUPS } from '../../../domain/execution/people.ts';
import { isForgotten } from '../../../domain/privacy/forgotten.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { request } from '../../../web/api.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import cards from '../../../web/table/cards.module.css';
import plain from '../../../web/table/plain-table.module.css';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { type Attendance, removeAttendances } from '../contract.ts';
import classes from './attendance.module.css';
import { useListParams } from './use-attendance.tsx';

// Fetched when first opened.
const EditPerson = lazyPart(() => import('./edit-person.tsx'), 'EditPerson');

interface Props {
  activity: string;
  rows: readonly Attendance[];
  mayEdit: boolean;
  onDone: () => void;
}

const SOURCE_LABELS: Readonly<Record<Attendance['source'], string>> = { list: 'Equipo', code: 'Código' };
const groupLabel = (value: string) => ATTENDANCE_GROUPS.find(g => g.value === value)?.label ?? value;

/** People on the list, of which those chosen can be taken off; who is chosen stays so on other pages. */
export function PeopleList({ activity, rows, mayEdit, onDone }: Props) {
  const [picked, setPicked] = useState<readonly Attendance[]>([]);
  const [removing, setRemoving] = useState<readonly Attendance[]>([]);
  const [edited, setEdited] = useState<Attendance | null>(null);
  if (rows.length === 0) return <p className={classes.quiet}>Nadie en la lista coincide con la búsqueda.</p>;
  const isPicked = (row: Attendance) => picked.some(each => each.id === row.id);
  const pick = (which: readonly Attendance[], yes: boolean) => {
    const rest = picked.filter(each => which.every(row => row.id !== each.id));
    setPicked(yes ? [...rest, ...which] : rest);
  };
  return (
    <div className={cards.cards}>
      {picked.length > 0 && (
        <Button size="xs" color="red" variant="light" mb="xs" onClick={() => setRemoving(picked)}>
          Quitar de la lista a {formatCount(picked.length, 'persona', 'personas')}
        </Button>
      )}
      <table className={`${plain.table} ${classes.table}`}>
        <Heads
          mayEdit={mayEdit}
          all={rows.every(isPicked)}
          some={rows.some(isPicked)}
          onAll={yes => pick(rows, yes)}
        />
        <tbody>
          {rows.map(row => (
            <PersonRow
              key={row.id}
              row={row}
              mayEdit={mayEdit}
              isPicked={isPicked(row)}
              onPick={yes => pick([row], yes)}
              onEdit={() => setEdited(row)}
              onRemove={() => setRemoving([row])}
            />
          ))}
        </tbody>
      </table>
      <Suspense>
        {edited && (
          <EditPerson activity={activity} person={edited} onDone={onDone} onClose={() => setEdited(null)} />
        )}
      </Suspense>
      {removing.length > 0 && (
        <RemoveDialog
          activity={activity}
          people={removing}
          onDone={() => {
            pick(removing, false);
            onDone();
          }}
          onClose={() => setRemoving([])}
        />
      )}
    </div>
  );
}

interface HeadsProps {
  mayEdit: boolean;
  all: boolean;
  some: boolean;
  onAll: (yes: boolean) => void;
}

const Heads = ({ mayEdit, all, some, onAll }: HeadsProps) => (
  <thead>
    <tr>
      {mayEdit && (
        <th scope="col">
          <Checkbox
            size="xs"
            aria-label="Elegir a todas las personas de esta página"
            checked={all}
            indeterminate={some && !all}
            onChange={event => onAll(event.currentTarget.checked)}
          />
        </th>
      )}
      <th scope="col">Nombre</th>
      <th scope="col">Identificación</th>
      <th scope="col">Grupo</th>
      <th scope="col">Origen</th>
      <th scope="col">Actividades</th>
      {mayEdit && (
        <th scope="col">
          <span className="visually-hidden">Acciones</span>
        </th>
      )}
    </tr>
  </thead>
);

interface RowProps {
  row: Attendance;
  mayEdit: boolean;
  isPicked: boolean;
  onPick: (yes: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

const PersonRow = ({ row, mayEdit, isPicked, onPick, onEdit, onRemove }: RowProps) => (
  <tr>
    {mayEdit && (
      <td data-label="Elegir">
        <Checkbox
          size="xs"
          aria-label={`Elegir a ${row.name}`}
          checked={isPicked}
          onChange={event => onPick(event.currentTarget.checked)}
        />
      </td>
    )}
    <th scope="row" data-first>
      {row.name}
      {row.guardian && <small> (autoriza {row.guardian})</small>}
    </th>
    <td data-label="Identificación">{row.identifier || KEPT_LABELS[row.identifierKind]}</td>
    <td data-label="Grupo">{groupLabel(row.group)}</td>
    <td data-label="Origen">{SOURCE_LABELS[row.source]}</td>
    <td data-label="Actividades">{row.activities || '–'}</td>
    {mayEdit && (
      <td data-label="Acciones">
        <span className={classes.tools}>
          {!isForgotten(row) && (
            <ActionIcon variant="subtle" color="gray" aria-label={`Corregir a ${row.name}`} onClick={onEdit}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Quitar a ${row.name} de la lista`}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </span>
      </td>
    )}
  </tr>
);

interface RemoveProps {
  activity: string;
  people: readonly Attendance[];
  onDone: () => void;
  onClose: () => void;
}

function RemoveDialog({ activity, people, onDone, onClose }: RemoveProps) {
  const params = useListParams(activity);
  const [first] = people;
  const mayReturn = first && !isForgotten(first);
  return (
    <ConfirmDialog
      open
      destructive
      title="Quitar de la lista"
      confirm="Quitar de la lista"
      onCancel={onClose}
      onConfirm={async () => {
        const body = { ids: people.map(person => person.id) };
        const { removed } = await request(removeAttendances, { params, body });
        onClose();
        onDone();
        toasts.success(`${formatCount(removed, 'persona quitada', 'personas quitadas')} de la lista.`);
      }}
    >
      {people.length === 1
        ? `${first?.name} deja de contar en esta actividad.${mayReturn ? ' Puedes agregarla otra vez.' : ''}`
        : `${formatCount(people.length, 'persona', 'personas')} dejan de contar en esta actividad.`}
    </ConfirmDialog>
  );
}
