import { describe, expect, it } from 'vitest';
import { project } from '../../../test/subjects.ts';
import type { ProjectSubject } from '../access/subject.ts';
import { STATUSES, type Status } from '../kinds/statuses.ts';
import { endOfDay } from '../kit/calendar.ts';
import { type Clocked, stepByItself } from './automatic.ts';

const at = (local: string) => new Date(`${local}-03:00`);
const NOW = at('2026-11-20T12:00:00');

const clocked = (
  status: Status,
  more: Partial<Omit<Clocked, 'subject'>> & { subject?: Partial<ProjectSubject> } = {},
): Clocked => ({
  dueAt: null,
  startDate: null,
  since: at('2026-11-01T12:00:00'),
  ...more,
  subject: project(status, { now: NOW, ...more.subject }),
});
const step = (...args: Parameters<typeof clocked>) => stepByItself(clocked(...args))?.action ?? null;

describe('what happens by itself', () => {
  it.each<[Status, string]>([
    ['returned', 'lapse'],
    ['waitlisted', 'not_award'],
  ])('%s past its due date: %s', (status, action) => {
    const dueAt = endOfDay('2026-11-19');
    expect(step(status, { dueAt })).toBe(action);
    expect(step(status, { dueAt: endOfDay('2026-11-20') })).toBeNull();
    expect(step(status, { dueAt, subject: { now: dueAt } })).toBeNull();
    expect(step(status)).toBeNull();
  });

  it('an approved project starts on its day when nothing is missing', () => {
    expect(step('approved', { startDate: '2026-11-20' })).toBe('start');
    expect(step('approved', { startDate: '2026-11-21' })).toBeNull();
    expect(step('approved')).toBeNull();
    const missingToStart = ['Contrato firmado'];
    expect(step('approved', { startDate: '2026-11-20', subject: { missingToStart } })).toBeNull();
  });

  it('the day is that of Chile, not of Greenwich', () => {
    const startDate = '2026-11-21';
    expect(step('approved', { startDate, subject: { now: at('2026-11-20T23:59:00') } })).toBeNull();
    expect(step('approved', { startDate, subject: { now: at('2026-11-21T00:00:00') } })).toBe('start');
  });

  it('approved after its start date, it waits until the approval can no longer be undone', () => {
    const startDate = '2026-11-02';
    expect(step('approved', { startDate, since: at('2026-11-19T11:59:00') })).toBe('start');
    expect(step('approved', { startDate, since: at('2026-11-19T12:01:00') })).toBeNull();
  });

  it('nothing else moves by the clock, however late', () => {
    const late = { dueAt: endOfDay('2020-01-02'), startDate: '2020-01-02' };
    const moving = STATUSES.filter(s => step(s, late));
    expect(moving.sort()).toEqual(['approved', 'returned', 'waitlisted']);
  });
});
