import { IconChecklist } from '@tabler/icons-react';
import { isInvited } from '../../../domain/calls/review-states.ts';
import { formatDay } from '../../../web/dates.ts';
import { paths } from '../../../web/routing/paths.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import type { WaitingReview } from '../contract.ts';

/** A review among what waits for somebody. */
export function ReviewLine({ review }: { review: WaitingReview }) {
  const { id, code, title, kind, invitedAt, answerBy, due, overdue, consensusAnswer } = review;
  const answer = answerBy ? ` · Responde hasta el ${formatDay(answerBy)}` : '';
  const turn = { people: [], office: false, since: invitedAt, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.review(id)}
      title={title}
      mark={
        <Pill icon={IconChecklist} tone="attention">
          {consensusAnswer === 'asked'
            ? 'Compara tu evaluación'
            : isInvited(review)
              ? 'Te invitan a evaluar'
              : 'Por evaluar'}
        </Pill>
      }
      facts={`${code} · ${kind}${answer}`}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}
