import { describe, expect, it } from 'vitest';
import {
  activityFields,
  deliverableFields,
  deliverableState,
  MOST_ACTIVITY_FILES,
  meetingFields,
  recordedDayError,
} from './activities.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const TODAY = '2026-11-20';
const LONG = (length: number) => 'x'.repeat(length);
interface Parser {
  safeParse(given: unknown): { error?: { issues: { path: PropertyKey[] }[] } | undefined };
}
const pathsOf = (schema: Parser, given: object) =>
  (schema.safeParse(given).error?.issues ?? []).map(i => i.path.join('.'));

describe('what is recorded of an activity', () => {
  const ACTIVITY = { name: 'Taller', day: TODAY };
  it.each<[object, string[]]>([
    [{}, []],
    [{ startsAt: '09:00', endsAt: '09:00' }, []],
    [{ planItemId: 'a1', completes: true }, []],
    [{ name: ' a ' }, ['name']],
    [{ name: LONG(201) }, ['name']],
    [{ day: '2026-02-29' }, ['day']],
    [{ day: '' }, ['day']],
    [{ startsAt: '24:00' }, ['startsAt']],
    [{ endsAt: '10:00' }, ['startsAt']],
    [{ startsAt: '10:00', endsAt: '09:59' }, ['endsAt']],
    [{ completes: true }, ['planItemId']],
    [{ planItemId: 'a b' }, ['planItemId']],
    [{ comunaCode: '1310' }, ['comunaCode']],
    [{ place: LONG(201) }, ['place']],
    [{ link: 'javascript:alert(1)' }, ['link']],
    [{ link: `https://a.cl/${LONG(500)}` }, ['link']],
    [{ description: LONG(3001) }, ['description']],
    [{ counts: { direct: 1e6 + 1 } }, ['counts.direct']],
    [{ fileIds: ['x'] }, ['fileIds.0']],
    [{ fileIds: Array.from({ length: MOST_ACTIVITY_FILES + 1 }, () => ID) }, ['fileIds']],
  ])('%j', (more, paths) => {
    expect(pathsOf(activityFields, { ...ACTIVITY, ...more })).toEqual(paths);
  });
  it('keeps words as they are, HTML and emoji too', () => {
    const name = '<b>Taller</b> & «más» 🎉';
    expect(activityFields.parse({ ...ACTIVITY, name }).name).toBe(name);
  });
});

describe('the day of an activity', () => {
  it.each<[string, string | null, boolean]>([
    [TODAY, null, true],
    ['1999-01-01', null, true],
    ['2026-03-01', '2026-03-01', true],
    ['2026-02-28', '2026-03-01', false],
    ['2026-11-21', null, false],
    ['2026-11-21', '2027-01-01', false],
  ])('%s, from %s: %s', (day, earliest, isFine) => {
    expect(recordedDayError(day, earliest, TODAY) === null).toBe(isFine);
  });
});

describe('a meeting', () => {
  const item = { id: ID, text: 'Enviar el acta', responsibleName: 'Presidenta', dueDay: TODAY };
  it.each<[object, string[]]>([
    [{}, []],
    [{ actionItems: [item] }, []],
    [{ actionItems: [{ ...item, responsibleName: '', responsibleId: ID }] }, []],
    [{ actionItems: [{ ...item, responsibleName: '' }] }, ['actionItems.0.responsibleName']],
    [{ actionItems: [{ ...item, text: LONG(501) }] }, ['actionItems.0.text']],
    [{ actionItems: [{ ...item, dueDay: '2026-13-01' }] }, ['actionItems.0.dueDay']],
    [{ actionItems: Array.from({ length: 51 }, () => item) }, ['actionItems']],
    [{ summary: LONG(5001), attendees: LONG(1001) }, ['attendees', 'summary']],
    [{ organisationId: 'otra' }, ['organisationId']],
  ])('%j', (more, paths) => {
    expect(pathsOf(meetingFields, { day: TODAY, ...more })).toEqual(paths);
  });
});

describe('a deliverable', () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ deliveredOn: TODAY, acceptedOn: TODAY, paidOn: TODAY, paymentReference: 'F-1' }, []],
    [{ paidOn: TODAY }, []],
    [{ acceptedOn: TODAY }, ['deliveredOn']],
    [{ deliveredOn: TODAY, acceptedOn: '2026-11-19' }, ['acceptedOn']],
    [{ paymentReference: 'F-1' }, ['paidOn']],
    [{ note: LONG(1001) }, ['note']],
  ])('is told wrong at %j', (given, paths) => {
    expect(pathsOf(deliverableFields, given)).toEqual(paths);
  });

  it.each<[object, string, string]>([
    [{}, '2026-11-19', 'late'],
    [{}, TODAY, 'pending'],
    [{}, '', 'pending'],
    [{ deliveredOn: TODAY }, '2026-11-01', 'delivered'],
    [{ deliveredOn: TODAY, acceptedOn: TODAY }, '', 'accepted'],
    [{ deliveredOn: TODAY, paidOn: TODAY }, '', 'paid'],
    [{ paidOn: TODAY }, '2026-11-19', 'late'],
  ])('%j, due on %j: %s', (given, due, state) => {
    expect(deliverableState(deliverableFields.parse(given), due, TODAY)).toBe(state);
  });
});
