import { describe, expect, it } from 'vitest';
import { SECTIONS } from '../sections/index.ts';
import { comingNext, type Expected, planProgress, type Recorded } from './progress.ts';

const TODAY = '2026-11-20';
const plan = (...activities: object[]) =>
  SECTIONS.plan.schema.parse({
    activities: activities.map((a, n) => ({ id: `p${n}`, name: `Taller ${n}`, ...a })),
  }).activities;
const recorded = (planItemId: string | null, day: string, completes = false): Recorded => ({
  ...{ planItemId, day, completes },
});

describe('how far the plan is', () => {
  it.each<[string, object, Recorded[], object]>([
    [
      'it comes later',
      { from: '2026-12-01', to: '2026-12-05' },
      [],
      { state: 'upcoming', doneOn: null, daysLate: 0 },
    ],
    [
      'it is under way on its first day',
      { from: TODAY, to: '2026-12-05' },
      [],
      { state: 'current', daysLate: 0 },
    ],
    [
      'it is in time on its last day',
      { from: '2026-11-01', to: TODAY },
      [],
      { state: 'current', daysLate: 0 },
    ],
    [
      'it is late the day after',
      { from: '2026-11-01', to: '2026-11-19' },
      [],
      { state: 'late', daysLate: 1 },
    ],
    [
      'what was recorded of it does not finish it by itself',
      { from: '2026-11-01', to: '2026-11-18' },
      [recorded('p0', '2026-11-10')],
      { state: 'late', daysLate: 2, recorded: 1, doneOn: null },
    ],
    [
      'it was done in time',
      { from: '2026-11-01', to: '2026-11-18' },
      [recorded('p0', '2026-11-10'), recorded('p0', '2026-11-18', true)],
      { state: 'done', daysLate: 0, recorded: 2, doneOn: '2026-11-18' },
    ],
    [
      'done late, it stays as late as it was then',
      { from: '2026-11-01', to: '2026-11-10' },
      [recorded('p0', '2026-11-13', true), recorded('p0', '2026-11-12', true)],
      { state: 'done', daysLate: 3, doneOn: '2026-11-13' },
    ],
    [
      'it may be done before it was to begin',
      { from: '2026-12-01', to: '2026-12-05' },
      [recorded('p0', TODAY, true)],
      { state: 'done' },
    ],
    [
      'others and what is outside of the plan are not its own',
      { from: TODAY, to: TODAY },
      [recorded(null, TODAY), recorded('p7', TODAY, true)],
      { state: 'current', recorded: 0 },
    ],
    ['without dates it is never late', {}, [], { state: 'upcoming', daysLate: 0 }],
  ])('%s', (_, item, activities, expected) => {
    expect(planProgress(plan(item), activities, TODAY)).toMatchObject([expected]);
  });
});

describe('what comes next', () => {
  const comingOf = (more: Partial<Expected>) =>
    comingNext(
      {
        plan: [],
        recorded: [],
        meetings: [],
        actionItems: [],
        deliverables: [],
        delivered: [],
        report: null,
        ...more,
      },
      TODAY,
    ).map(c => [c.kind, c.label, c.day, c.isLate]);
  const deliverables = (...list: object[]) =>
    SECTIONS.contract.schema.parse({ deliverables: list.map((d, n) => ({ id: `d${n}`, ...d })) })
      .deliverables;

  it('is what is late first, by day', () => {
    expect(
      comingOf({
        plan: plan(
          { from: '2026-11-01', to: '2026-11-10' },
          { from: '2026-12-01', to: '2026-12-20' },
          { from: '2026-12-01', to: '2026-12-20', isMilestone: true, name: 'Cierre' },
        ),
        meetings: [
          { id: 'm', label: 'Junta', day: TODAY },
          { id: 'old', label: 'Antes', day: '2026-11-19' },
        ],
        actionItems: [
          { id: 'a', text: 'Enviar', dueDay: '2026-11-05', responsible: '', isDone: false },
          { id: 'b', text: 'Hecho', dueDay: '2026-11-05', responsible: '', isDone: true },
        ],
        deliverables: deliverables(
          { name: 'Informe', dueDate: '2026-11-30' },
          { name: 'Entregado', dueDate: '2026-11-01' },
          { name: 'Sin fecha' },
        ),
        delivered: ['d1'],
        report: { name: 'Informe de avance 2', day: '2027-01-30' },
      }),
    ).toEqual([
      ['action_item', 'Enviar', '2026-11-05', true],
      ['activity', 'Taller 0', '2026-11-10', true],
      ['meeting', 'Junta', TODAY, false],
      ['deliverable', 'Informe', '2026-11-30', false],
      ['activity', 'Taller 1', '2026-12-01', false],
      ['milestone', 'Cierre', '2026-12-20', false],
      ['report', 'Enviar el informe de avance 2', '2027-01-30', false],
    ]);
  });
  it('leaves out what is done, and what has no dates', () => {
    expect(
      comingOf({ plan: plan({ from: TODAY, to: TODAY }, {}), recorded: [recorded('p0', TODAY, true)] }),
    ).toEqual([]);
  });
  it('of what began is its last day', () => {
    expect(comingOf({ plan: plan({ from: '2026-11-01', to: '2026-11-25', name: '' }) })).toEqual([
      ['activity', 'Sin nombre', '2026-11-25', false],
    ]);
  });
});
