import { Alert, Modal, Skeleton, Stack, Switch, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useWrite } from '../../../../web/query.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { assignReviewers, getMatrix, proposeReviewers } from '../../reviews/contract.ts';

const MOST_SHOWN = 200;

type Proposal = OutputOf<typeof proposeReviewers>;

/** Asked for as soon as the dialog opens; `invite` sends it as it is shown. */
function useProposal(call: string | null, onInvited: () => void) {
  const { mutate, data, error } = useWrite(proposeReviewers);
  const assign = useWrite(assignReviewers, [getMatrix]);
  useEffect(() => mutate({ body: call ? { call } : {} }), [mutate, call]);
  const pairs = data?.pairs ?? [];
  const invite = (blind: boolean) =>
    assign.mutate(
      { body: { pairs: pairs.map(({ projectId, userId }) => ({ projectId, userId })), blind } },
      {
        onSuccess: ({ invited }) => {
          toasts.success(
            asHtml(invited === 1 ? 'Enviamos 1 invitación.' : `Enviamos ${invited} invitaciones.`),
          );
          onInvited();
        },
      },
    );
  return { data, error, pairs, invite, inviting: assign.isPending, failure: error ?? assign.error };
}

function PairsTable({ pairs }: { pairs: Proposal['pairs'] }) {
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Propuesta</Table.Th>
            <Table.Th scope="col">Evalúa</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pairs.slice(0, MOST_SHOWN).map(p => (
            <Table.Tr key={`${p.projectId}${p.userId}`}>
              <Table.Td>
                {p.code} {p.title}
              </Table.Td>
              <Table.Td>
                {p.name}
                {p.matches > 0 && ' · conoce el tema'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {pairs.length > MOST_SHOWN && <Text size="sm">Y {pairs.length - MOST_SHOWN} más.</Text>}
    </>
  );
}

interface ProposeProps {
  call: string | null;
  /** How many proposals others arrange, as the reader takes part. */
  withheld: number;
  onClose: () => void;
}

/** Who could review what still lacks reviewers; applied as a whole or not at all. */
export function ProposeDialog({ call, withheld, onClose }: ProposeProps) {
  const [blind, setBlind] = useState(false);
  const { data, error, pairs, invite, inviting, failure } = useProposal(call, onClose);
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title="Asignación propuesta"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Text size="sm">
          Reparte la carga por igual, prefiere a quien conoce el tema y evita los conflictos.
        </Text>
        {!data && !error && <Skeleton h={160} />}
        {data && data.unfilled > 0 && (
          <Alert color="orange">Para {data.unfilled} evaluaciones no queda nadie libre de conflicto.</Alert>
        )}
        {data && pairs.length === 0 && (
          <Text>
            {withheld > 0 ? 'En las demás propuestas no falta asignar a nadie.' : 'No falta asignar a nadie.'}
          </Text>
        )}
        {pairs.length > 0 && <PairsTable pairs={pairs} />}
        {!call && (
          <Switch
            label="A ciegas donde no hay convocatoria"
            checked={blind}
            onChange={event => setBlind(event.currentTarget.checked)}
          />
        )}
        {failure && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {messageOf(failure)}
          </Text>
        )}
        <ActionButton
          reason={pairs.length > 0 ? null : 'No hay nada que asignar.'}
          loading={inviting}
          onClick={() => invite(blind)}
        >
          {pairs.length === 1 ? 'Enviar 1 invitación' : `Enviar ${pairs.length} invitaciones`}
        </ActionButton>
      </Stack>
    </Modal>
  );
}
