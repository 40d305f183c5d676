import { z } from 'zod';
import { text } from '../text/rules.ts';
import { MAX_LONG_NARRATIVE } from './field.ts';
import { isEmpty, section } from './section.ts';

const written = text(MAX_LONG_NARRATIVE);
const cell = z.union([written, z.number(), z.null()]);
/** Any answer a draft may hold; the type a question takes is that of the kind's `answersSchema`. */
const answer = z.union([
  written,
  z.number(),
  z.boolean(),
  z.array(text(200)).max(50),
  z.array(z.record(z.string().max(40), cell)).max(100),
  z.null(),
]);

export const questions = section({
  label: 'Preguntas adicionales',
  help: 'Preguntas propias de este tipo de proyecto.',
  fields: {
    answers: {
      info: { type: 'answers', label: 'Respuestas', help: '', required: false },
      schema: z.record(z.string().regex(/^[a-z0-9_]{1,40}$/), answer).default({}),
    },
  },
  rules: (data, context) =>
    (context.questions ?? [])
      .filter(q => q.required)
      .map(q => {
        // "No" is an answer, unlike a box left unticked.
        const value = data.answers[q.id];
        const message = value !== false && isEmpty(value) ? 'Responde esta pregunta.' : null;
        return { path: `answers.${q.id}`, label: q.label, message };
      }),
});
