import { choicesOf, type Question } from '../../../../domain/surveys/questions.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import type { Wave } from '../../contract.ts';
import classes from '../surveys.module.css';

/** How it is answered, in words. */
function wayOf(q: Question): string {
  if (q.kind === 'text') return 'Respuesta escrita.';
  if (q.kind === 'multiple') return 'Se eligen una o varias:';
  if (q.kind === 'choice') return 'Se elige una:';
  const end = (value: number, words: string) => (words ? `${value} (${words})` : String(value));
  return `Escala de ${end(q.from, q.low)} a ${end(q.to, q.high)}.`;
}

/** What is asked, as those who answer will read it. */
export function QuestionsTab({ wave }: { wave: Wave }) {
  const { questions, state } = wave;
  if (questions.length === 0)
    return (
      <EmptyState
        headingLevel={3}
        title="El instrumento todavía no tiene preguntas"
        text="La oficina las escribe en Instrumentos; desde entonces se puede enviar."
      />
    );
  return (
    <>
      {state === 'draft' && (
        <p className={classes.quiet}>Son las de la versión actual; quedan fijas al enviar la encuesta.</p>
      )}
      <ol className={classes.questions}>
        {questions.map(q => (
          <li key={q.key}>
            <strong>{q.text}</strong>
            {q.required && ' (obligatoria)'}
            {q.help && <p className={classes.quiet}>{q.help}</p>}
            <div>{wayOf(q)}</div>
            {(q.kind === 'choice' || q.kind === 'multiple') && (
              <ul>
                {choicesOf(q).map(({ value, label }) => (
                  <li key={value}>{label}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
