import { z } from 'zod';
import { cleanName } from '../text/clean-names.ts';
import { email, id, optionOf, plannedDay, text, thingName } from '../text/rules.ts';

/** `closed` is not answered any more; `ready` was counted, and its results are shown. */
export const WAVE_STATES = [
  { value: 'draft', label: 'Borrador' },
  { value: 'open', label: 'Abierta' },
  { value: 'closed', label: 'Cerrada' },
  { value: 'ready', label: 'Con resultados' },
] as const;
export type WaveState = (typeof WAVE_STATES)[number]['value'];

/** Sent: whoever may see results may know of it. */
export const SENT_WAVES: readonly WaveState[] = ['open', 'closed', 'ready'];

/** Its answers were counted: they are shown, if there are enough of them. */
export const isCounted = (state: WaveState): state is 'ready' => state === 'ready';
export const isDraft = (state: WaveState): state is 'draft' => state === 'draft';
export const isOpen = (state: WaveState): state is 'open' => state === 'open';
export const isClosed = (state: WaveState): state is 'closed' => state === 'closed';
/** Answered no more. */
export const isOver = (state: WaveState): boolean => isClosed(state) || isCounted(state);

export const AUDIENCES = [
  { value: 'partners', label: 'Socios' },
  { value: 'students', label: 'Estudiantes' },
  { value: 'attendees', label: 'Participantes' },
] as const;
export type Audience = (typeof AUDIENCES)[number]['value'];

/** What becomes of somebody who was asked by name. */
export type InvitationState = 'waiting' | 'answered' | 'declined';
export const hasAnswered = (state: InvitationState | null): boolean => state === 'answered';

export const MOST_REMINDERS = 3;
export const MOST_REMINDER_DAYS = 30;
/** A wave stays open so long at most. */
export const MOST_OPEN_DAYS = 180;

export const waveFields = z.object({
  title: thingName(200, 1),
  instrumentId: id,
  /** Null: the office asks, about no single project. */
  projectId: id.nullable().default(null),
  audience: optionOf(AUDIENCES),
  /** Holds for good once it was sent. */
  anonymous: z.boolean(),
  /** Above the questions, and in the invitation. */
  message: text(2000).default(''),
  /** Until the end of this day it is answered. */
  lastDay: plannedDay,
  /** So many days before it who has not answered is reminded; each once, the earliest first. */
  reminderDays: z
    .array(z.number().int().min(1).max(MOST_REMINDER_DAYS))
    .max(MOST_REMINDERS)
    .default([])
    .overwrite(days => [...new Set(days)].toSorted((a, b) => b - a)),
});
export type WaveFields = z.output<typeof waveFields>;

export const MOST_INVITATIONS = 5000;
/** Added at once. */
export const MOST_INVITED = 2000;

/** Somebody who is asked by name. One address is asked once in a wave. */
export const invitee = z.object({
  name: z.string().overwrite(cleanName).min(1).max(200),
  email: email.overwrite(value => value.toLowerCase()),
});

/** Where a survey is answered, by the secret of a link or of a room. */
export const surveyPath = (code: string): string => `/publico/encuesta/${code}`;
