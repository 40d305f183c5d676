import { Alert, Button, Menu, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { questionOf } from '../../../../domain/surveys/drafts.ts';
import { MOST_QUESTIONS, QUESTION_KINDS, type QuestionKind } from '../../../../domain/surveys/questions.ts';
import { breaksSeries, type SentQuestions } from '../../../../domain/surveys/sent.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { KIND_HELP } from '../looks.tsx';
import { Conflict } from './conflict.tsx';
import classes from './editor.module.css';
import { nameOf, QuestionCard } from './question-card.tsx';
import { QuestionsSaveBar } from './save-bar.tsx';
import { useEditing } from './use-editing.tsx';
import type { EditedQuestions } from './use-questions.tsx';

interface EditorProps {
  edited: EditedQuestions;
  sent: SentQuestions;
  /** Takes back what was typed. */
  onDiscard: () => void;
}

/** The questions of the version that is sent next. */
export function QuestionsEditor({ edited, sent, onDiscard }: EditorProps) {
  const editing = useEditing(edited);
  const [isShowingWrong, setShowingWrong] = useState(false);
  const { drafts, errors, restoredAt } = edited;
  const of = (n: number) => errors.filter(e => e.path === String(n) || e.path.startsWith(`${n}.`));
  const firstWrong = drafts.find((_, n) => of(n).length > 0)?.id;
  const save = async () => {
    if (!(await edited.save())) setShowingWrong(true);
  };
  // What is wrong is known only once it was tried.
  useEffect(() => {
    if (!isShowingWrong) return;
    setShowingWrong(false);
    editing.openWrong(firstWrong);
  });
  return (
    <Stack gap="sm">
      {restoredAt && <Alert color="cyan">{t('draft.recovered', { when: formatInstant(restoredAt) })}</Alert>}
      <Conflict edited={edited} />
      {drafts.length === 0 && (
        <EmptyState
          title="Todavía no hay preguntas"
          text="Agrega la primera. Mientras no se envíe, puedes cambiarlas todas."
          headingLevel={3}
        />
      )}
      <ol ref={editing.list} className={classes.list}>
        {drafts.map((draft, n) => {
          const dividing = drafts.find(d => d.divides && d.id !== draft.id);
          return (
            <QuestionCard
              key={draft.id}
              draft={draft}
              place={n + 1}
              of={drafts.length}
              isOpen={editing.open === draft.id}
              onToggle={() => editing.toggle(draft.id)}
              breaks={breaksSeries(questionOf(draft), sent)}
              errors={of(n).map(e => e.message)}
              errorAt={path => errors.find(e => e.path === `${n}.${path}`)?.message}
              dividing={dividing ? nameOf(dividing, drafts.indexOf(dividing) + 1) : null}
              onChange={patch => editing.change(draft.id, patch)}
              onDivide={divides => editing.divide(divides ? draft.id : null)}
              onMove={by => editing.move(draft, by)}
              onDuplicate={() => editing.duplicate(draft.id)}
              onRemove={() => editing.remove(draft, n)}
            />
          );
        })}
      </ol>
      <div role="status" className="visually-hidden">
        {editing.said}
      </div>
      <AddQuestion count={drafts.length} onAdd={editing.add} />
      <QuestionsSaveBar edited={edited} onSave={() => void save()} onDiscard={onDiscard} />
    </Stack>
  );
}

function AddQuestion({ count, onAdd }: { count: number; onAdd: (kind: QuestionKind) => void }) {
  if (count >= MOST_QUESTIONS)
    return (
      <Text size="sm" c="dimmed">
        Ya hay {MOST_QUESTIONS} preguntas, el máximo.
      </Text>
    );
  return (
    <div>
      <Menu position="bottom-start" returnFocus={false} width={320}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
            Agregar pregunta
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {QUESTION_KINDS.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => onAdd(value)}>
              <Text size="sm" fw={600}>
                {label}
              </Text>
              <Text size="sm">{KIND_HELP[value]}</Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
