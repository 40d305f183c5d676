import { Table, Text } from '@mantine/core';
import { RECOMMENDATION_LABELS } from '../../../../domain/calls/scoring.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import type { EarlierVersion, getEvaluation } from '../../reviews/contract.ts';

type Evaluation = OutputOf<typeof getEvaluation>;
type Written = Pick<
  Evaluation['reviews'][number],
  'marks' | 'authorComment' | 'officeComment' | 'recommendation'
>;

interface Props {
  review: Written | EarlierVersion;
  criteria: Evaluation['criteria'];
}

/** What a review says: points and words for each criterion, comments as far as the reader may see them. */
export function WrittenReview({ review, criteria }: Props) {
  const { marks, authorComment, officeComment, recommendation } = review;
  return (
    <>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Criterio</Table.Th>
            <Table.Th scope="col">Puntaje</Table.Th>
            <Table.Th scope="col">Justificación</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {criteria.map(c => (
            <Table.Tr key={c.id}>
              <Table.Td>{`${c.name} · ${c.weight}\u00a0%`}</Table.Td>
              <Table.Td className="figures">
                {marks[c.id]?.points ?? '—'} de {c.maxPoints}
              </Table.Td>
              <Table.Td>{marks[c.id]?.justification}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {authorComment && <Words label="Comentario para el autor" text={authorComment} />}
      {officeComment && <Words label="Comentario confidencial" text={officeComment} />}
      {recommendation && <Words label="Recomendación" text={RECOMMENDATION_LABELS[recommendation]} />}
    </>
  );
}

const Words = ({ label, text }: { label: string; text: string }) => (
  <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-line' }}>
    <strong>{label}.</strong> {text}
  </Text>
);
