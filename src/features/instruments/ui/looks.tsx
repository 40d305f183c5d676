import { QUESTION_KINDS, type Question, type QuestionKind } from '../../../domain/surveys/questions.ts';
import { labelIn } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import type { InstrumentVersion } from '../contract.ts';

/** What each kind of question is good for, for who chooses one. */
export const KIND_HELP: Readonly<Record<QuestionKind, string>> = {
  scale: 'Un número entre dos extremos, por ejemplo de 1 a 7. Tiene promedio y se compara por año.',
  choice: 'Se elige una sola opción de una lista.',
  multiple: 'Se marcan todas las opciones que correspondan.',
  text: 'Se responde con palabras propias. Se lee, no se cuenta.',
};

export const kindLabel = (kind: QuestionKind): string => labelIn(QUESTION_KINDS, kind);

/** How a question is answered, in short: `Escala de 1 a 7 · Obligatoria`. */
export function answerWords(question: Question): string {
  const { kind } = question;
  const how =
    kind === 'scale'
      ? `Escala de ${question.from} a ${question.to}`
      : kind === 'text'
        ? kindLabel(kind)
        : `${kindLabel(kind)}, ${question.options.length} para elegir`;
  return [
    how,
    question.required && 'Obligatoria',
    kind === 'choice' && question.divides && 'Separa los resultados',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `Versión 1, enviada el 12-03-2026` */
export const versionLabel = ({ number, frozenAt }: Pick<InstrumentVersion, 'number' | 'frozenAt'>): string =>
  frozenAt ? `Versión ${number}, enviada el ${formatDay(frozenAt)}` : `Versión ${number}, en preparación`;
