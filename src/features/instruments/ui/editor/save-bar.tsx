import { SaveBar } from '../../../../web/form/save-bar.tsx';
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

/** Saves the questions; of each that is wrong it tells the first reason. */
export function QuestionsSaveBar({ edited, onSave, onDiscard }: SaveBarProps) {
  const { errors, refusal, dirty, busy } = edited;
  const places = [...new Set(errors.map(placeOf))].slice(0, 6);
  return (
    <SaveBar
      save="Guardar preguntas"
      reason={reasonOf(edited)}
      problems={places.map(place => ({
        path: place,
        words: `${place === '' ? '' : `Pregunta ${Number(place) + 1}: `}${errors.find(e => placeOf(e) === place)?.message}`,
      }))}
      mt={12}
      {...{ refusal, dirty, busy, onSave, onDiscard }}
    />
  );
}

const placeOf = ({ path }: EditedQuestions['errors'][number]): string => path.split('.')[0] ?? '';
