import { Alert, Button, Text } from '@mantine/core';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import classes from './editor.module.css';
import type { EditedQuestions } from './use-questions.tsx';

interface SaveBarProps {
  edited: EditedQuestions;
  onSave: () => void;
  onDiscard: () => void;
}

function reasonOf({ dirty, newer }: EditedQuestions): string | null {
  if (!dirty) return 'No hay cambios que guardar.';
  return newer ? 'Decide antes qué preguntas quedan.' : null;
}

/** What is wrong and where, and the button that saves; always in view. */
export function SaveBar({ edited, onSave, onDiscard }: SaveBarProps) {
  const { errors, refusal, dirty, busy } = edited;
  const places = [...new Set(errors.map(e => e.path.split('.')[0] ?? ''))].slice(0, 6);
  return (
    <div className={classes.bar}>
      {(refusal || errors.length > 0) && (
        <Alert color="red" role="alert" w="100%">
          {refusal && <Text size="sm">{refusal}</Text>}
          {places.map(place => (
            <Text key={place} size="sm">
              {place === '' ? '' : `Pregunta ${Number(place) + 1}: `}
              {errors.find(e => (e.path.split('.')[0] ?? '') === place)?.message}
            </Text>
          ))}
        </Alert>
      )}
      <ActionButton loading={busy} reason={reasonOf(edited)} onClick={onSave}>
        Guardar preguntas
      </ActionButton>
      {dirty && (
        <Button variant="default" disabled={busy} onClick={onDiscard}>
          Descartar cambios
        </Button>
      )}
      <Text role="status" size="sm" c="dimmed">
        {dirty ? 'Hay cambios sin guardar.' : 'Todo guardado.'}
      </Text>
    </div>
  );
}
