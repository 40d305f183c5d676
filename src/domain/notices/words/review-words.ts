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
    case 'review_compared':
      return {
        title: 'Compara tu evaluación con la otra',
        text: `Tu evaluación de ${event.code} y la otra quedaron lejos. Léela, sin nombres, y mantén o revisa la tuya hasta el ${formatDate(new Date(event.until))}.`,
      };
    case 'review_restored':
      return {
        title: 'Se mantuvo tu evaluación',
        text: `No confirmaste a tiempo tu revisión de ${event.code}: quedó tu evaluación como la habías confirmado.`,
      };
    case 'review_lapsed':
      return {
        title: 'Venció tu invitación a evaluar',
        text: `No respondiste a tiempo si evalúas ${event.code}: ya no tienes que hacer nada.`,
      };
    case 'review_question':
    case 'review_question_answered':
      return describeQuestion(event);
    case 'review_declined': {
      const did = event.hasConflict ? 'declaró un conflicto de interés en' : 'rechazó evaluar';
      const suggestion = event.suggestion ? ` Sugiere a: ${event.suggestion}.` : '';
      return describeFollowing(event, `${by} ${did} ${event.code}: ${event.reason}${suggestion}`);
    }
    case 'review_unanswered':
      return describeFollowing(event, `${event.name} no respondió a tiempo si evalúa ${event.code}.`);
    case 'review_lacking': {
      const why = event.isGap
        ? 'los puntajes quedaron muy lejos y nadie más está libre de conflicto'
        : 'le falta quien la evalúe';
      return { title: ASSIGN, text: `${event.code} necesita otra evaluación: ${why}.` };
    }
  }
}
const ASSIGN = 'Te toca asignar evaluadores';

/** Somebody will not review: whether the office has to find somebody. */
function describeFollowing(
  { invited, isLacking }: { readonly invited: string | null; readonly isLacking: boolean },
  text: string,
): Words {
  if (!invited) return { title: isLacking ? ASSIGN : 'Alguien no evaluará', text };
  const rest = isLacking ? ' Aún falta alguien más.' : '';
  return {
    title: isLacking ? ASSIGN : 'Invitamos a otra persona a evaluar',
    text: `${text} Invitamos en su lugar a ${invited}.${rest}`,
  };
}

type Question = 'review_question' | 'review_question_answered';

/** Between a reviewer and the author, neither of whom is named to the other. */
const describeQuestion = (event: Extract<ReviewEvent, { kind: Question }>): Words =>
  event.kind === 'review_question'
    ? {
        title: 'Te toca responder a quien evalúa',
        text: `Quien evalúa ${event.code} te pregunta: «${event.question}» Responde hasta el ${formatDate(new Date(event.due))}.`,
      }
    : {
        title: 'Respondieron tu pregunta',
        text: `El autor de ${event.code} respondió la pregunta que le hiciste.`,
      };

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
