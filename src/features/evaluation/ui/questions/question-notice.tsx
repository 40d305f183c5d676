import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import type { KindSlug } from '../../../../domain/kinds/slugs.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { Due } from '../../../../web/ui/status/whose-turn.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { answerQuestion, getQuestions, type ProjectQuestion } from '../../questions/contract.ts';
import { QuestionField, refusalOf } from './question-field.tsx';
import { QuestionList, Said } from './question-text.tsx';
import classes from './questions.module.css';

interface Address {
  kind: KindSlug;
  id: string;
}

/** What reviewers ask lead and alternate: to be answered, and what was, until the evaluation has a place of its own. */
export function QuestionNotice({ project: { kind, id } }: { project: Address }) {
  const { data } = useRead(getQuestions, { params: { kind, id } });
  if (!data?.own || data.questions.length === 0) return null;
  const past = data.questions.filter(q => !q.waits);
  return (
    <section aria-label="Preguntas de quienes evalúan" className={`${classes.notice} no-print`}>
      {data.questions.map(
        question => question.waits && <Answer key={question.id} project={{ kind, id }} question={question} />,
      )}
      {past.length > 0 && <Past questions={past} />}
    </section>
  );
}

function Answer({ project, question }: { project: Address; question: ProjectQuestion }) {
  const { id, question: asked, due, overdue } = question;
  const [text, setText] = useState('');
  const answer = useWrite(answerQuestion, ['projects']);
  const send = () =>
    answer.mutate(
      { params: { ...project, question: id }, body: { answer: text } },
      { onSuccess: () => toasts.success(asHtml('Enviamos tu respuesta a quien evalúa.')) },
    );
  return (
    <Alert color="orange" icon={<IconMessageQuestion aria-hidden />} title="Quien evalúa te pregunta">
      <Stack gap="sm">
        <Said text={asked} />
        <Text size="sm" component="div">
          Responde hasta el <DateTime value={due} withTime />. {overdue && <Due due={due} overdue />}
        </Text>
        <QuestionField
          label="Tu respuesta"
          description="La leen quien pregunta y la oficina. No se puede cambiar después."
          value={text}
          onChange={setText}
        />
        {answer.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {messageOf(answer.error)}
          </Text>
        )}
        <Group justify="flex-end">
          <ActionButton
            size="compact-md"
            reason={refusalOf(text, 'Escribe tu respuesta.')}
            loading={answer.isPending}
            onClick={send}
          >
            Enviar la respuesta
          </ActionButton>
        </Group>
      </Stack>
    </Alert>
  );
}

function Past({ questions }: { questions: readonly ProjectQuestion[] }) {
  const [open, setOpen] = useState(false);
  const what = questions.length === 1 ? 'la pregunta' : `las ${questions.length} preguntas`;
  return (
    <>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={open}
          leftSection={<IconMessageQuestion size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Ocultar' : 'Ver'} {what} de quienes evalúan
        </Button>
      </div>
      {open && <QuestionList questions={questions} />}
    </>
  );
}
