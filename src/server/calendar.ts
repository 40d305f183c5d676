import ical from 'ical-generator';
import { addDays, instantAt } from '../domain/kit/calendar.ts';

/** An event of a calendar; without hours it takes whole days. */
export interface CalendarEvent {
  /** The same through all changes of the event. */
  readonly uid: string;
  readonly title: string;
  readonly text: string;
  readonly place: string;
  readonly url: string;
  /** Days `yyyy-mm-dd`, both included. */
  readonly from: string;
  readonly to: string;
  /** `HH:MM` of Chile, or empty; without an end it takes an hour. */
  readonly startsAt: string;
  readonly endsAt: string;
}

const HOUR_MS = 3_600_000;
/** How often programs should ask, in seconds. */
const REFRESH_S = 3600;
const dayOf = (day: string) => new Date(`${day}T00:00:00Z`);

function spanOf({ from, to, startsAt, endsAt }: CalendarEvent) {
  // The day after the last one: an end is not included.
  if (!startsAt) return { start: dayOf(from), end: dayOf(addDays(to, 1)), allDay: true };
  const start = instantAt(from, startsAt);
  const end = endsAt > startsAt ? instantAt(to, endsAt) : new Date(start.getTime() + HOUR_MS);
  return { start, end, allDay: false };
}

/** Events as iCalendar (RFC 5545); hours in UTC, so that no zone has to be described. */
export function writeCalendar(name: string, product: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({ name, prodId: { company: product, product: 'calendario', language: 'ES' } });
  calendar.ttl(REFRESH_S);
  for (const event of events) {
    const { uid, title, text, place, url } = event;
    calendar.createEvent({
      ...{ id: uid, summary: title, description: text, url, ...spanOf(event) },
      ...(place && { location: place }),
    });
  }
  return calendar.toString();
}
