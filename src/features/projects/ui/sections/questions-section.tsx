import { Checkbox, Input, Select, Textarea, TextInput } from '@mantine/core';
import type { Question } from '../../../../domain/kinds/definition.ts';
import { useProject } from '../ficha/project-context.tsx';
import { useScope } from '../ficha/scope.tsx';

type Answers = Readonly<Record<string, unknown>>;

/** The kind's own questions. Tables and files of a question come with the screens of kinds. */
export function QuestionsSection() {
  const { project } = useProject();
  return project.definition.questions.map(question => (
    <QuestionField key={question.id} question={question} />
  ));
}

function QuestionField({ question }: { question: Question }) {
  const { values, set, errors, readOnly } = useScope();
  const answers = (values.answers ?? {}) as Answers;
  const path = `answers.${question.id}`;
  const value = answers[question.id];
  const shared = {
    label: question.label,
    description: question.help,
    withAsterisk: question.required,
    error: errors[path],
    mb: 'md',
    maw: '36rem',
  };
  if (readOnly) return <ReadAnswer question={question} value={value} />;
  return (
    <div data-field={path}>
      <AnswerControl question={question} value={value} shared={shared} onChange={next => set(path, next)} />
    </div>
  );
}

interface AnswerProps {
  question: Question;
  value: unknown;
  shared: object;
  onChange: (value: unknown) => void;
}

function AnswerControl({ question: { type, options }, value, shared, onChange }: AnswerProps) {
  const text = typeof value === 'string' ? value : '';
  const yesNo = [
    { value: 'true', label: 'Sí' },
    { value: 'false', label: 'No' },
  ];
  switch (type) {
    case 'long_text':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          value={text}
          onChange={e => onChange(e.currentTarget.value)}
        />
      );
    case 'number':
    case 'money':
      return (
        <TextInput
          {...shared}
          inputMode="decimal"
          value={typeof value === 'number' ? String(value) : ''}
          onChange={e =>
            onChange(e.currentTarget.value === '' ? null : Number(e.currentTarget.value.replace(',', '.')))
          }
        />
      );
    case 'choice':
      return <Select {...shared} data={options} value={text || null} onChange={onChange} clearable />;
    case 'yes_no':
      return (
        <Select
          {...shared}
          data={yesNo}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={next => onChange(next === null ? null : next === 'true')}
          clearable
        />
      );
    case 'choices':
      return (
        <Checkbox.Group
          {...shared}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={onChange}
        >
          {options.map(o => (
            <Checkbox key={o.value} value={o.value} label={o.label} mt="xs" />
          ))}
        </Checkbox.Group>
      );
    default:
      return <TextInput {...shared} value={text} onChange={e => onChange(e.currentTarget.value)} />;
  }
}

function ReadAnswer({ question, value }: { question: Question; value: unknown }) {
  const labelOf = (code: unknown) => question.options.find(o => o.value === code)?.label ?? String(code);
  const shown =
    typeof value === 'boolean'
      ? value
        ? 'Sí'
        : 'No'
      : Array.isArray(value)
        ? value.map(labelOf).join(', ')
        : value === null || value === undefined
          ? ''
          : labelOf(value);
  return (
    <Input.Wrapper label={question.label} labelElement="div" mb="md" maw="44rem">
      <div style={{ whiteSpace: 'pre-line' }}>{shown || 'Sin responder'}</div>
    </Input.Wrapper>
  );
}
