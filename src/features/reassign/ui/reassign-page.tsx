import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { HOLDINGS } from '../../../domain/workflow/reassignment.ts';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { useListState } from '../../../web/table/list-state.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { mailWords } from '../../change-status/ui/effect-words.tsx';
import { NotifyField } from '../../change-status/ui/notify-field.tsx';
import { REASON_HELP } from '../../change-status/ui/reason.tsx';
import { getHoldings, type Holdings } from '../../holdings/contract.ts';
import { PersonPicker } from '../../users/ui/person-picker.tsx';
import { HeldGroup } from './held-group.tsx';
import classes from './reassign.module.css';
import { reassignSearch } from './use-choice.tsx';
import { type Reassign, useReassign } from './use-reassign.tsx';

const textIn = (value: unknown) => (typeof value === 'string' ? value : null);

/** The office hands over what somebody holds, e.g. when they leave. */
export function ReassignPage() {
  const { values, set } = useListState(reassignSearch);
  const [from, to] = [textIn(values.from), textIn(values.to)];
  return (
    <>
      <PageHeader
        title="Reasignar"
        text="Traspasa lo que tiene una persona: proyectos, pasos pendientes y unidades. Los borradores y su contenido se conservan."
      />
      <div className={classes.people}>
        <PersonPicker
          label="De"
          description="Quien deja lo que tiene, con cuenta activa o no."
          placeholder="Busca por nombre o correo"
          value={from}
          // What was chosen is about the things of the person before.
          onChange={next => set({ from: next, groups: null, rows: null, out: null, only: null })}
        />
        <PersonPicker
          label="A"
          description="Quien lo recibe. Puedes elegir a otra persona por grupo o por fila."
          placeholder="Busca por nombre o correo"
          value={to}
          onChange={next => set({ to: next })}
          activeOnly
        />
      </div>
      {from ? (
        <Held key={from} from={from} to={to} />
      ) : (
        <EmptyState
          title="Elige de quién"
          text="Verás lo que dirige, lo que tiene pendiente y las unidades a su cargo."
        />
      )}
    </>
  );
}

function Held({ from, to }: { from: string; to: string | null }) {
  const { data, error, refetch } = useRead(getHoldings, { params: { person: from } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack mt="lg">
        <Skeleton h="2rem" w="16rem" />
        <Skeleton h="8rem" />
      </Stack>
    );
  if (data.rows.length === 0)
    return (
      <EmptyState
        title={`${data.person.name} no tiene nada que traspasar`}
        text="Lo que terminó conserva su nombre."
      />
    );
  return <Handing holdings={data} to={to} />;
}

function Handing({ holdings, to }: { holdings: Holdings; to: string | null }) {
  const state = useReassign(holdings, to);
  return (
    <>
      {HOLDINGS.map(holding => {
        const rows = holdings.rows.filter(r => r.holding === holding);
        return rows.length > 0 && <HeldGroup key={holding} holding={holding} rows={rows} state={state} />;
      })}
      <div className={classes.reason}>
        <ReasonField
          description={REASON_HELP}
          minRows={2}
          value={state.reason}
          onChange={state.type}
          error={state.errors.reason}
        />
        <NotifyField
          value={state.notify}
          onChange={state.setNotify}
          mails={state.mailed && !state.checking ? mailWords(state.mailed) : null}
        />
      </div>
      {(state.errors.form || state.checkError) && (
        <Alert color="red" role="alert" mt="sm">
          {state.errors.form ?? messageOf(state.checkError)}
        </Alert>
      )}
      <Bar state={state} />
    </>
  );
}

function Bar({ state }: { state: Reassign }) {
  const { chosen, moves, movable, checking, busy, send } = state;
  const left = chosen.length - movable.length;
  const reason =
    chosen.length === 0
      ? 'Marca qué reasignar.'
      : moves.length === 0
        ? 'Elige a quién.'
        : checking
          ? 'Espera a que termine la revisión.'
          : movable.length === 0
            ? 'Nada de lo elegido se puede reasignar.'
            : null;
  return (
    <div className={classes.bar}>
      <Text size="sm" role="status">
        {moves.length > 0 &&
          !checking &&
          left > 0 &&
          `${left} de ${chosen.length} ${left === 1 ? 'queda' : 'quedan'} fuera.`}
      </Text>
      <ActionButton reason={reason} loading={busy} onClick={() => void send()}>
        {movable.length > 0 ? `Reasignar ${movable.length}` : 'Reasignar'}
      </ActionButton>
    </div>
  );
}
