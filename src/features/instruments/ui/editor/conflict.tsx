import { Alert, Button, Group, Text } from '@mantine/core';
import type { Question } from '../../../../domain/surveys/questions.ts';
import { differencesBetween, type QuestionDifference } from '../../../../domain/surveys/sent.ts';
import { answerWords } from '../looks.tsx';
import classes from './editor.module.css';
import type { EditedQuestions } from './use-questions.tsx';

function Side({ title, question }: { title: string; question: Question | null }) {
  return (
    <div className={classes.side}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm">{question ? question.text || 'Pregunta sin texto' : 'No está.'}</Text>
      {question?.help && <Text size="sm">{question.help}</Text>}
      {question && <Text size="sm">{answerWords(question)}</Text>}
      {question && 'options' in question && (
        <Text size="sm">{question.options.map(o => o.label).join('; ')}</Text>
      )}
      {question?.kind === 'scale' && (question.low || question.high) && (
        <Text size="sm">
          De «{question.low}» a «{question.high}»
        </Text>
      )}
    </div>
  );
}

function Difference({ difference: { stored, mine } }: { difference: QuestionDifference }) {
  return (
    <li className={classes.sides}>
      <Side title="Guardada" question={stored} />
      <Side title="Tuya" question={mine} />
    </li>
  );
}

/** Somebody else saved first: what differs, side by side. Nothing is lost until one is chosen. */
export function Conflict({ edited }: { edited: EditedQuestions }) {
  const { newer, questions, busy, adopt, saveOver } = edited;
  const latest = newer?.versions[0];
  if (!newer || !latest) return null;
  const { differences, isReordered } = differencesBetween(latest.questions, questions);
  return (
    <Alert color="orange" role="alert" title="Otra persona guardó cambios mientras editabas">
      <Text size="sm">
        {newer.updatedBy ?? 'Otra persona'} guardó otras preguntas. No se perdió nada: elige cuáles quedan.
      </Text>
      {latest.frozenAt && (
        <Text size="sm">
          La versión {latest.number} ya se envió. Si guardas lo tuyo, queda en una versión nueva.
        </Text>
      )}
      {isReordered && <Text size="sm">Las preguntas están en otro orden.</Text>}
      <ul className={classes.differences}>
        {differences.map(difference => (
          <Difference key={difference.key} difference={difference} />
        ))}
      </ul>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => adopt(newer)}>
          Usar lo guardado
        </Button>
        <Button size="compact-sm" loading={busy} onClick={() => void saveOver(newer)}>
          Guardar lo mío
        </Button>
      </Group>
    </Alert>
  );
}
