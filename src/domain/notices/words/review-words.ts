import { formatDate } from '../../text/format.ts';
import type { ReviewEvent } from '../events.ts';
import { joinAtMost, type Words } from './words.ts';

const MOST_NAMED = 10;

/** Words for a reviewer name nobody: what they evaluate may be blind to them. `by` is who declined. */
export function describeReview(event: ReviewEvent, by: string): Words {
  switch (event.kind) {
    case 'review_invited':
      return describeInvitation(event);
    case 'review_extended':
      return {
        title: 'Hay más plazo',
        text: `La oficina extendió el plazo de ${event.code} hasta el ${formatDate(new Date(event.due))}.`,
      };
    case 'review_replaced':
      return { title: 'Ya no te toca evaluar', text: `La oficina retiró tu evaluación de ${event.code}.` };
    case 'review_ended':
      return {
        title: 'Ya no te toca evaluar',
        text: `${event.code} dejó de evaluarse: no tienes que hacer nada más.`,
      };
    case 'review_returned':
      return {
        title: 'Te devolvieron una evaluación',
        text: `La oficina te devolvió tu evaluación de ${event.code}.`,
      };
    case 'review_declined': {
      const did = event.hasConflict ? 'declaró un conflicto de interés en' : 'rechazó evaluar';
      return { title: ASSIGN, text: `${by} ${did} ${event.code}: ${event.reason}` };
    }
    case 'review_lacking': {
      const why = event.isGap
        ? 'los puntajes quedaron muy lejos y nadie más está libre de conflicto'
        : 'le falta quien la evalúe';
      return { title: ASSIGN, text: `${event.code} necesita otra evaluación: ${why}.` };
    }
  }
}
const ASSIGN = 'Te toca asignar evaluadores';

function describeInvitation({
  proposals,
  answerBy,
  due,
}: Extract<ReviewEvent, { kind: 'review_invited' }>): Words {
  const named = proposals.map(({ code, title, call }) => `${code} «${title}»${call ? ` (${call})` : ''}`);
  const answer = answerBy ? ` hasta el ${formatDate(new Date(answerBy))}` : '';
  const until = due ? ` La evaluación vence el ${formatDate(new Date(due))}.` : '';
  return {
    title:
      proposals.length === 1
        ? 'Te invitaron a evaluar'
        : `Te invitaron a evaluar ${proposals.length} propuestas`,
    text: `La oficina te invita a evaluar ${joinAtMost(named, MOST_NAMED)}. Acepta, o rechaza con un motivo${answer}.${until}`,
  };
}
