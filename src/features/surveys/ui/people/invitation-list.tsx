import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { hasAnswered, isDraft } from '../../../../domain/surveys/waves.ts';
import { request } from '../../../../web/api.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { Wave } from '../../contract.ts';
import { type Invitation, removeInvitations } from '../../invitations/contract.ts';
import { people } from '../looks.tsx';
import classes from '../surveys.module.css';
import { usePeopleOutdated } from './use-people.tsx';

const STATE_LABELS: Readonly<Record<NonNullable<Invitation['state']>, string>> = {
  waiting: 'No ha respondido',
  answered: 'Respondió',
  declined: 'No quiso responder',
};

interface Props {
  wave: Wave;
  rows: readonly Invitation[];
  mayEdit: boolean;
}

/** People who are asked, of whom those chosen can be taken off; who is chosen stays so on other pages. */
export function InvitationList({ wave, rows, mayEdit }: Props) {
  const [picked, setPicked] = useState<readonly Invitation[]>([]);
  const [isRemoving, setRemoving] = useState(false);
  const isPicked = (row: Invitation) => picked.some(each => each.id === row.id);
  const pick = (which: readonly Invitation[], yes: boolean) => {
    const rest = picked.filter(each => which.every(row => row.id !== each.id));
    setPicked(yes ? [...rest, ...which] : rest);
  };
  // Who answered stays: their answer is given.
  const removable = rows.filter(row => !hasAnswered(row.state));
  const all = removable.length > 0 && removable.every(isPicked);
  if (rows.length === 0) return <p className={classes.quiet}>Nadie en la lista coincide con la búsqueda.</p>;
  return (
    <div className={cards.cards}>
      {picked.length > 0 && (
        <Button size="xs" color="red" variant="light" mb="xs" onClick={() => setRemoving(true)}>
          Quitar de la lista a {people(picked.length)}
        </Button>
      )}
      <table className={`${plain.table} ${classes.table}`}>
        <Heads
          isAnonymous={wave.anonymous}
          all={all}
          some={rows.some(isPicked)}
          onAll={mayEdit ? yes => pick(removable, yes) : undefined}
        />
        <tbody>
          {rows.map(row => (
            <PersonRow
              key={row.id}
              row={row}
              onPick={mayEdit ? yes => pick([row], yes) : undefined}
              isPicked={isPicked(row)}
              isAnonymous={wave.anonymous}
            />
          ))}
        </tbody>
      </table>
      <RemoveDialog
        wave={wave}
        open={isRemoving}
        chosen={picked}
        onDone={() => setPicked([])}
        onClose={() => setRemoving(false)}
      />
    </div>
  );
}

interface HeadsProps {
  isAnonymous: boolean;
  all: boolean;
  some: boolean;
  /** Left out where nobody is taken off any more. */
  onAll: ((yes: boolean) => void) | undefined;
}

const Heads = ({ isAnonymous, all, some, onAll }: HeadsProps) => (
  <thead>
    <tr>
      {onAll && (
        <th scope="col">
          <Checkbox
            size="xs"
            aria-label="Elegir a todas las personas de esta página"
            checked={all}
            indeterminate={!all && some}
            onChange={event => onAll(event.currentTarget.checked)}
          />
        </th>
      )}
      <th scope="col">Nombre</th>
      <th scope="col">Correo</th>
      <th scope="col">Organización</th>
      {!isAnonymous && <th scope="col">Respuesta</th>}
    </tr>
  </thead>
);

interface RowProps {
  row: Invitation;
  isPicked: boolean;
  isAnonymous: boolean;
  /** Left out where nobody is taken off any more. */
  onPick: ((yes: boolean) => void) | undefined;
}

const PersonRow = ({ row, isPicked, isAnonymous, onPick }: RowProps) => (
  <tr>
    {onPick && (
      <td data-label="Elegir">
        <Checkbox
          size="xs"
          aria-label={`Elegir a ${row.name}`}
          checked={isPicked}
          disabled={hasAnswered(row.state)}
          onChange={event => onPick(event.currentTarget.checked)}
        />
      </td>
    )}
    <th scope="row" data-first>
      {row.name}
    </th>
    <td data-label="Correo">{row.email}</td>
    <td data-label="Organización">{row.organisation?.name ?? '–'}</td>
    {!isAnonymous && <td data-label="Respuesta">{row.state ? STATE_LABELS[row.state] : '–'}</td>}
  </tr>
);

interface RemoveProps {
  wave: Wave;
  open: boolean;
  chosen: readonly Invitation[];
  onDone: () => void;
  onClose: () => void;
}

function RemoveDialog({ wave, open, chosen, onDone, onClose }: RemoveProps) {
  const outdate = usePeopleOutdated();
  const [first] = chosen;
  const who = chosen.length === 1 && first ? first.name : people(chosen.length);
  const remove = async () => {
    const body = { ids: chosen.map(({ id }) => id) };
    const { removed } = await request(removeInvitations, { params: { id: wave.id }, body });
    onClose();
    onDone();
    outdate();
    const stayed = chosen.length - removed;
    const words = stayed > 0 ? ` A ${people(stayed)} no se quitó, porque ya respondió.` : '';
    toasts.success(`${removed === 1 ? 'Se quitó' : 'Se quitaron'} ${people(removed)}.${words}`);
  };
  return (
    <ConfirmDialog
      open={open}
      destructive
      title="Quitar de la lista"
      confirm="Quitar de la lista"
      onConfirm={remove}
      onCancel={onClose}
    >
      {isDraft(wave.state)
        ? `No se enviará la encuesta a ${who}. Puedes agregar otra vez cuando quieras.`
        : `Los enlaces que ya recibió ${who} dejan de servir. Quien ya respondió se queda en la lista.`}
    </ConfirmDialog>
  );
}
