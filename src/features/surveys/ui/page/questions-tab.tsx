import { isDraft } from '../../../../domain/surveys/waves.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { FormPreview } from '../../../instruments/ui/form-preview.tsx';
import type { Wave } from '../../contract.ts';
import classes from '../surveys.module.css';

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
      {isDraft(state) && (
        <p className={classes.quiet}>Son las de la versión actual; quedan fijas al enviar la encuesta.</p>
      )}
      <FormPreview questions={questions} />
    </>
  );
}
