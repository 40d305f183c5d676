import { Button, Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { type KindDefinition, QUESTION_TYPES, type Question } from '../../../domain/kinds/definition.ts';
import { Item, Items, Labels, moveItem, newName, replaceItem, useEditing, useErrorAt } from './editor.tsx';

function None({ of, children }: { of: readonly unknown[]; children: string }) {
  return of.length > 0 ? null : (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

/** The kind's own questions; their section comes and goes with them. */
export function QuestionsTab() {
  const { kind, edit } = useEditing();
  const { questions, sections } = kind;
  const write = (next: Question[]) => {
    const present = sections.some(s => s.slug === 'questions');
    const own = { slug: 'questions' as const, onlyWithCall: false, fields: {} };
    edit({
      questions: next,
      ...(next.length > 0 && !present ? { sections: [...sections, own] } : {}),
      ...(next.length === 0 ? { sections: sections.filter(s => s.slug !== 'questions') } : {}),
    });
  };
  return <QuestionsEditor questions={questions} onChange={write} />;
}

interface QuestionsProps {
  questions: readonly Question[];
  onChange: (questions: Question[]) => void;
}

/** Extra questions of a kind or a call, in the order they are asked. */
export function QuestionsEditor({ questions, onChange: write }: QuestionsProps) {
  const blank: Question = {
    id: newName('q'),
    type: 'short_text',
    label: '',
    help: '',
    required: false,
    options: [],
    columns: [],
  };
  return (
    <Stack gap="sm">
      <None of={questions}>Todavía no hay preguntas propias.</None>
      <Items>
        {questions.map((question, n) => (
          <Item
            key={question.id}
            name={question.label || `Pregunta ${n + 1}`}
            index={n}
            count={questions.length}
            onMove={by => write(moveItem(questions, n, by))}
            onRemove={() => write(questions.filter(q => q !== question))}
          >
            <QuestionFields
              question={question}
              path={`questions.${n}`}
              onChange={patch => write(replaceItem(questions, n, patch))}
            />
          </Item>
        ))}
      </Items>
      <div>
        <Button variant="default" onClick={() => write([...questions, blank])}>
          Agregar pregunta
        </Button>
      </div>
    </Stack>
  );
}

interface QuestionProps {
  question: Question;
  path: string;
  onChange: (patch: Partial<Question>) => void;
}

function QuestionFields({ question, path, onChange }: QuestionProps) {
  const errorAt = useErrorAt();
  const { type, options, columns } = question;
  return (
    <>
      <TextInput
        label="Pregunta"
        withAsterisk
        value={question.label}
        error={errorAt(`${path}.label`)}
        onChange={e => onChange({ label: e.currentTarget.value })}
      />
      <TextInput
        label="Ayuda"
        value={question.help}
        error={errorAt(`${path}.help`)}
        onChange={e => onChange({ help: e.currentTarget.value })}
      />
      <Select
        label="Tipo de respuesta"
        data={QUESTION_TYPES.map(({ value, label }) => ({ value, label }))}
        value={type}
        allowDeselect={false}
        onChange={next => next && onChange({ type: next as Question['type'] })}
      />
      {type.startsWith('choice') && (
        <Labels
          label="Opciones"
          path={`${path}.options`}
          values={options.map(o => ({ key: o.value, label: o.label }))}
          onChange={next => onChange({ options: next.map(o => ({ value: o.key, label: o.label })) })}
        />
      )}
      {type === 'table' && (
        <Labels
          label="Columnas"
          path={`${path}.columns`}
          values={columns.map(c => ({ key: c.id, label: c.label }))}
          onChange={next => onChange({ columns: next.map(c => ({ id: c.key, label: c.label })) })}
        />
      )}
      <Checkbox
        label="Obligatoria para enviar"
        checked={question.required}
        onChange={e => onChange({ required: e.currentTarget.checked })}
      />
    </>
  );
}

type Documents = KindDefinition['documents'];

export function DocumentsTab() {
  const { kind, edit } = useEditing();
  return <DocumentsEditor documents={kind.documents} onChange={documents => edit({ documents })} />;
}

interface DocumentsProps {
  documents: Documents;
  onChange: (documents: Documents) => void;
}

/** Documents a kind or a call asks for. */
export function DocumentsEditor({ documents, onChange }: DocumentsProps) {
  const errorAt = useErrorAt();
  const change = (n: number, patch: Partial<Documents[number]>) => onChange(replaceItem(documents, n, patch));
  const blank = { type: newName('d'), label: '', help: '', required: true, anonymous: false };
  return (
    <Stack gap="sm">
      <None of={documents}>Todavía no se pide ningún documento.</None>
      <Items>
        {documents.map((document, n) => (
          <Item
            key={document.type}
            name={document.label || `Documento ${n + 1}`}
            index={n}
            count={documents.length}
            onMove={by => onChange(moveItem(documents, n, by))}
            onRemove={() => onChange(documents.filter(d => d !== document))}
          >
            <TextInput
              label="Documento"
              withAsterisk
              value={document.label}
              error={errorAt(`documents.${n}.label`)}
              onChange={e => change(n, { label: e.currentTarget.value })}
            />
            <TextInput
              label="Ayuda"
              value={document.help}
              error={errorAt(`documents.${n}.help`)}
              onChange={e => change(n, { help: e.currentTarget.value })}
            />
            <Checkbox
              label="Obligatorio para enviar"
              checked={document.required}
              onChange={e => change(n, { required: e.currentTarget.checked })}
            />
            <Checkbox
              label="Versión anónima: la ven quienes evalúan a ciegas"
              checked={document.anonymous}
              onChange={e => change(n, { anonymous: e.currentTarget.checked })}
            />
          </Item>
        ))}
      </Items>
      <div>
        <Button variant="default" onClick={() => onChange([...documents, blank])}>
          Agregar documento
        </Button>
      </div>
    </Stack>
  );
}
