import { Text } from '@mantine/core';
import type { z } from 'zod';
import { isInvited, REVIEW_STATE_LABELS } from '../../../domain/calls/review-states.ts';
import { formatInstant } from '../../../web/dates.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { BelowRounds } from '../../evaluation/ui/preferences/rounds-notice.tsx';
import { ReviewStatePill } from '../../evaluation/ui/reviews/review-state.tsx';
import { type DeskRow, listReviews } from '../contract.ts';

const SHOW = [
  { value: 'waiting', label: 'Pendientes' },
  { value: 'done', label: 'Terminadas' },
];

/** Scores too far apart: what this reviewer has still to do about it. */
const toCompare = ({ consensusAnswer }: DeskRow) =>
  consensusAnswer === 'asked'
    ? 'Compárala con la otra'
    : consensusAnswer === 'revising'
      ? 'En revisión'
      : null;

const COLUMNS: Column<DeskRow>[] = [
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '9rem' },
  { key: 'title', title: 'Propuesta', value: r => r.title, lines: 2 },
  { key: 'kind', title: 'Tipo', value: r => r.kind, width: '14rem' },
  {
    key: 'state',
    title: 'Estado',
    value: r => (r.returned ? 'Devuelta' : (toCompare(r) ?? REVIEW_STATE_LABELS[r.state])),
    render: r =>
      r.returned ? (
        <strong>Devuelta por la oficina</strong>
      ) : (
        <>
          <ReviewStatePill state={r.state} />
          {toCompare(r) && <strong>{toCompare(r)}</strong>}
          <AnswerBy review={r} />
        </>
      ),
    width: '11rem',
  },
  {
    key: 'due',
    title: 'Vence',
    value: r => r.due && formatInstant(r.due),
    render: r => (
      <span style={r.overdue ? { color: 'var(--mantine-color-error)', fontWeight: 600 } : undefined}>
        <DateTime value={r.due} /> {r.overdue && '(atrasada)'}
      </span>
    ),
    sort: 'due',
    width: '9rem',
  },
  { key: 'score', title: 'Puntaje', value: r => r.score, align: 'right', width: '6rem' },
];

const AnswerBy = ({ review: { answerBy } }: { review: DeskRow }) =>
  answerBy && (
    <Text size="sm">
      Responde hasta el <DateTime value={answerBy} />
    </Text>
  );

/** What waits for this reviewer, and what they have done. */
export function ReviewsPage() {
  const list = useListState(listReviews.query as z.ZodObject);
  const done = list.values.show === 'done';
  return (
    <>
      <PageHeader
        title="Evaluaciones"
        text="Las propuestas que te invitaron a evaluar, lo más urgente primero."
      />
      <BelowRounds>
        <DataList
          title="Evaluaciones"
          endpoint={listReviews}
          columns={COLUMNS}
          filters={<SelectFilter name="show" label="Pendientes" options={SHOW} />}
          href={row => paths.review(row.id)}
          tone={row => (isInvited(row) || row.consensusAnswer === 'asked' ? 'mine' : undefined)}
          exportable={false}
          empty={{
            title: done ? 'Todavía no has terminado ninguna evaluación' : 'No tienes evaluaciones pendientes',
            text: 'Cuando la oficina te invite a evaluar una propuesta, aparecerá aquí y te llegará un correo.',
          }}
        />
      </BelowRounds>
    </>
  );
}
