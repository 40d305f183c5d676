import { Modal, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { isActiveReview } from '../../../../domain/calls/review-states.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { assignReviewers, getMatrix, listCandidates, type MatrixProposal } from '../../reviews/contract.ts';

interface Props {
  proposal: MatrixProposal;
  onClose: () => void;
}

/** Who can review a proposal; who cannot is listed with the reason. */
export function CandidateSelect({
  projectId,
  value,
  onChange,
}: {
  projectId: string;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const { data, error } = useRead(listCandidates, { params: { project: projectId } });
  if (error) return <Text c="var(--mantine-color-error)">{messageOf(error)}</Text>;
  if (!data) return <Skeleton h={60} />;
  return (
    <Select
      label="Quién evalúa"
      description="Primero quien tiene menos carga. Quien tiene un conflicto no se puede elegir."
      searchable
      data={data.map(c => ({
        value: c.id,
        label: `${c.name} · ${c.refused ?? `${c.load} pendientes`}${c.matches > 0 && !c.refused ? ' · conoce el tema' : ''}`,
        disabled: c.refused !== null,
      }))}
      nothingFoundMessage={t('form.nothingFound')}
      value={value}
      onChange={onChange}
    />
  );
}

export function AssignDialog({ proposal, onClose }: Props) {
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
