import { describe, expect, it } from 'vitest';
import { FIRST_KINDS } from '../kinds/index.ts';
import { STATUSES } from '../kinds/statuses.ts';
import { answerDue, dueAt, type Inviting, reviewDue } from '../workflow/due.ts';
import {
  addDays,
  addWorkingDays,
  daysBetween,
  endOfDay,
  instantAt,
  isWorkingDay,
  localDay,
  localTime,
  nearestWorkingDay,
  startOfDay,
  weekday,
} from './calendar.ts';
import { HOLIDAYS } from './holidays.ts';

const holidays = new Set(HOLIDAYS.map(h => h.day));
const due = (from: string, n: number) => addWorkingDays(new Date(from), n, holidays).toISOString();

describe('a wall clock in Chile', () => {
  it.each([
    ['2026-07-01', '12:30', '2026-07-01T16:30:00.000Z'],
    ['2026-01-15', '23:59', '2026-01-16T02:59:00.000Z'],
    // Repeated by the autumn change: the first of both.
    ['2026-04-04', '23:30', '2026-04-05T02:30:00.000Z'],
    ['2026-04-05', '00:00', '2026-04-05T04:00:00.000Z'],
    // Skipped by the spring change.
    ['2026-09-06', '00:30', '2026-09-06T04:30:00.000Z'],
    ['2026-09-05', '23:59', '2026-09-06T03:59:00.000Z'],
  ])('%s %s', (day, time, instant) => {
    expect(instantAt(day, time).toISOString()).toBe(instant);
  });
  it('gives every shown minute back', () => {
    for (let n = 0; n < 9000; n += 37) {
      const at = new Date(Date.parse('2026-01-01T00:00:00Z') + n * 3_600_000 + n * 60_000);
      const { day, time } = localTime(at);
      expect(localTime(instantAt(day, time))).toEqual({ day, time });
    }
  });
});

