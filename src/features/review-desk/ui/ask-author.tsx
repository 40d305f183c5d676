import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../../web/query.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { askQuestion } from '../../evaluation/questions/contract.ts';
import { QuestionField, refusalOf } from '../../evaluation/ui/questions/question-field.tsx';
import { QuestionText } from '../../evaluation/ui/questions/question-text.tsx';
import { type DeskReview, getReview } from '../contract.ts';
import classes from './desk.module.css';

/** The one question that a reviewer may ask: to be asked, or as it stands. */
export function AskAuthor({ review }: { review: Pick<DeskReview, 'id' | 'question' | 'mayAsk'> }) {
  const { id, question, mayAsk } = review;
  if (!question && !mayAsk) return null;
  return (
    <section className={classes.question} aria-labelledby="ask-author">
      <Title order={2} size="h5" id="ask-author">
        {question ? 'Tu pregunta al autor' : 'Pregunta al autor'}
      </Title>
      {question ? <QuestionText question={question} /> : <Ask review={id} />}
    </section>
  );
}

function Ask({ review }: { review: string }) {
  const [open, setOpen] = useState(false);
  // Kept here, so that the proposal can be looked at meanwhile.
  const [text, setText] = useState('');
  const ask = useWrite(askQuestion, [getReview]);
  const send = async () => {
    await ask.mutateAsync({ params: { review }, body: { question: text } });
    setOpen(false);
    toasts.success(asHtml('Enviamos tu pregunta al autor, sin tu nombre.'));
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {text ? 'Tienes una pregunta sin enviar.' : 'Puedes hacerle una sola.'}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMessageQuestion size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Preguntar al autor
      </Button>
      <ConfirmDialog
        open={open}
        title="Preguntar al autor"
        confirm="Enviar la pregunta"
        reason={refusalOf(text, 'Escribe tu pregunta.')}
        size="lg"
        persistent
        onConfirm={send}
        onCancel={() => setOpen(false)}
      >
        <Stack>
          <Text size="sm">
            Es la única pregunta que puedes hacer en esta evaluación, y no se puede cambiar después.
          </Text>
          <QuestionField
            label="Tu pregunta"
            description="La leen el autor, sin tu nombre ni tus puntajes (no los escribas aquí), y la oficina."
            value={text}
            onChange={setText}
          />
        </Stack>
      </ConfirmDialog>
    </Group>
  );
}
