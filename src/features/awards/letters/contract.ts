import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { resultLetterInput } from '../../../domain/notices/letters/result-letters.ts';
import { OUTCOMES } from '../../../domain/notices/outcomes.ts';
import { bar, instant, lastResort } from '../../../domain/text/rules.ts';
import { callParams } from '../../calls/contract.ts';

const outcome = z.enum(OUTCOMES);
const letterParams = callParams.extend({ outcome });

const callLetter = z.object({
  outcome,
  subject: z.string(),
  /** Rich text. */
  body: z.string(),
  /** Null while the original holds. */
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type CallLetter = z.infer<typeof callLetter>;

export const getCallLetters = endpoint({
  method: 'GET',
  path: '/calls/:call/letters',
  permission: 'calls.manage',
  summary: 'What a call says to its authors, by outcome',
  params: callParams,
  output: z.object({
    call: z.object({ name: z.string(), year: z.number().int() }),
    letters: z.array(callLetter),
    /** Why nobody changes them now; null when they may be changed. */
    refusal: z.string().nullable(),
    /** What keeps the reader from changing them. */
    barred: bar,
  }),
});

export const saveCallLetter = endpoint({
  method: 'PUT',
  path: '/calls/:call/letters/:outcome',
  permission: 'calls.manage',
  summary:
    'Change what a call says of an outcome, from the next letter on; 409 when somebody changed it since',
  params: letterParams,
  body: resultLetterInput.safeExtend({ updatedAt: instant.nullable(), lastResort }),
  output: callLetter,
});

export const restoreCallLetter = endpoint({
  method: 'DELETE',
  path: '/calls/:call/letters/:outcome',
  permission: 'calls.manage',
  summary: 'Back to the original words',
  params: letterParams,
  output: callLetter,
});
