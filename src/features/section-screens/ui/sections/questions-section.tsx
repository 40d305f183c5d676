import { ActionIcon, Button, Input, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { answerField } from '../../../../domain/kinds/answers.ts';
import type { Question } from '../../../../domain/kinds/definition.ts';
import { isEmpty } from '../../../../domain/sections/section.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { FieldPlace, LeftOpen, ReadField } from '../fields/field-frame.tsx';
import list from '../fields/list.module.css';
import { type FieldState, useScope } from '../scope.tsx';
import tables from './tables.module.css';

type Rows = readonly Readonly<Record<string, string>>[];

/** The kind's own questions, each with the control of its type. */
export function QuestionsSection() {
  const { project } = useProject();
  const { readOnly, values } = useScope();
  const answers = (values.answers ?? {}) as Readonly<Record<string, unknown>>;
  const { questions } = project.definition;
  // Unlike a box to tick, "no" is an answer.
  const left = questions.filter(q => readOnly && answers[q.id] !== false && isEmpty(answers[q.id]));
  return (
    <>
      {questions.map(
        question => !left.includes(question) && <QuestionField key={question.id} question={question} />,
      )}
      <LeftOpen labels={left.map(q => q.label)} />
    </>
  );
}

function QuestionField({ question }: { question: Question }) {
  const { values, set, errors, readOnly, control: Control } = useScope();
  const path = `answers.${question.id}`;
  // Without words only while the office is still writing it.
  const info = { ...answerField(question).info, path, label: question.label || 'Pregunta sin texto' };
  const value = (values.answers as Readonly<Record<string, unknown>> | undefined)?.[question.id];
  const field: FieldState = {
    info,
    path,
    value,
    error: errors[path],
    readOnly,
    set: next => set(path, next),
  };
  if (readOnly || !Control) return <ReadAnswer question={question} field={field} />;
  const { label, help, required } = info;
  return (
    <FieldPlace path={path}>
      {question.type === 'table' ? (
        <TableAnswer question={question} field={field} />
      ) : question.type === 'yes_no' ? (
        <YesNoAnswer field={field} />
      ) : (
        <Control
          field={field}
          common={{ name: path, label, required, ...(help ? { description: help } : {}) }}
        />
      )}
    </FieldPlace>
  );
}

const YES_NO = [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
];

/** Unlike a box to tick, "no" is an answer. */
function YesNoAnswer({ field: { info, value, error, set } }: { field: FieldState }) {
  return (
    <Select
      label={info.label}
      description={info.help || undefined}
      withAsterisk={info.required}
      error={error}
      data={YES_NO}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={next => set(next === null ? null : next === 'true')}
      clearable
      comboboxProps={{ zIndex: 2500 }}
    />
  );
}

const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Rows) : []);

function TableAnswer({ question: { columns }, field }: { question: Question; field: FieldState }) {
  const { info, error, set } = field;
  const rows = rowsOf(field.value);
  const write = (at: number, column: string, text: string) =>
    set(rows.map((row, n) => (n === at ? { ...row, [column]: text } : row)));
  const add = () => set([...rows, Object.fromEntries(columns.map(c => [c.id, '']))]);
  return (
    <Input.Wrapper
      label={info.label}
      labelElement="div"
      description={info.help || undefined}
      withAsterisk={info.required}
      error={error}
    >
      {rows.length > 0 && (
        <AnswerTable label={info.label} columns={columns} withTools>
          {rows.map((row, at) => (
            // Rows have no name of their own: their place is what tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={at}>
              {columns.map(c => (
                <td key={c.id}>
                  <TextInput
                    aria-label={`${c.label}, fila ${at + 1}`}
                    value={row[c.id] ?? ''}
                    maxLength={500}
                    onChange={event => write(at, c.id, event.currentTarget.value)}
                  />
                </td>
              ))}
              <td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Quitar fila ${at + 1}`}
                  onClick={() => set(rows.filter((_, n) => n !== at))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </AnswerTable>
      )}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
      >
        Agregar fila<span className="visually-hidden">: {info.label}</span>
      </Button>
    </Input.Wrapper>
  );
}

interface AnswerTableProps {
  label: string;
  columns: Question['columns'];
  withTools?: boolean;
  children: ReactNode;
}

function AnswerTable({ label, columns, withTools = false, children }: AnswerTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, also by keyboard
    <section className={list.scroller} aria-label={`${label}, tabla`} tabIndex={0}>
      <table className={tables.table}>
        <thead>
          <tr>
            {columns.map(c => (
              <th key={c.id} scope="col">
                {c.label}
              </th>
            ))}
            {withTools && (
              <th scope="col">
                <span className="visually-hidden">Quitar</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function ReadAnswer({ question, field }: { question: Question; field: FieldState }) {
  const { value } = field;
  if (question.type === 'yes_no' && typeof value === 'boolean')
    return <ReadField field={field}>{value ? 'Sí' : 'No'}</ReadField>;
  const rows = rowsOf(value);
  if (question.type !== 'table' || rows.length === 0)
    return <ReadField field={question.type === 'table' ? { ...field, value: null } : field} />;
  return (
    <ReadField field={field}>
      <AnswerTable label={question.label} columns={question.columns}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place
          <tr key={at}>
            {question.columns.map(c => (
              <td key={c.id}>{row[c.id] || '–'}</td>
            ))}
          </tr>
        ))}
      </AnswerTable>
    </ReadField>
  );
}
