import { z } from 'zod';
import {
  choice,
  choices,
  date,
  decimal,
  type Field,
  line,
  money,
  narrative,
  reference,
  type SectionField,
} from '../sections/field.ts';
import { type SectionSlug, sectionOf } from '../sections/index.ts';
import { text } from '../text/rules.ts';
import type { KindDefinition, Question } from './definition.ts';

const MAX_ROWS = 100;

/** The field that takes the answer to a question; a draft's answer may be missing. */
export function answerField(question: Question): Field {
  const { label, help, required, options } = question;
  const words = { help, required };
  switch (question.type) {
    case 'short_text':
      return line(label, words);
    case 'long_text':
      return narrative(label, words);
    case 'number':
      return decimal(label, { ...words, min: -1_000_000_000 });
    case 'money':
      return money(label, words);
    case 'date':
      return date(label, words);
    case 'choice':
      return choice(label, options, words);
    case 'choices':
      return choices(label, options, words);
    case 'file':
      return reference('file', label, words);
    case 'yes_no':
      return { info: { type: 'flag', label, ...words }, schema: z.boolean().nullable().default(null) };
    case 'table':
      return table(question);
  }
}

function table({ label, help, required, columns }: Question): Field {
  const cells = Object.fromEntries(columns.map(c => [c.id, text(500).default('')]));
  return {
    info: {
      type: 'list',
      label,
      help,
      required,
      max: MAX_ROWS,
      itemLabel: 'Fila',
      fields: columns.map(c => ({ ...line(c.label, { max: 500 }).info, path: c.id })),
    },
    schema: z.array(z.object(cells)).max(MAX_ROWS).default([]),
  };
}

/** The questions as fields of one flat record, by their id. */
export const questionFields = (questions: readonly Question[]): SectionField[] =>
  questions.map(q => ({ ...answerField(q).info, path: q.id }));

/** The answers of a kind's extra questions: each of its type, those to unknown questions dropped. */
export const answersSchema = (questions: readonly Question[]) =>
  z.object({
    answers: z.object(Object.fromEntries(questions.map(q => [q.id, answerField(q).schema]))).prefault({}),
  });

/** The schema of a section in projects of this kind, or in those of the past: the library's, or that of the kind's questions. */
export const sectionSchema = (
  kind: Pick<KindDefinition, 'questions'>,
  slug: SectionSlug,
  past = false,
): z.ZodType<Record<string, unknown>> =>
  slug === 'questions' ? answersSchema(kind.questions) : sectionOf(slug)[past ? 'past' : 'schema'];

/** What a section holds before anything is written. */
export const emptySection = (kind: Pick<KindDefinition, 'questions'>, slug: SectionSlug) =>
  slug === 'questions' ? answersSchema(kind.questions).parse({}) : sectionOf(slug).empty;
