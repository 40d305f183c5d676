import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconClock, IconMessageOff } from '@tabler/icons-react';
import { useState } from 'react';
import { DateTime } from '../../../../web/ui/format.tsx';
import { Pill } from '../../../../web/ui/status/pill.tsx';
import { Due } from '../../../../web/ui/status/whose-turn.tsx';
import type { OwnQuestion, ProjectQuestion } from '../../questions/contract.ts';
import classes from './questions.module.css';

/** More than this is folded. */
const SHORT = { letters: 400, lines: 6 };

/** What was asked or answered; where it stands beside other things, a long text is folded. */
export function Said({ text, folds = false }: { text: string; folds?: boolean }) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > SHORT.letters || text.split('\n').length > SHORT.lines;
  return (
    <div className={classes.said}>
      <p className={classes.text} data-folded={(folds && isLong && !open) || undefined}>
        {text}
      </p>
      {folds && isLong && (
        <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ver menos' : 'Ver todo'}
        </Button>
      )}
    </div>
  );
}

function Standing({ question: { answer, waits, due, overdue } }: { question: OwnQuestion }) {
  if (answer !== null)
    return (
      <Pill icon={IconCircleCheck} tone="good">
        Respondida
      </Pill>
    );
  return (
    <Group gap="xs">
      <Pill icon={waits ? IconClock : IconMessageOff} tone={waits ? 'review' : 'quiet'}>
        {waits ? 'Espera respuesta' : 'Sin respuesta'}
      </Pill>
      {waits && <Due due={due} overdue={overdue} />}
    </Group>
  );
}

/** A question, where it stands and what was answered. */
export function QuestionText({ question }: { question: OwnQuestion }) {
  const { question: text, askedAt, answer, answeredAt } = question;
  return (
    <div className={classes.question}>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          Pregunta del <DateTime value={askedAt} />
        </Text>
        <Standing question={question} />
      </Group>
      <Said text={text} folds />
      {answer !== null && answeredAt && (
        <>
          <Text size="sm" c="dimmed">
            Respuesta del <DateTime value={answeredAt} />
          </Text>
          <Said text={answer} folds />
        </>
      )}
    </div>
  );
}

export const QuestionList = ({ questions }: { questions: readonly ProjectQuestion[] }) => (
  <div className={classes.past}>
    {questions.map(question => (
      <QuestionText key={question.id} question={question} />
    ))}
  </div>
);
