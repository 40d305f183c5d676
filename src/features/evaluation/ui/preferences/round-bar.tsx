import { Group, Skeleton, Text } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../../domain/text/format.ts';
import { dayOf, formatInstant } from '../../../../web/dates.ts';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { useRead, useWrite } from '../../../../web/query.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import {
  askedUntil,
  askPreferences,
  endPreferences,
  getRound,
  type Round,
} from '../../preferences/contract.ts';
import classes from './preferences.module.css';

interface BarProps {
  /** Id of the call. */
  call: string;
}

/** Before reviewers of a call are assigned they may be asked what they would like to review. */
export function RoundBar({ call }: BarProps) {
  const { data, error, refetch } = useRead(getRound, { params: { call } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={64} mb="md" />;
  return <Standing key={call} call={call} data={data} />;
}

function Standing({ call, data }: BarProps & { data: Round }) {
  const [asking, setAsking] = useState(false);
  const [ending, setEnding] = useState(false);
  const end = useWrite(endPreferences, [getRound]);
  const { round, refusal, barred } = data;
  const isOpen = round?.isOpen === true;
  const reason = (barred && !barred.last && barred.reason) || (isOpen ? null : refusal);
  return (
    <section className={classes.bar} aria-label="Preferencias de quienes evalúan">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconUserQuestion size={20} aria-hidden style={{ flexShrink: 0 }} />
        <Text size="sm" className="figures">
          {standingOf(data)}
        </Text>
      </Group>
      <Group gap="xs">
        <ActionButton size="compact-sm" variant="default" reason={reason} onClick={() => setAsking(true)}>
          {isOpen ? 'Dar más plazo' : 'Pedir preferencias'}
        </ActionButton>
        {isOpen && (
          <ActionButton size="compact-sm" variant="subtle" reason={reason} onClick={() => setEnding(true)}>
            Terminar ahora
          </ActionButton>
        )}
      </Group>
      {asking && <AskDrawer call={call} data={data} onClose={() => setAsking(false)} />}
      <ConfirmDialog
        open={ending}
        title="Terminar ahora"
        confirm="Terminar ahora"
        onConfirm={async () => {
          await end.mutateAsync({ params: { call }, body: {} });
          setEnding(false);
        }}
        onCancel={() => setEnding(false)}
      >
        Ya no se recibirán respuestas. Lo respondido cuenta en la asignación, y puedes volver a pedir.
      </ConfirmDialog>
    </section>
  );
}

function standingOf({ round, people }: Round): string {
  if (!round) return 'Antes de asignar puedes preguntar a quienes evalúan qué propuestas quieren.';
  const asked = round.isOpen ? 'Quienes evalúan responden' : 'Quienes evalúan respondieron';
  const until = `${asked} hasta el ${formatInstant(round.until)}.`;
  if (!people) return until;
  const { asked: count, all, some } = people;
  const rest = some > 0 ? `, y ${some} en parte` : '';
  return `${until} Respondieron todo ${all} de ${formatCount(count, 'persona', 'personas')}${rest}.`;
}

interface Values {
  until: string | null;
}

function AskDrawer({ call, data, onClose }: BarProps & { data: Round; onClose: () => void }) {
  // What was on screen when it opened.
  const [{ round, suggested, last, people }] = useState(data);
  const current = round?.isOpen ? dayOf(round.until) : null;
  const form = useKitForm<Values>(askedUntil, { until: current ?? suggested });
  const ask = useWrite(askPreferences, [getRound]);
  const send = ({ until }: Values) =>
    ask.mutate(
      { params: { call }, body: { until: until ?? '' } },
      {
        onSuccess: ({ told, until: end }) => {
          onClose();
          const whom = formatCount(told, 'persona', 'personas');
          toasts.success(
            asHtml(told > 0 ? `Avisamos a ${whom}.` : `Se responde hasta el ${formatInstant(end)}.`),
          );
        },
      },
    );
  const title = current ? 'Dar más plazo' : 'Pedir preferencias';
  return (
    <FormDrawer
      open
      title={title}
      submit={title}
      form={form}
      loading={ask.isPending}
      submitError={ask.error}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">
        {current
          ? 'Quienes evalúan ven el nuevo plazo; no reciben otro aviso.'
          : `${people ? formatCount(people.asked, 'persona recibe', 'personas reciben') : 'Quienes evalúan reciben'} un aviso: dicen qué propuestas quieren evaluar y dónde tienen un conflicto de interés. Leen título y resumen; a ciegas, sin nombres.`}
      </Text>
      <DateField
        name="until"
        label="Último día para responder"
        description="Hasta las 23:59."
        {...(current ? { min: current } : {})}
        {...(last ? { max: last } : {})}
      />
    </FormDrawer>
  );
}
