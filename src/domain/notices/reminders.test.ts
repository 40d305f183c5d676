import { describe, expect, it } from 'vitest';
import { endOfDay } from '../kit/calendar.ts';
import { FIRST_TIMES, type ReminderTimes } from '../settings/reminder-times.ts';
import { reminderKind, reminderSlot } from './reminders.ts';

const at = (local: string) => new Date(`${local}-03:00`);

describe('reminders', () => {
  // Due on Tuesday 24 November; Monday 23 is taken for a holiday.
  const due = endOfDay('2026-11-24');
  const holidays = new Set(['2026-11-23', '2026-12-08']);
  const slot = (local: string) => reminderSlot(due, at(local), holidays, FIRST_TIMES);

  it.each<[string, number | null]>([
    ['2026-11-19T12:00:00', null],
    ['2026-11-20T07:59:00', null],
    ['2026-11-20T08:00:00', -1],
    ['2026-11-22T12:00:00', null],
    ['2026-11-23T12:00:00', null],
    ['2026-11-24T08:00:00', 0],
    ['2026-11-24T07:00:00', null],
    ['2026-11-27T12:00:00', 0],
    ['2026-11-30T12:00:00', 0],
    ['2026-12-01T08:00:00', 7],
    ['2026-12-07T12:00:00', 7],
    ['2026-12-08T12:00:00', null],
    ['2026-12-09T08:00:00', 14],
    ['2026-12-15T08:00:00', 21],
  ])('at %s the latest is %s', (local, expected) => {
    expect(slot(local)).toBe(expected);
  });

  it('what fell due on a weekend is late on Monday, not due that day', () => {
    const saturday = endOfDay('2026-11-28');
    const monday = at('2026-11-30T08:00:00');
    expect(reminderSlot(saturday, monday, holidays, FIRST_TIMES)).toBe(0);
    expect(reminderKind(saturday, monday)).toBe('overdue');
    expect(reminderKind(saturday, at('2026-11-28T08:00:00'))).toBe('today');
    expect(reminderKind(saturday, at('2026-11-27T08:00:00'))).toBe('before');
  });

  it('the office says when: days before, how often after, from what time on', () => {
    const of = (local: string, times: Partial<ReminderTimes>) =>
      reminderSlot(due, at(local), holidays, { ...FIRST_TIMES, ...times });
    // Five working days before Tuesday 24, with Monday 23 a holiday, is Monday 16.
    expect(of('2026-11-15T12:00:00', { daysBefore: ['5', '2'] })).toBeNull();
    expect(of('2026-11-16T08:00:00', { daysBefore: ['5', '2'] })).toBe(-5);
    expect(of('2026-11-19T08:00:00', { daysBefore: ['5', '2'] })).toBe(-2);
    expect(of('2026-11-26T08:00:00', { daysBefore: ['5', '2'] })).toBe(-2);
    expect(of('2026-11-24T12:00:00', { daysBefore: [] })).toBeNull();
    expect(of('2026-11-27T12:00:00', { everyDays: 3 })).toBe(3);
    expect(of('2026-12-02T12:00:00', { everyDays: 3 })).toBe(6);
    expect(of('2027-03-01T12:00:00', { everyDays: null })).toBe(0);
    expect(of('2026-11-24T09:59:00', { time: '10:00' })).toBeNull();
    expect(of('2026-11-24T10:00:00', { time: '10:00' })).toBe(0);
  });
});
