import type { Holidays } from '../domain/kit/calendar.ts';
import { readOnce } from './once.ts';

/** The days on which nobody works. */
export const readHolidays = readOnce(async (db): Promise<Holidays> => {
  const days = await db.selectFrom('holidays').select('day').execute();
  return new Set(days.map(h => h.day));
});
