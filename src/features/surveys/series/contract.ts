import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { question } from '../../../domain/surveys/questions.ts';
import { AUDIENCES } from '../../../domain/surveys/waves.ts';
import { id, optionOf } from '../../../domain/text/rules.ts';

const point = z.object({
  year: z.number().int(),
  waves: z.number().int(),
  /** Who answered the question. */
  answers: z.number().int(),
  counts: z.record(z.string(), z.number().int()),
});

/** Of counted waves of five answers at least that the reader may see. */
export const getSeries = endpoint({
  method: 'GET',
  path: '/instruments/:id/series',
  permission: 'surveys.read',
  summary: 'What the questions of an instrument came to over the years; another scale begins another line',
  params: z.object({ id }),
  query: z.object({ project: id.optional(), audience: optionOf(AUDIENCES).optional() }),
  output: z.object({
    instrument: z.string(),
    /** The one asked for, as far as the reader sees waves of it. */
    project: z.object({ code: z.string(), title: z.string() }).nullable(),
    waves: z.number().int(),
    answers: z.number().int(),
    series: z.array(
      z.object({
        key: z.string(),
        /** The one that was asked first comes first. */
        lines: z.array(z.object({ question, points: z.array(point) })),
      }),
    ),
  }),
});
export type Series = z.infer<(typeof getSeries)['output']>;
