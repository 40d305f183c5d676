import { Stack, Text } from '@mantine/core';
import { useRead } from '../../../../web/query.ts';
import { listKinds } from '../../../kinds/contract.ts';
import { DocumentsEditor, QuestionsEditor } from '../../../kinds/ui/asked-tab.tsx';
import { CriteriaEditor } from '../../../kinds/ui/criteria-table.tsx';
import classes from './admin-call.module.css';
import type { CallForm } from './use-call-form.tsx';

interface AskedProps {
  part: 'rubric' | 'questions' | 'documents';
  kind: string;
  edited: CallForm;
  frozen: boolean;
}

const HELP = {
  rubric: 'Con esta pauta se evalúa cada propuesta de la convocatoria, en vez de la de su tipo.',
  questions: 'Se preguntan además de las de su tipo.',
  documents: 'Se piden además de los de su tipo; con el mismo nombre, rige lo que diga la convocatoria.',
};

/** What a call asks for and scores by, with the editors of the kinds. */
export function AskedTab({ part, kind, edited: { form }, frozen }: AskedProps) {
  const { rubric, questions, documents } = form.values;
  return (
    <Stack gap="sm" maw="64rem">
      <Text size="sm" c="dimmed">
        {HELP[part]}
      </Text>
      {part !== 'rubric' && <OfKind part={part} kind={kind} />}
      {/* One switch for every input inside, whatever it is. */}
      <fieldset disabled={frozen} className={classes.plain}>
        {part === 'rubric' && (
          <CriteriaEditor
            criteria={rubric.criteria}
            onChange={criteria => form.setFieldValue('rubric', { criteria })}
          />
        )}
        {part === 'questions' && (
          <QuestionsEditor questions={questions} onChange={next => form.setFieldValue('questions', next)} />
        )}
        {part === 'documents' && (
          <DocumentsEditor
            documents={documents}
            onChange={next => form.setFieldValue('documents', [...next])}
          />
        )}
      </fieldset>
    </Stack>
  );
}

/** What the kind asks for already, so that nobody asks twice. */
function OfKind({ part, kind }: { part: 'questions' | 'documents'; kind: string }) {
  const { data } = useRead(listKinds);
  const asked = data?.find(k => k.definition.slug === kind)?.definition[part] ?? [];
  if (asked.length === 0) return null;
  return <Text size="sm">Su tipo ya pide: {asked.map(each => each.label).join('; ')}.</Text>;
}
