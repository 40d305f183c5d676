import { Alert, Button, Group, List, Stack, Table, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useState } from 'react';
import { RECOMMENDATION_LABELS } from '../../../domain/calls/scoring.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useWrite } from '../../../web/query.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { answerConsensus, type Consensus } from '../../evaluation/consensus/contract.ts';
import { type DeskReview, getReview, listReviews } from '../contract.ts';
import classes from './desk.module.css';

const ANSWERED = {
  revising:
    'Estás revisando tu evaluación: confírmala antes de ese plazo, o quedará como la habías confirmado.',
  kept: 'Mantuviste tu evaluación.',
  revised: 'Revisaste tu evaluación.',
} as const;

interface Props {
  review: DeskReview;
  consensus: Consensus;
}

/** What the others found, without who they are, while scores too far apart are compared. */
export function ConsensusPanel({ review, consensus }: Props) {
  const { own, until, others } = consensus;
  const several = others.length > 1;
  return (
    <Alert
      color="cyan"
      icon={<IconArrowsDiff aria-hidden />}
      title={several ? 'Compara tu evaluación con las otras' : 'Compara tu evaluación con la otra'}
    >
      <Stack gap="sm">
        <Text size="sm">
          Los puntajes quedaron lejos. Lee {several ? 'las otras evaluaciones' : 'la otra evaluación'}, sin
          nombres, y mantén o revisa la tuya hasta el <DateTime value={until} withTime />. Si siguen lejos, se
          pide otra evaluación.
        </Text>
        {others.map((other, place) => (
          <Other
            key={JSON.stringify(other)}
            title={several ? `Otra evaluación ${place + 1}` : 'Otra evaluación'}
            other={other}
            review={review}
          />
        ))}
        {own === 'asked' ? <Answer review={review} /> : <Text size="sm">{ANSWERED[own]}</Text>}
      </Stack>
    </Alert>
  );
}

interface OtherProps {
  title: string;
  other: Consensus['others'][number];
  review: DeskReview;
}

/** Criterion by criterion beside what this person gives now. */
function Other({ title, other, review: { criteria, marks } }: OtherProps) {
  const { score, recommendation, authorComment } = other;
  return (
    <section aria-label={title}>
      <Text fw={600} size="sm">
        {title}: <span className="figures">{formatNumber(score, 2)}</span> de 100
        {recommendation && ` · ${RECOMMENDATION_LABELS[recommendation]}`}
      </Text>
      <Table className={classes.compared ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Criterio</Table.Th>
            <Table.Th scope="col" data-number>
              Tuyo
            </Table.Th>
            <Table.Th scope="col" data-number>
              Otro
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {criteria.map(({ id, name, maxPoints }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {name} <span className={classes.of}>{`de ${maxPoints}`}</span>
                {other.marks[id]?.justification && (
                  <Text size="sm" c="dimmed" className={classes.text ?? ''}>
                    {other.marks[id].justification}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="figures" data-number>
                {marks[id]?.points ?? '—'}
              </Table.Td>
              <Table.Td className="figures" data-number>
                {other.marks[id]?.points ?? '—'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {authorComment && (
        <Text size="sm" mt="xs" className={classes.text ?? ''}>
          <strong>Comentario para el autor.</strong> {authorComment}
        </Text>
      )}
    </section>
  );
}

function Answer({ review: { id: review } }: { review: DeskReview }) {
  const [isRevising, setRevising] = useState(false);
  const answer = useWrite(answerConsensus, [getReview, listReviews]);
  const send = (given: 'keep' | 'revise') =>
    answer.mutateAsync({ params: { review }, body: { answer: given } });
  const keep = () =>
    send('keep').then(
      () => toasts.success(asHtml('Mantuviste tu evaluación. Gracias por compararla.')),
      // Shown below.
      () => undefined,
    );
  return (
    <>
      <Group gap="xs">
        <Button loading={answer.isPending && !isRevising} onClick={() => void keep()}>
          Mantener mi evaluación
        </Button>
        <Button variant="default" onClick={() => setRevising(true)}>
          Revisar mi evaluación
        </Button>
      </Group>
      {answer.error && !isRevising && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {messageOf(answer.error)}
        </Text>
      )}
      <ConfirmDialog
        open={isRevising}
        title="Revisar tu evaluación"
        confirm="Revisar mi evaluación"
        onConfirm={async () => {
          await send('revise');
          setRevising(false);
        }}
        onCancel={() => setRevising(false)}
      >
        <List size="sm">
          <List.Item>Se abre con lo que escribiste, para que lo cambies.</List.Item>
          <List.Item>Debes confirmarla de nuevo dentro del plazo.</List.Item>
          <List.Item>La oficina conserva la que habías confirmado.</List.Item>
        </List>
      </ConfirmDialog>
    </>
  );
}