describe('days in Chile', () => {
  it.each([
    ['2026-07-01', '2026-07-01T04:00:00.000Z', '2026-07-02T03:59:59.999Z'],
    ['2026-01-15', '2026-01-15T03:00:00.000Z', '2026-01-16T02:59:59.999Z'],
    // Autumn: on Saturday 4 April 24:00 the clock goes back to 23:00; the day lasts 25 hours.
    ['2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.999Z'],
    ['2026-04-05', '2026-04-05T04:00:00.000Z', '2026-04-06T03:59:59.999Z'],
    // Spring: Sunday 6 September begins at 01:00; the day lasts 23 hours.
    ['2026-09-05', '2026-09-05T04:00:00.000Z', '2026-09-06T03:59:59.999Z'],
    ['2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
  ])('%s begins and ends', (day, start, end) => {
    expect(startOfDay(day).toISOString()).toBe(start);
    expect(endOfDay(day).toISOString()).toBe(end);
  });

  it('every day of ten years begins at its first instant and meets the next', () => {
    const wrong: string[] = [];
    for (let day = '2020-01-01'; day < '2030-01-01'; day = addDays(day, 1)) {
      const start = startOfDay(day);
      if (localDay(start) !== day || localDay(new Date(start.getTime() - 1)) === day) wrong.push(day);
      if (localDay(endOfDay(day)) !== day) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });

  it('tells the wall clock', () => {
    expect(localTime(new Date('2026-11-21T02:30:00Z'))).toEqual({ day: '2026-11-20', time: '23:30' });
    expect(localTime(new Date('2026-11-21T03:00:00Z'))).toEqual({ day: '2026-11-21', time: '00:00' });
  });

  it('counts calendar days over changes of hour and leap days', () => {
    expect(addDays('2026-04-03', 3)).toBe('2026-04-06');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(daysBetween('2026-09-05', '2026-09-07')).toBe(2);
    expect(daysBetween('2026-01-02', '2025-12-31')).toBe(-2);
  });
});

describe('working days', () => {
  it.each([
    ['a Tuesday', '2026-11-24T15:00:00Z', 3, '2026-11-28T02:59:59.999Z'],
    ['over a weekend', '2026-11-20T15:00:00Z', 1, '2026-11-24T02:59:59.999Z'],
    ['late in the evening is still that day', '2026-11-21T02:30:00Z', 1, '2026-11-24T02:59:59.999Z'],
    ['over Easter and the change of hour', '2026-04-02T15:00:00Z', 1, '2026-04-07T03:59:59.999Z'],
    ['over Fiestas Patrias', '2026-09-17T15:00:00Z', 2, '2026-09-23T02:59:59.999Z'],
    ['into the summer hour', '2026-09-04T15:00:00Z', 1, '2026-09-08T02:59:59.999Z'],
    ['over New Year', '2026-12-31T15:00:00Z', 1, '2027-01-05T02:59:59.999Z'],
    ['none: the same day', '2026-11-24T15:00:00Z', 0, '2026-11-25T02:59:59.999Z'],
    ['none on a holiday: the next working day', '2026-12-25T15:00:00Z', 0, '2026-12-29T02:59:59.999Z'],
  ])('%s', (_, from, n, expected) => {
    expect(due(from, n)).toBe(expected);
  });
  it('finds the working day before', () => {
    expect(nearestWorkingDay('2026-11-23', -1, holidays)).toBe('2026-11-20');
    expect(nearestWorkingDay('2026-04-06', -1, holidays)).toBe('2026-04-02');
  });
  it('knows weekends and holidays', () => {
    expect(isWorkingDay('2026-11-21', holidays)).toBe(false);
    expect(isWorkingDay('2026-12-08', holidays)).toBe(false);
    expect(isWorkingDay('2026-12-08', new Set())).toBe(true);
  });
});

describe('national holidays', () => {
  /** Gregorian Easter by Butcher's algorithm. */
  function easter(year: number): string {
    const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
    const [d, e] = [Math.floor(b / 4), b % 4];
    const g = Math.floor((8 * b + 13) / 25);
    const h = (19 * a + b - d - g + 15) % 30;
    const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
    const m = Math.floor((a + 11 * h + 22 * l) / 451);
    const n = h + l - 7 * m + 114;
    return `${year}-0${Math.floor(n / 31)}-${String((n % 31) + 1).padStart(2, '0')}`;
  }
  /** Laws 19.668 and 20.299: to the Monday of the week, or of the next one for a Friday. */
  const moved = (day: string) => addDays(day, { 2: -1, 3: -2, 4: -3, 5: 3 }[weekday(day)] ?? 0);
  const reformation = (year: number) => {
    const day = `${year}-10-31`;
    return addDays(day, { 2: -4, 3: 2 }[weekday(day)] ?? 0);
  };

  it.each([2026, 2027, 2028])('%i follows Easter and the laws that move holidays', year => {
    expect(holidays).toContain(addDays(easter(year), -2));
    expect(holidays).toContain(addDays(easter(year), -1));
    expect(holidays).toContain(moved(`${year}-06-29`));
    expect(holidays).toContain(moved(`${year}-10-12`));
    expect(holidays).toContain(reformation(year));
    const bridges = HOLIDAYS.filter(h => /adicional/.test(h.name) && h.day.startsWith(String(year)));
    const friday = weekday(`${year}-09-17`) === 5;
    expect(bridges.map(h => h.day)).toEqual(friday ? [`${year}-09-17`] : []);
    expect(weekday(`${year}-09-18`)).not.toBe(2);
    expect(weekday(`${year}-09-19`)).not.toBe(4);
    expect(HOLIDAYS.filter(h => h.day.startsWith(String(year)))).toHaveLength(friday ? 17 : 16);
  });
  it('has each day once, in order', () => {
    expect([...holidays].sort()).toEqual(HOLIDAYS.map(h => h.day));
  });
});

describe('when a status is due', () => {
  const ask = {
    kind: FIRST_KINDS.fexs,
    subStep: null,
    since: new Date('2026-11-20T15:00:00Z'),
    startDate: '2027-03-01',
    endDate: '2027-07-30',
    holidays,
  };
  const day = (status: (typeof STATUSES)[number], more = {}) => {
    const at = dueAt({ ...ask, status, ...more });
    return at ? localDay(at) : null;
  };
  it('counts the days of its step', () => {
    expect(Object.fromEntries(STATUSES.map(s => [s, day(s)]))).toEqual({
      draft: null,
      director_review: '2026-11-27',
      dean_review: '2026-11-27',
      admissibility: '2026-11-27',
      evaluation: '2026-12-14',
      resolution: '2026-12-04',
      returned: '2026-11-27',
      waitlisted: null,
      approved: '2027-03-01',
      running: '2027-09-10',
      suspended: null,
      final_report: '2026-12-04',
      closed: null,
      rejected: null,
      not_awarded: null,
      withdrawn: null,
      cancelled: null,
    });
  });
  it('ten working days to correct without a call', () => {
    expect(day('returned', { kind: FIRST_KINDS.pacs })).toBe('2026-12-04');
  });
  it('a call’s deadlines win', () => {
    const call = {
      closesAt: new Date('2026-12-01T15:00:00Z'),
      endorseUntil: new Date('2026-12-02T15:00:00Z'),
      correctionUntil: new Date('2026-12-03T15:00:00Z'),
      evaluationUntil: new Date('2026-12-04T15:00:00Z'),
      resolutionAt: new Date('2026-12-07T15:00:00Z'),
      waitlistUntil: new Date('2026-12-10T15:00:00Z'),
    };
    const statuses = ['draft', 'dean_review', 'returned', 'evaluation', 'resolution', 'waitlisted'] as const;
    expect(statuses.map(s => day(s, { call }))).toEqual([
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-07',
      '2026-12-10',
    ]);
  });
  it('a project without dates has none to keep', () => {
    expect(day('approved', { startDate: null })).toBeNull();
    expect(day('running', { endDate: null })).toBeNull();
  });
});

describe('until when a reviewer reviews', () => {
  const now = new Date('2026-11-20T15:00:00Z');
  const day = (due: string, more: Partial<Inviting> = {}) =>
    localDay(reviewDue({ due: new Date(due), now, isExtra: false, holidays, ...more }));
  it('as long as the step lasts', () => {
    expect(day('2026-11-21T02:00:00Z')).toBe('2026-11-20');
    expect(day('2026-12-15T02:00:00Z', { isExtra: true })).toBe('2026-12-14');
  });
  it('five working days where that has passed, and at least for one more review', () => {
    expect(day('2026-11-19T15:00:00Z')).toBe('2026-11-27');
    expect(day('2026-11-23T15:00:00Z', { isExtra: true })).toBe('2026-11-27');
  });
  it('not beyond the day of the results, which moves nothing back', () => {
    const resolutionAt = new Date('2026-11-24T15:00:00Z');
    expect(day('2026-11-19T15:00:00Z', { resolutionAt })).toBe('2026-11-24');
    expect(day('2026-11-25T15:00:00Z', { isExtra: true, resolutionAt })).toBe('2026-11-25');
    expect(day('2026-11-19T15:00:00Z', { resolutionAt: new Date('2026-11-18T15:00:00Z') })).toBe(
      '2026-11-27',
    );
  });
});

describe('until when an author answers a reviewer', () => {
  const now = new Date('2026-11-20T15:00:00Z');
  const day = (due: string | null) =>
    localDay(answerDue({ now, due: due === null ? null : new Date(due), holidays }));
  it('three working days, where the review has longer or none', () => {
    expect(day('2026-12-15T02:00:00Z')).toBe('2026-11-25');
    expect(day(null)).toBe('2026-11-25');
  });
  it('not after the review is due, unless that has passed', () => {
    expect(day('2026-11-24T15:00:00Z')).toBe('2026-11-24');
    expect(day('2026-11-19T15:00:00Z')).toBe('2026-11-25');
  });
});
