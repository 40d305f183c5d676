import { Modal, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { PREFERENCES, type Preference } from '../../../../domain/calls/assigning/preferences.ts';
import { isActiveReview } from '../../../../domain/calls/review-states.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { assignReviewers, getMatrix, listCandidates, type MatrixProposal } from '../../reviews/contract.ts';

interface Props {
  proposal: MatrixProposal;
  onClose: () => void;
}

export type Candidate = OutputOf<typeof listCandidates>[number];

interface CandidateSelectProps {
  projectId: string;
  value: string | null;
  /** Ids of those who are proposed for it already. */
  taken?: readonly string[];
  onChange: (id: string | null, candidate: Candidate | null) => void;
}

const NOBODY: readonly string[] = [];

/** Who can review a proposal; who cannot is listed with the reason. */
export function CandidateSelect({ projectId, value, taken = NOBODY, onChange }: CandidateSelectProps) {
  const { data, error } = useRead(listCandidates, { params: { project: projectId } });
  if (error) return <Text c="var(--mantine-color-error)">{messageOf(error)}</Text>;
  if (!data) return <Skeleton h={60} />;
  return (
    <Select
      label="Quién evalúa"
      description="Primero quien tiene menos carga; quien prefiere no evaluarla, después. Quien tiene un conflicto no se puede elegir."
      searchable
      data={data.map(c => {
        const refused = taken.includes(c.id) ? 'Ya está propuesta aquí.' : c.refused;
        return { value: c.id, label: `${c.name} · ${refused ?? fitOf(c)}`, disabled: refused !== null };
      })}
      nothingFoundMessage={t('form.nothingFound')}
      value={value}
      onChange={id => onChange(id, data.find(c => c.id === id) ?? null)}
    />
  );
}

const fitOf = ({ load, topics, preference }: Candidate) =>
  [preferenceText(preference), formatCount(load, 'pendiente', 'pendientes'), topicsText(topics)]
    .filter(Boolean)
    .join(' · ');

/** What somebody said of a proposal before; nothing where they did not. */
export const preferenceText = (preference: Preference | null): string =>
  preference === null ? '' : PREFERENCES[preference].said;

/** What of a proposal somebody knows; nothing where that is unknown. */
export const topicsText = (topics: readonly string[]) =>
  topics.length > 0 ? `conoce el tema: ${topics.join(', ')}` : '';

export function AssignDialog({ proposal, onClose }: Props) {
  useReturnFocus();
  const [userId, setUserId] = useState<string | null>(null);
  const [blind, setBlind] = useState(proposal.blind);
  const assign = useWrite(assignReviewers, [getMatrix, listCandidates]);
  const isFirst = !proposal.reviews.some(isActiveReview);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Invitar a evaluar ${proposal.code}`}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <CandidateSelect projectId={proposal.id} value={userId} onChange={setUserId} />
        {isFirst && (
          <Switch
            label="Evaluación a ciegas"
            description="Vale donde no hay convocatoria: si la hay, decide ella."
            checked={blind}
            onChange={event => setBlind(event.currentTarget.checked)}
          />
        )}
        {assign.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {messageOf(assign.error)}
          </Text>
        )}
        <ActionButton
          reason={userId ? null : 'Elige a quien evalúa.'}
          loading={assign.isPending}
          onClick={() =>
            userId &&
            assign.mutate(
              { body: { pairs: [{ projectId: proposal.id, userId }], blind } },
              { onSuccess: onClose },
            )
          }
        >
          Invitar
        </ActionButton>
      </Stack>
    </Modal>
  );
}
