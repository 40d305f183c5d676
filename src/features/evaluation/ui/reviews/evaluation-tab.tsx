import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CONSENSUS_LABELS } from '../../../../domain/calls/review-states.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { ProblemError } from '../../../../web/problem-error.ts';
import { useRead } from '../../../../web/query.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import type { PartProps } from '../../../project-record/ui/project-slots.tsx';
import { getQuestions, type ProjectQuestion } from '../../questions/contract.ts';
import { getEvaluation } from '../../reviews/contract.ts';
import { QuestionList } from '../questions/question-text.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { ReviewStatePill } from './review-state.tsx';
import { WrittenReview } from './written-review.tsx';

type Evaluation = OutputOf<typeof getEvaluation>;

/** Scores and comments of a proposal, as far as the reader may see them. */
export function EvaluationTab({ project: { kind, id } }: PartProps) {
  const { data, error, refetch } = useRead(getEvaluation, { params: { kind, id } });
  const { data: asked, error: unread, refetch: again } = useRead(getQuestions, { params: { kind, id } });
  // The address can name the tab where it is not offered: before the resolution, to whoever takes part.
  if (error instanceof ProblemError && error.status === 404)
    return (
      <EmptyState
        title="No hay evaluaciones que puedas ver"
        text="Se ven después de la resolución. Antes las ve la oficina, salvo quien participa en la convocatoria."
      />
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (unread && !asked) return <ErrorState error={unread} onRetry={() => void again()} />;
  if (!data || !asked) return <Skeleton h={240} mt="md" />;
  if (data.reviews.length === 0)
    return (
      <EmptyState
        title="Todavía no hay evaluaciones"
        text="Aparecen aquí cuando la oficina invita a evaluar."
      />
    );
  return (
    <Stack mt="md">
      <Text>
        Puntaje final:{' '}
        <strong className="figures">{data.score === null ? '—' : formatNumber(data.score, 2)}</strong> de 100.
        Mínimo para adjudicar: {data.minimum}.
        {data.mayManage && ` Diferencia entre evaluaciones: ${formatNumber(data.spread, 2)}.`}
      </Text>
      {data.consensus && <Compared {...data.consensus} />}
      {data.reviews.map((review, n) => (
        <Review
          key={review.id}
          review={review}
          number={n + 1}
          criteria={data.criteria}
          questions={asked.questions.filter(q => q.reviewId === review.id)}
        />
      ))}
      <Asked questions={asked.questions.filter(q => q.reviewId === null)} />
    </Stack>
  );
}

/** That scores too far apart are or were compared, before one more review is asked for. */
const Compared = ({ openedAt, until, closedAt }: NonNullable<Evaluation['consensus']>) => (
  <Text size="sm">
    {closedAt ? (
      <>
        Quienes evaluaron compararon sus evaluaciones del <DateTime value={openedAt} /> al{' '}
        <DateTime value={closedAt} />.
      </>
    ) : (
      <>
        Los puntajes quedaron lejos: quienes evaluaron comparan sus evaluaciones, sin nombres, hasta el{' '}
        <DateTime value={until} withTime />.
      </>
    )}
  </Text>
);

/** Its author is not told which review asked what. */
const Asked = ({ questions }: { questions: readonly ProjectQuestion[] }) =>
  questions.length > 0 && (
    <section aria-labelledby="asked">
      <Title order={3} size="h4" mb="xs" id="asked">
        Preguntas de quienes evaluaron
      </Title>
      <QuestionList questions={questions} />
    </section>
  );

interface ReviewProps {
  review: Evaluation['reviews'][number];
  number: number;
  criteria: Evaluation['criteria'];
  questions: readonly ProjectQuestion[];
}

function Review({ review, number, criteria, questions }: ReviewProps) {
  const name = review.reviewer?.name ?? `Evaluación ${number}`;
  return (
    <section aria-label={name}>
      <Group gap="sm" mb="xs">
        <Title order={3} size="h4">
          {name}
        </Title>
        <ReviewStatePill state={review.state} />
        {review.score !== null && <strong className="figures">{formatNumber(review.score, 2)}</strong>}
        {review.consensusAnswer && (
          <Text size="sm" c="dimmed">
            {CONSENSUS_LABELS[review.consensusAnswer]}
          </Text>
        )}
      </Group>
      {review.reason && <Text size="sm">Motivo: {review.reason}</Text>}
      {questions.length > 0 && <QuestionList questions={questions} />}
      {review.score !== null && <WrittenReview review={review} criteria={criteria} />}
      <EarlierVersions versions={review.versions} criteria={criteria} />
    </section>
  );
}
