import { z } from 'zod';
import { plain } from '../text/plain.ts';
import { text, thingName } from '../text/rules.ts';

export const QUESTION_KINDS = [
  { value: 'scale', label: 'Escala' },
  { value: 'choice', label: 'Una opción' },
  { value: 'multiple', label: 'Varias opciones' },
  { value: 'text', label: 'Texto' },
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number]['value'];

export const MOST_QUESTIONS = 60;
export const MOST_OPTIONS = 20;

/** Names a question or an option for good, whatever its words become. */
const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Usa minúsculas, números y guion bajo, y comienza con una letra.');

const option = z.object({ value: key, label: thingName(200, 1) });
export type QuestionOption = z.infer<typeof option>;

const base = {
  key,
  text: thingName(500, 1),
  help: text(500).default(''),
  required: z.boolean().default(false),
};
const options = z
  .array(option)
  .min(2, 'Agrega al menos dos opciones.')
  .max(MOST_OPTIONS)
  .superRefine((all, context) => {
    for (const [n, { value, label }] of all.entries()) {
      if (all.findIndex(o => o.value === value) < n)
        context.addIssue({ code: 'custom', path: [n, 'value'], message: 'Otra opción tiene esta clave.' });
      if (all.findIndex(o => plain(o.label) === plain(label)) < n)
        context.addIssue({ code: 'custom', path: [n, 'label'], message: 'Otra opción dice lo mismo.' });
    }
  });

const scaleQuestion = z.object({
  ...base,
  kind: z.literal('scale'),
  from: z.union([z.literal(0), z.literal(1)]),
  to: z.number().int().min(2).max(10),
  /** What its ends mean. */
  low: thingName(80).default(''),
  high: thingName(80).default(''),
});
const choiceQuestion = z.object({
  ...base,
  kind: z.literal('choice'),
  options,
  /** Results are also shown by what was answered here; one question of a version at most. */
  divides: z.boolean().default(false),
});
const multipleQuestion = z.object({ ...base, kind: z.literal('multiple'), options });
const textQuestion = z.object({ ...base, kind: z.literal('text') });

export const question = z.discriminatedUnion('kind', [
  scaleQuestion,
  choiceQuestion,
  multipleQuestion,
  textQuestion,
]);
export type Question = z.output<typeof question>;

/** The questions of a version, in their order; keys are lasting and stand once each. */
export const questions = z
  .array(question)
  .max(MOST_QUESTIONS)
  .superRefine((all, context) => {
    for (const [n, one] of all.entries()) {
      if (all.findIndex(q => q.key === one.key) < n)
        context.addIssue({ code: 'custom', path: [n, 'key'], message: 'Otra pregunta tiene esta clave.' });
      if (isDividing(one) && all.findIndex(isDividing) < n)
        context.addIssue({
          code: 'custom',
          path: [n, 'divides'],
          message: 'Los resultados se separan por una sola pregunta.',
        });
    }
  });

const isDividing = (q: Question): boolean => q.kind === 'choice' && q.divides;

/** The question by whose answers results are shown apart. */
export const dividingQuestion = (all: readonly Question[]): Question | undefined => all.find(isDividing);

/** What may be answered, as a closed question stores it, in its order; none where people write. */
export function choicesOf(q: Question): QuestionOption[] {
  if (q.kind === 'text') return [];
  if (q.kind !== 'scale') return q.options;
  return Array.from({ length: q.to - q.from + 1 }, (_, n) => {
    const value = String(q.from + n);
    return { value, label: value };
  });
}

/**
 * What answers are measured by: only those of the same key and scale may be compared. Values of a scale and the words of
 * its ends, since a scale turned round is another one; keys of options, whose words may be mended.
 */
export const scaleOf = (q: Question): string =>
  q.kind === 'scale'
    ? `scale ${q.from}-${q.to} ${plain(q.low)}|${plain(q.high)}`
    : `${q.kind} ${choicesOf(q)
        .map(o => o.value)
        .toSorted()
        .join(' ')}`;
