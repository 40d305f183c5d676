import { Alert, Checkbox, Group, Modal, Skeleton, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Audience, MOST_INVITED } from '../../../../domain/surveys/waves.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { hasWords } from '../../../../domain/text/plain.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useRead } from '../../../../web/query.ts';
import { Pager } from '../../../../web/table/paging/pager.tsx';
import { usePagedRows } from '../../../../web/table/paging/use-paged-rows.tsx';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { type Candidate, listCandidates } from '../../invitations/contract.ts';
import { people } from '../looks.tsx';
import classes from '../surveys.module.css';
import { useAdding, type WayProps } from './use-adding.tsx';

/** People of the survey's audience whose e-mail is known already, to choose from. */
export function CandidatesDialog({ wave, onClose }: WayProps) {
  useReturnFocus();
  const { data, error, refetch } = useRead(listCandidates, { params: { id: wave.id } });
  return (
    <Modal
      opened
      size="40rem"
      onClose={onClose}
      title="Agregar de los conocidos"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />}
      {!error && !data && <Skeleton h={200} aria-busy />}
      {data?.rows.length === 0 && (
        <EmptyState
          headingLevel={3}
          title="No hay a quién proponer"
          text={
            wave.invited > 0
              ? 'Todas las personas con correo que se conocen ya están en la lista. Para otras, pega una lista.'
              : `No se conocen correos ${KNOWN_FROM[wave.audience]}. Pega una lista con nombres y correos.`
          }
        />
      )}
      {data && data.rows.length > 0 && <Choice wave={wave} onClose={onClose} rows={data.rows} />}
    </Modal>
  );
}

/** Where addresses of an audience are looked for. */
const KNOWN_FROM: Readonly<Record<Audience, string>> = {
  partners: 'de contactos de los socios',
  students: 'de estudiantes en las listas de asistencia',
  attendees: 'en las listas de asistencia',
};

/** Rows on screen at once. */
const AT_ONCE = 50;

function Choice({ wave, onClose, rows }: WayProps & { rows: readonly Candidate[] }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const { send, isPending, error } = useAdding(wave);
  const fit = rows.filter(({ name, email, from }) => hasWords(`${name} ${email} ${from}`, typed));
  const chosen = rows.filter(row => picked.has(row.email));
  const pick = (which: readonly Candidate[], yes: boolean) => {
    const next = new Set(picked);
    for (const { email } of which) {
      if (yes) next.add(email);
      else next.delete(email);
    }
    setPicked(next);
  };
  const open = fit.filter(row => !row.objects);
  const all = open.length > 0 && open.every(row => picked.has(row.email));
  const add = async () => {
    const added = await send(
      chosen.map(({ name, email, organisationId }) => ({ name, email, organisationId })),
    );
    if (added) onClose();
  };
  return (
    <Stack gap="sm">
      <TextInput
        label="Buscar"
        placeholder="Nombre, correo, organización o actividad"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Checkbox
        label={
          typed.trim() === '' ? `Todas: ${people(open.length)}` : `Las que coinciden: ${people(open.length)}`
        }
        checked={all}
        indeterminate={!all && open.some(row => picked.has(row.email))}
        disabled={open.length === 0}
        onChange={event => pick(open, event.currentTarget.checked)}
      />
      {/* Another search begins at its first page. */}
      <Candidates key={typed} rows={fit} picked={picked} onPick={pick} />
      {error && (
        <Alert color="red" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <ActionButton reason={whyNot(chosen.length)} loading={isPending} onClick={() => void add()}>
          {chosen.length === 0 ? 'Agregar' : `Agregar ${people(chosen.length)}`}
        </ActionButton>
      </Group>
    </Stack>
  );
}

function whyNot(chosen: number): string | null {
  if (chosen === 0) return 'Elige al menos a una persona.';
  return chosen > MOST_INVITED ? `Agrega como máximo ${formatNumber(MOST_INVITED)} a la vez.` : null;
}

const detailsOf = ({ email, from, objects }: Candidate): string =>
  [email, from, objects && 'no quiere recibir correos'].filter(Boolean).join(' · ');

interface CandidatesProps {
  rows: readonly Candidate[];
  picked: ReadonlySet<string>;
  onPick: (which: readonly Candidate[], yes: boolean) => void;
}

function Candidates({ rows, picked, onPick }: CandidatesProps) {
  const { shown, pager } = usePagedRows(rows, AT_ONCE);
  if (rows.length === 0) return <p className={classes.quiet}>Nadie coincide con la búsqueda.</p>;
  return (
    <>
      <ul className={classes.candidates}>
        {shown.map(row => (
          <li key={row.email}>
            <Checkbox
              label={row.name}
              description={detailsOf(row)}
              checked={picked.has(row.email)}
              disabled={row.objects}
              onChange={event => onPick([row], event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <Pager {...pager} />
    </>
  );
}
