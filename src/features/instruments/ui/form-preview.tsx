import { IconCircle, IconSquare } from '@tabler/icons-react';
import { choicesOf, type Question } from '../../../domain/surveys/questions.ts';
import classes from './form-preview.module.css';

function Scale({ question }: { question: Extract<Question, { kind: 'scale' }> }) {
  return (
    <div>
      <ul className={classes.scale}>
        {choicesOf(question).map(({ value }) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
      {(question.low || question.high) && (
        <div className={classes.ends}>
          <span>{question.low && `${question.from}: ${question.low}`}</span>
          <span>{question.high && `${question.to}: ${question.high}`}</span>
        </div>
      )}
    </div>
  );
}

function Answer({ question }: { question: Question }) {
  if (question.kind === 'scale') return <Scale question={question} />;
  if (question.kind === 'text') return <div className={classes.box}>Aquí se escribe la respuesta.</div>;
  const Mark = question.kind === 'choice' ? IconCircle : IconSquare;
  return (
    <>
      {question.kind === 'multiple' && <p className={classes.quiet}>Se pueden marcar varias.</p>}
      <ul className={classes.options}>
        {question.options.map(({ value, label }) => (
          <li key={value}>
            <Mark size={18} aria-hidden />
            <span>{label || 'Opción sin texto'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Questions as people will see them in the form of a survey; nothing is answered here. */
export function FormPreview({ questions }: { questions: readonly Question[] }) {
  if (questions.length === 0) return <p className={classes.quiet}>Esta versión no tiene preguntas.</p>;
  return (
    <ol className={classes.form}>
      {questions.map((question, n) => (
        <li key={question.key}>
          <p className={classes.question}>
            {n + 1}. {question.text || 'Pregunta sin texto'}
            {question.required && <span className={classes.required}> (obligatoria)</span>}
          </p>
          {question.help && <p className={classes.quiet}>{question.help}</p>}
          <Answer question={question} />
        </li>
      ))}
    </ol>
  );
}
