import { z } from 'zod';
import { lastChange, named } from '../../domain/catalogues/catalogue.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { question } from '../../domain/surveys/questions.ts';
import { AUDIENCES, WAVE_STATES, waveFields } from '../../domain/surveys/waves.ts';
import { groupedBy, id, instant, listQuery, optionOf, pageOf } from '../../domain/text/rules.ts';

const state = optionOf(WAVE_STATES);
const audience = optionOf(AUDIENCES);

const row = z.object({
  id,
  title: z.string(),
  state,
  audience,
  anonymous: z.boolean(),
  instrument: named,
  /** Number of the version that was sent; null before. */
  version: z.number().int().nullable(),
  /** Null: the office asks, about no single project. */
  project: z.object({ id, kind: z.enum(KIND_SLUGS), code: z.string(), title: z.string() }).nullable(),
  /** `yyyy-mm-dd` */
  lastDay: z.string(),
  openedAt: instant.nullable(),
  /** Until when it is answered, once it was sent. */
  closesAt: instant.nullable(),
  /** Asked by name, of these those who did not want to, and all answers, also those by the code of a room. */
  invited: z.number().int(),
  declined: z.number().int(),
  answers: z.number().int(),
  ...lastChange,
});
export type WaveRow = z.infer<typeof row>;

export const wavesQuery = listQuery(['title', 'openedAt', 'lastDay', 'updatedAt'], '-updatedAt').extend({
  state: state.optional(),
  audience: audience.optional(),
  instrument: id.optional(),
  project: id.optional(),
  /** Sent to this organisation, or about a project with it. */
  partner: id.optional(),
  ...groupedBy(['state', 'audience', 'instrument', 'project']).shape,
});

export const listWaves = endpoint({
  method: 'GET',
  path: '/waves',
  permission: 'surveys.read',
  summary: 'Surveys: of own projects; sent ones of headed schools; all for the office',
  query: wavesQuery,
  output: pageOf(row),
});

const wave = row.extend({
  message: z.string(),
  reminderDays: z.array(z.number().int()),
  /** Of the version that was sent, or of the one that will be. */
  questions: z.array(question),
  /** Asked by name, and neither answered nor declined. */
  waiting: z.number().int(),
  /** Of those who wait, who wants no mails and gets none. */
  objecting: z.number().int(),
  remindedAt: instant.nullable(),
  /** The address that a code in the room leads to; null without, and to who may not manage the wave. */
  roomUrl: z.string().nullable(),
  /** The reader may change and send it. */
  mayManage: z.boolean(),
});
export type Wave = z.infer<typeof wave>;

const params = z.object({ id });
const seen = z.object({ updatedAt: instant });

export const getWave = endpoint({
  method: 'GET',
  path: '/waves/:id',
  permission: 'surveys.read',
  summary: 'One survey',
  params,
  output: wave,
});
export const createWave = endpoint({
  method: 'POST',
  path: '/waves',
  permission: 'surveys.read',
  summary: 'Prepare a survey; one about no project only the office',
  body: waveFields,
  output: wave,
});
export const saveWave = endpoint({
  method: 'PUT',
  path: '/waves/:id',
  permission: 'surveys.read',
  summary:
    'Change a survey; once it was sent only its title, last day and reminders. 409 with the stored one when somebody changed it since `updatedAt`',
  params,
  body: z.intersection(waveFields, seen),
  output: wave,
});
export const removeWave = endpoint({
  method: 'DELETE',
  path: '/waves/:id',
  permission: 'surveys.read',
  summary: 'Delete a survey that was not sent',
  params,
  output: z.object({ id }),
});
export const openWave = endpoint({
  method: 'POST',
  path: '/waves/:id/opening',
  permission: 'surveys.read',
  summary: 'Send it: the version is frozen, everybody who was added gets a mail with a personal link',
  params,
  body: seen,
  output: wave,
});
export const closeWave = endpoint({
  method: 'POST',
  path: '/waves/:id/closing',
  permission: 'surveys.read',
  summary: 'Close it before its last day, for good; its results are counted soon after',
  params,
  body: seen,
  output: wave,
});
export const remindWave = endpoint({
  method: 'POST',
  path: '/waves/:id/reminder',
  permission: 'surveys.read',
  summary: 'Remind who has not answered by mail; at most once a day',
  params,
  output: z.object({ reminded: z.number().int() }),
});
