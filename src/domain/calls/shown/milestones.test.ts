import { expect, test } from 'vitest';
import { milestonesOf } from './milestones.ts';

const NONE = {
  ...{ opensAt: null, closesAt: null, endorseUntil: null, evaluationUntil: null, resolutionAt: null },
  ...{ executionFrom: null, executionTo: null, waitlistUntil: null, appealDays: 0, extensions: [] },
};
const FULL = {
  ...NONE,
  ...{
    opensAt: '2026-11-02T12:00:00Z',
    closesAt: '2026-12-02T15:00:00Z',
    endorseUntil: '2026-12-10T02:59:00Z',
  },
  ...{ evaluationUntil: '2027-01-20T02:59:00Z', resolutionAt: '2027-01-30T15:00:00Z', appealDays: 5 },
  ...{ executionFrom: '2027-03-01', executionTo: '2027-12-31', waitlistUntil: '2027-04-30' },
};
const labels = (now: string, call: Parameters<typeof milestonesOf>[0] = FULL) =>
  milestonesOf(call, new Date(now)).map(m => `${m.isPast ? '✓' : '·'} ${m.label}`);

test('every date a call has, in the order of the calendar, told whether it is past', () => {
  expect(labels('2026-12-05T12:00:00Z')).toEqual([
    '✓ Apertura',
    '✓ Cierre',
    '· Visto bueno de los decanatos hasta',
    '· Evaluación hasta',
    '· Resultados',
    '· Inicio de la ejecución',
    '· Lista de espera hasta',
    '· Término de la ejecución',
  ]);
  expect(milestonesOf(NONE, new Date())).toEqual([]);
});

test.each([
  ['closes at its very instant', 'Cierre', '2026-12-02T14:59:59Z', '2026-12-02T15:00:00Z'],
  [
    'starts with its first day in Chile',
    'Inicio de la ejecución',
    '2027-03-01T02:59:59Z',
    '2027-03-01T03:00:00Z',
  ],
  ['lasts all of its last day', 'Término de la ejecución', '2028-01-01T02:59:59Z', '2028-01-01T03:00:00Z'],
])('a call %s', (_, label, before, at) => {
  expect(labels(before)).toContain(`· ${label}`);
  expect(labels(at)).toContain(`✓ ${label}`);
});

test('the waitlist ends as the execution starts where nothing else is said', () => {
  const dates = milestonesOf({ ...NONE, executionFrom: '2027-03-01' }, new Date('2027-03-01T15:00:00Z'));
  expect(dates.map(({ label, at, isPast }) => [label, at, isPast])).toEqual([
    ['Inicio de la ejecución', '2027-03-01', true],
    ['Lista de espera hasta', '2027-03-01', false],
  ]);
});

test('a date explains itself: what it was before, and how long one may appeal', () => {
  const extensions = [
    { closedAt: '2026-11-28T15:00:00Z', reason: 'Hubo un corte de luz.' },
    { closedAt: '2026-11-20T15:00:00Z', reason: 'Antes.' },
  ];
  const notes = milestonesOf({ ...FULL, extensions }, new Date()).map(m => m.note);
  expect(notes.filter(Boolean)).toEqual([
    'Se amplió: antes cerraba el 28-11-2026 12:00. Hubo un corte de luz.',
    'Se puede apelar: 5 días hábiles desde el resultado.',
  ]);
  const [note] = milestonesOf({ ...NONE, resolutionAt: FULL.resolutionAt, appealDays: 1 }, new Date());
  expect(note?.note).toBe('Se puede apelar: 1 día hábil desde el resultado.');
});
