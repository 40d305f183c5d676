import { describe, expect, test } from 'vitest';
import { DESK, flawsOf, labelsOf, SHEETS, textsOf } from '../../../test/drawings.ts';
import { drawBars } from '../drawings/bars.ts';
import { drawLines } from '../drawings/line.ts';
import { changesOf, choiceWords, latestOf, meansOf, meanWords, percentWords, resultBars } from './charts.ts';
import { type Question, question } from './questions.ts';
import { seriesOf } from './series.ts';
import { sharesOf } from './shares.ts';

const scale = (from: number, to: number, more: object = {}): Question =>
  question.parse({ key: 'nota', text: 'Nota', kind: 'scale', from, to, ...more });
const options = [
  { value: 'r', label: 'Radio' },
  { value: 'w', label: 'Web' },
];
const closed = (kind: 'choice' | 'multiple'): Question =>
  question.parse({ key: 'medio', text: 'Medio', kind, options });
const barsOf = (q: Question, answers: number, counts: Record<string, number>) =>
  resultBars(q, sharesOf(q, answers, counts));

describe('bars of a question', () => {
  test('say count and percent of each value, and what the ends of a scale mean', () => {
    const bars = barsOf(scale(1, 3, { low: 'Mal', high: 'Bien' }), 10, { '3': 6, '2': 2, '': 2 });
    expect(labelsOf(drawBars(bars, DESK))).toEqual([
      '1 (Mal): 0 (0\u00a0%)',
      '2: 2 (25\u00a0%)',
      '3 (Bien): 6 (75\u00a0%)',
    ]);
    expect(bars.sentence).toBe('8 respondieron, 2 no. Promedio 2,8.');
  });

  test('say who would recommend it on a scale of 0 to 10 alone', () => {
    expect(barsOf(scale(0, 10), 4, { '10': 2, '8': 1, '6': 1 }).sentence).toBe(
      '4 respondieron, 0 no. Promedio 8,5. Promotores (9 y 10): 50\u00a0%; detractores (0 a 6): 25\u00a0%.',
    );
    expect(barsOf(scale(1, 10), 4, { '10': 4 }).sentence).toBe('4 respondieron, 0 no. Promedio 10,0.');
  });

  test('say that of several more than one could be chosen', () => {
    expect(barsOf(closed('multiple'), 1, { r: 1, w: 1 }).sentence).toBe(
      '1 respondió, 0 no. Se podía elegir más de una opción.',
    );
    expect(barsOf(closed('choice'), 5, { r: 5 }).sentence).toBe('5 respondieron, 0 no.');
  });

  test('of nobody have no percent, and can be drawn', () => {
    const bars = barsOf(scale(1, 2), 5, { '': 5 });
    expect(bars.sentence).toBe('0 respondieron, 5 no.');
    expect(bars.format(0)).toBe('0 (–)');
    for (const sheet of SHEETS) expect(flawsOf(drawBars(bars, sheet))).toEqual([]);
  });
});

const wave = (year: number, q: Question, counts: Record<string, number>) => {
  const tallies = Object.entries(counts).map(([value, count]) => ({ question: q.key, value, count }));
  const answers = tallies.reduce((sum, t) => sum + t.count, 0);
  return { year, version: year, questions: [q], answers, tallies };
};
const only = (...waves: ReturnType<typeof wave>[]) => seriesOf(waves)[0] ?? { key: '', lines: [] };

describe('means over the years', () => {
  const changed = only(
    wave(2023, scale(1, 5), { '4': 6 }),
    wave(2024, scale(1, 5), { '3': 3, '4': 3 }),
    wave(2025, scale(1, 7), { '6': 5 }),
  );
  test('break where the scale changes: another line, with a mark that says so', () => {
    const data = meansOf(changed);
    expect(data).toMatchObject({
      series: ['Escala 1 a 5', 'Escala 1 a 7'],
      marks: [{ name: 'Cambió la escala', day: '2025-01-01' }],
      sentence: 'Promedio en la escala 1 a 7: 6,0 en 2025.',
    });
    expect(data?.rows.map(r => r.values)).toEqual([
      [4, null],
      [3.5, null],
      [null, 6],
    ]);
    for (const sheet of SHEETS) if (data) expect(flawsOf(drawLines(data, sheet))).toEqual([]);
    expect(textsOf(drawLines(data as NonNullable<typeof data>, DESK))).toEqual(
      expect.arrayContaining(['2023', '2024', '2025', 'Cambió la escala']),
    );
  });

  test('of a scale turned round are told apart by what its ends mean', () => {
    const turned = only(
      wave(2023, scale(1, 5, { low: 'Mal', high: 'Bien' }), { '4': 6 }),
      wave(2024, scale(1, 5, { low: 'Bien', high: 'Mal' }), { '2': 6 }),
    );
    expect(meansOf(turned)?.series).toEqual(['Escala 1 (Mal) a 5 (Bien)', 'Escala 1 (Bien) a 5 (Mal)']);
  });

  test('of one scale are one line, from the first to the last year', () => {
    const data = meansOf(only(wave(2023, scale(1, 5), { '4': 6 }), wave(2025, scale(1, 5), { '5': 6 })));
    expect(data).toMatchObject({ series: ['Promedio'], marks: [] });
    expect(data?.sentence).toBe('Promedio en la escala 1 a 5: 4,0 en 2023 y 5,0 en 2025.');
  });

  test('are of scales alone', () => {
    expect(meansOf(only(wave(2023, closed('choice'), { r: 6 })))).toBeNull();
  });
});

describe('changes of scale', () => {
  const short = scale(1, 5);
  const long = scale(1, 7);
  const changes = (...waves: ReturnType<typeof wave>[]) =>
    changesOf(only(...waves)).map(c => [c.year, c.before, c.after]);
  test('are told also where an earlier one comes back, and within a year', () => {
    const five = { '4': 5 };
    expect(changes(wave(2023, short, five), wave(2024, long, five), wave(2025, short, five))).toEqual([
      [2024, short, long],
      [2025, long, short],
    ]);
    expect(changes(wave(2023, short, five), { ...wave(2023, long, five), version: 9999 })).toEqual([
      [2023, short, long],
    ]);
    expect(changes(wave(2023, short, five), wave(2025, short, five))).toEqual([]);
  });
  test('do not hide which was asked last', () => {
    const { lines } = only(wave(2023, short, { '4': 5 }), wave(2024, long, {}), wave(2025, short, {}));
    expect(latestOf(lines)?.question).toEqual(short);
  });
});

test('figures are written as in Chile', () => {
  expect([percentWords(33.4), percentWords(null), meanWords(4), meanWords(4.25), meanWords(null)]).toEqual([
    ...['33\u00a0%', '–', '4,0', '4,3', '–'],
  ]);
  expect(choiceWords(closed('choice'), { value: 'r', label: 'Radio' })).toBe('Radio');
});
