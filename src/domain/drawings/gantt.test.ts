import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allMarks, flawsOf, labelsOf, sheetOf, textsOf } from '../../../test/drawings.ts';
import { addDays } from '../kit/calendar.ts';
import { drawGantt, type GanttActivity } from './gantt.ts';
import { monthsOf, shareOf, spanOf } from './months.ts';

const activity = (label: string, from: string, to: string, more: Partial<GanttActivity> = {}) => ({
  ...{ label, from, to, isMilestone: false, responsible: '' },
  ...more,
});
const draw = (activities: readonly GanttActivity[], today = '2026-05-01', width = 700) =>
  drawGantt({ activities, span: spanOf(activities.flatMap(a => [a.from, a.to])), today }, sheetOf(width));

describe('months', () => {
  test('a span is whole months, leap years and turns of the year included', () => {
    expect(spanOf(['2026-03-31', '2026-03-01'])).toEqual({
      from: '2026-03-01',
      until: '2026-04-01',
      days: 31,
    });
    expect(spanOf(['2028-02-29'])).toEqual({ from: '2028-02-01', until: '2028-03-01', days: 29 });
    expect(spanOf(['2026-12-31', '2026-11-02']).until).toBe('2027-01-01');
  });

  test('each is named, the first and each January with the year', () => {
    expect(monthsOf(spanOf(['2026-11-15', '2027-02-01']), 12).map(m => m.label)).toEqual([
      'nov 26',
      'dic',
      'ene 27',
      'feb',
    ]);
  });

  test('fewer are named where there is little room, never more than there is', () => {
    const span = spanOf(['2026-01-01', '2028-12-31']);
    expect(monthsOf(span, 12).map(m => m.day.slice(5, 7))).toEqual([
      ...['01', '04', '07', '10', '01', '04', '07', '10', '01', '04', '07', '10'],
    ]);
    for (const most of [1, 2, 3, 5, 8, 36, 50])
      expect(monthsOf(span, most).length, String(most)).toBeLessThanOrEqual(most);
  });
});

test('a bar lies over its days, a milestone in the middle of its own', () => {
  const drawing = draw([
    activity('Talleres', '2026-03-01', '2026-03-31'),
    activity('Informe', '2026-04-30', '2026-04-30', { isMilestone: true }),
  ]);
  const marks = allMarks(drawing.marks);
  const bar = marks.find(m => m.attributes.rx === 2)?.attributes;
  const left = 700 * 0.38;
  const room = 700 - left - 1;
  expect(bar?.x).toBeCloseTo(left, 0);
  expect(bar?.width).toBeCloseTo((31 / 61) * room, 0);
  const diamond = String(marks.find(m => m.tag === 'path')?.attributes.d);
  expect(Number(/^M([\d.]+)/.exec(diamond)?.[1])).toBeCloseTo(left + (60.5 / 61) * room, 0);
});

test('what it says: each activity with its days, all of them in a sentence, and the table', () => {
  const drawing = draw([
    activity('Talleres', '2026-03-01', '2026-06-30', { responsible: 'Ana Soto' }),
    activity('Informe', '2026-04-30', '2026-04-30', { isMilestone: true }),
  ]);
  expect(labelsOf(drawing)).toEqual([
    'Talleres, 01-03-2026 a 30-06-2026, Ana Soto',
    'Hito: Informe, 30-04-2026',
  ]);
  expect(drawing.sentence).toBe('1 actividad y 1 hito, del 01-03-2026 al 30-06-2026; 1 está en curso hoy.');
  expect(drawing.table.rows).toEqual([
    ['Talleres', 'Actividad', '01-03-2026', '30-06-2026', 'Ana Soto'],
    ['Informe', 'Hito', '30-04-2026', '30-04-2026', ''],
  ]);
});

test.each([
  ['2026-02-28', 'todavía no comienza'],
  ['2026-07-01', 'ya terminó'],
])('on %s it %s', (today, words) => {
  expect(draw([activity('Talleres', '2026-03-01', '2026-06-30')], today).sentence).toContain(`; ${words}.`);
});

