import { Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { type QuestionDraft, questionOf } from '../../../../domain/surveys/drafts.ts';
import { Tool } from '../../../../web/ui/tools/tool.tsx';
import { answerWords } from '../looks.tsx';
import classes from './editor.module.css';
import { QuestionFields, type QuestionFieldsProps } from './question-fields.tsx';

const BREAKS = 'Cambia la escala: los resultados de años anteriores no se compararán con los nuevos.';

export interface QuestionTools {
  onMove: (by: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

interface CardProps extends QuestionFieldsProps, QuestionTools {
  /** From 1 on. */
  place: number;
  of: number;
  isOpen: boolean;
  onToggle: () => void;
  /** It was sent before, with another scale. */
  breaks: boolean;
  /** What is wrong with it, wherever. */
  errors: readonly string[];
}

export const nameOf = ({ text }: Pick<QuestionDraft, 'text'>, place: number): string =>
  text.trim() || `pregunta ${place}`;

/** One question in the list: in short, and opened with its fields. */
export function QuestionCard(props: CardProps) {
  const { draft, place, of, isOpen, onToggle, breaks, errors, onMove, onDuplicate, onRemove } = props;
  const id = useId();
  const name = nameOf(draft, place);
  return (
    <li className={classes.card} data-open={isOpen || undefined} data-wrong={errors.length > 0 || undefined}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
          >
            {place}. {draft.text.trim() || 'Pregunta sin texto'}
          </button>
        </h3>
        <Group gap={0} wrap="nowrap">
          <Tool label={`Subir ${name}`} icon={IconArrowUp} isOff={place === 1} onClick={() => onMove(-1)} />
          <Tool label={`Bajar ${name}`} icon={IconArrowDown} isOff={place === of} onClick={() => onMove(1)} />
          <Tool label={`Duplicar ${name}`} icon={IconCopy} onClick={onDuplicate} />
          <Tool label={`Quitar ${name}`} icon={IconTrash} onClick={onRemove} />
        </Group>
      </div>
      <Text size="sm" c="dimmed">
        {answerWords(questionOf(draft))}
      </Text>
      {breaks && (
        <Text size="sm" className={classes.warning}>
          {BREAKS}
        </Text>
      )}
      {!isOpen && errors.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {errors[0]}
        </Text>
      )}
      <div id={id}>{isOpen && <QuestionFields {...props} />}</div>
    </li>
  );
}
