import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { instant } from '../../domain/text/rules.ts';

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/calendar-feed',
  permission: 'active',
  summary: 'Whether I have a calendar address, and when a program last read it',
  output: z.object({ feed: z.object({ createdAt: instant, readAt: instant.nullable() }).nullable() }),
});

/** Shown once: only its hash is kept. A former one stops working. */
export const createCalendarFeed = endpoint({
  method: 'POST',
  path: '/calendar-feed',
  permission: 'active',
  summary: 'Make a secret address of my calendar',
  output: z.object({ url: z.string(), createdAt: instant }),
});

export const revokeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/calendar-feed',
  permission: 'active',
  summary: 'End the address of my calendar',
  output: z.object({}),
});

/** The address is the credential; one that is unknown or ended answers 404. */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/calendar/:token',
  permission: 'public',
  summary: 'What is due to a person and what their projects do, as iCalendar',
  params: z.object({ token: z.string() }),
  output: z.unknown(),
  transfer: 'download',
});