test('today is a line where the months shown include it', () => {
  const lines = (today: string) =>
    allMarks(draw([activity('Talleres', '2026-03-10', '2026-06-30')], today).marks).filter(
      m => m.attributes['stroke-dasharray'],
    ).length;
  expect(['2026-02-28', '2026-03-01', '2026-06-30', '2026-07-01'].map(lines)).toEqual([0, 1, 1, 0]);
});

test('on a phone the name stands above its bar, on a page beside it', () => {
  const name = 'Diagnóstico participativo con las juntas de vecinos del sector sur';
  const [phone, desktop] = [350, 700].map(width =>
    draw([activity(name, '2026-03-01', '2026-12-31')], '', width),
  );
  expect(phone && textsOf(phone).find(t => t.startsWith('Diag'))?.length).toBeGreaterThan(40);
  expect(desktop && textsOf(desktop).find(t => t.startsWith('Diag'))).toMatch(/…$/);
  expect(desktop && labelsOf(desktop)[0]).toContain(name);
});

const day = fc.integer({ min: 0, max: 3000 }).map(n => addDays('2020-01-01', n));
const anyActivity = fc
  .record({
    label: fc.string(),
    from: day,
    days: fc.integer({ min: 0, max: 1200 }),
    isMilestone: fc.boolean(),
    responsible: fc.string(),
    state: fc.constantFrom('done' as const, 'late' as const, 'open' as const, null),
  })
  .map(({ days, state, ...a }) => ({ ...a, to: addDays(a.from, days), ...(state && { state }) }));

test('any plan on any sheet is drawn within it, and without flaw', () => {
  fc.assert(
    fc.property(
      fc.array(anyActivity, { minLength: 1, maxLength: 30 }),
      day,
      fc.integer({ min: 200, max: 1400 }),
      (activities, today, width) => {
        const drawing = draw(activities, today, width);
        expect(flawsOf(drawing)).toEqual([]);
        expect(labelsOf(drawing)).toHaveLength(activities.length);
        for (const { tag, attributes } of allMarks(drawing.marks))
          if (tag === 'rect' && attributes.rx) expect(Number(attributes.x)).toBeGreaterThanOrEqual(0);
        const span = spanOf(activities.flatMap(a => [a.from, a.to]));
        for (const a of activities) {
          expect(shareOf(span, a.from)).toBeGreaterThanOrEqual(0);
          expect(shareOf(span, addDays(a.to, 1))).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});

describe('what became of activities', () => {
  const days = ['2026-03-01', '2026-03-31'] as const;
  const shown = (width: number) =>
    draw(
      [
        activity('Terminada', ...days, { state: 'done' }),
        activity('Sin terminar', ...days, { state: 'late', isMilestone: true }),
        activity('Futura', '2026-06-01', '2026-06-30', { state: 'open' }),
      ],
      '2026-05-01',
      width,
    );
  test.each([360, 700])('is told in words, in the table and by more than colour, at %i', width => {
    const drawing = shown(width);
    expect(flawsOf(drawing)).toEqual([]);
    expect(drawing.sentence).toMatch(/ 1 hecha, 1 atrasada\.$/);
    expect(labelsOf(drawing).map(l => l.split(', ').at(-1))).toEqual(['Hecha', 'Atrasada', 'Por hacer']);
    expect(drawing.table.columns.at(-1)?.title).toBe('Estado');
    expect(drawing.table.rows.map(row => row.at(-1))).toEqual(['Hecha', 'Atrasada', 'Por hacer']);
    // A square of the legend looks as the bars do.
    const ofRows = allMarks(drawing.marks.filter(m => m.label !== null)).filter(
      m => m.attributes.rx === 2 || m.attributes['stroke-width'] === 1,
    );
    const ofLegend = allMarks(drawing.marks.filter(m => m.tag === 'g' && m.label === null)).filter(
      m => m.tag === 'rect',
    );
    const fills = ofRows.map(m => String(m.attributes.fill));
    expect(new Set(fills).size).toBe(3);
    expect(fills.some(fill => fill.startsWith('url(#'))).toBe(true);
    expect(ofLegend.map(m => m.attributes.fill)).toEqual(fills);
  });
  test('is not mentioned where only the plan is drawn', () => {
    const drawing = draw([activity('Planificada', ...days)]);
    expect(drawing.table.columns.map(c => c.title)).not.toContain('Estado');
    expect(drawing.sentence).not.toMatch(/hecha/);
  });
});
