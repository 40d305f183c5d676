import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import {
  MAIL_TIMINGS,
  NOTICE_PAGES,
  NOTICE_TYPES,
  type NoticePage,
} from '../../domain/notices/notice-types.ts';
import { id, instant } from '../../domain/text/rules.ts';
import { kindSlug, person } from '../project-record/contract.ts';

export const noticeType = z.enum(NOTICE_TYPES);

export const notification = z.object({
  id,
  type: noticeType,
  at: instant,
  read: z.boolean(),
  /** The one place it leads to; null where it is about several projects or none. */
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }).nullable(),
  /** Where it leads that is about something else than projects. */
  page: z.enum(Object.keys(NOTICE_PAGES) as [NoticePage]).nullable(),
  /** What it means for the reader, in a few words: `Te toca revisar`. */
  title: z.string(),
  /** What happened, as a sentence: `Camila Rojas envió el proyecto a Dirección.` */
  text: z.string(),
  /** Who did it; null when it happened by itself. */
  by: person.nullable(),
});
export type Notification = z.infer<typeof notification>;

const unread = z.number().int();

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  permission: 'active',
  about: 'projects',
  summary: 'The reader’s own notifications, latest first',
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(200).default(25),
    /** Only those not read yet. */
    unread: z.stringbool().optional(),
    type: noticeType.optional(),
  }),
  output: z.object({
    rows: z.array(notification),
    /** Under the same filters. */
    total: z.number().int(),
    /** Of all, whatever the filters. */
    unread,
  }),
});

/** Cheap enough to ask every minute. */
export const countUnread = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  permission: 'active',
  // Who has acted is no longer called to act.
  about: 'projects',
  summary: 'How many notifications the reader has not read',
  output: z.object({ unread }),
});

/**
 * Marks notifications read or unread. Without `ids`: all of the reader's. Answers the ids that changed, so that the
 * same call with these and the opposite `read` takes it back. Ids of others are passed over.
 */
export const markNotifications = endpoint({
  method: 'PUT',
  path: '/notifications/read',
  permission: 'active',
  summary: 'Mark own notifications as read or unread',
  body: z.object({ read: z.boolean(), ids: z.array(id).max(1000).optional() }),
  output: z.object({ changed: z.array(id), unread }),
});

export const noticePreference = z.object({
  type: noticeType,
  inApp: z.boolean(),
  mail: z.enum(MAIL_TIMINGS),
});

/** One row for each type, in the order of the domain's `NOTICE_TYPES`; words in `NOTICE_INFO`. */
export const getPreferences = endpoint({
  method: 'GET',
  path: '/notifications/preferences',
  permission: 'active',
  summary: 'What the reader wants to be told of, and how',
  output: z.array(noticePreference),
});

/** Types left out stay as they are. */
export const putPreferences = endpoint({
  method: 'PUT',
  path: '/notifications/preferences',
  permission: 'active',
  summary: 'Change what the reader is told of, and how',
  body: z.array(noticePreference).min(1).max(NOTICE_TYPES.length),
  output: z.array(noticePreference),
});
