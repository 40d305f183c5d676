import { LEAST_ANSWERS } from '../../surveys/parts.ts';
import { formatCount } from '../../text/format.ts';
import type { SurveyEvent } from '../events.ts';
import type { Words } from './words.ts';

export function describeSurvey({ title, answers }: SurveyEvent): Words {
  const came = formatCount(answers, 'respuesta', 'respuestas');
  return answers < LEAST_ANSWERS
    ? {
        title: 'Una encuesta terminó con pocas respuestas',
        text: `«${title}» cerró con ${came}: los resultados se muestran desde ${LEAST_ANSWERS}.`,
      }
    : { title: 'Los resultados de una encuesta están listos', text: `«${title}» cerró con ${came}.` };
}
