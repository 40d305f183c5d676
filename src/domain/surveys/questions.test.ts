import { describe, expect, it } from 'vitest';
import { readAnswers } from './answers.ts';
import { type Question, questions, scaleOf } from './questions.ts';
import { type CountedWave, meanOf, seriesOf } from './series.ts';
import { sharesOf } from './shares.ts';

const SCALE = {
  key: 'a',
  kind: 'scale',
  text: '¿Cuánto?',
  from: 1,
  to: 5,
  low: 'Nada',
  high: 'Mucho',
} as const;
const option = (value: string, label = value) => ({ value, label });
const CHOICE = { key: 'b', kind: 'choice', text: '¿Cuál?', options: [option('x'), option('y')] } as const;
const parsed = (all: readonly object[]): Question[] => questions.parse(all);
const errorsOf = (all: readonly object[]) =>
  questions.safeParse(all).error?.issues.map(i => [i.path.join('.'), i.message]) ?? [];

describe('questions', () => {
  it('say what is wrong where it is', () => {
    expect(errorsOf([SCALE, CHOICE])).toEqual([]);
    expect(errorsOf([SCALE, { ...CHOICE, key: 'a' }])).toEqual([
      ['1.key', 'Otra pregunta tiene esta clave.'],
    ]);
    expect(errorsOf([{ ...SCALE, text: ' ' }])).toEqual([['0.text', 'Este campo es obligatorio.']]);
    expect(errorsOf([{ ...SCALE, key: 'Ñandú' }])).toEqual([
      ['0.key', 'Usa minúsculas, números y guion bajo, y comienza con una letra.'],
    ]);
    expect(errorsOf([{ ...CHOICE, options: [option('x')] }])).toEqual([
      ['0.options', 'Agrega al menos dos opciones.'],
    ]);
    expect(errorsOf([{ ...CHOICE, options: [option('x', 'Sí'), option('y', 'si')] }])).toEqual([
      ['0.options.1.label', 'Otra opción dice lo mismo.'],
    ]);
    expect(
      errorsOf([
        { ...CHOICE, divides: true },
        { ...CHOICE, key: 'c', divides: true },
      ]),
    ).toEqual([['1.divides', 'Los resultados se separan por una sola pregunta.']]);
    expect(errorsOf(Array.from({ length: 61 }, (_, n) => ({ ...SCALE, key: `k${n}` })))).toEqual([
      ['', 'Agrega como máximo 60.'],
    ]);
  });

  it('have the same scale while values and ends are the same; words of options may be mended', () => {
    const of = (q: object) => scaleOf(parsed([q])[0] as Question);
    expect(of(SCALE)).toBe(of({ ...SCALE, text: 'Otra', low: 'NADA' }));
    expect(of(SCALE)).not.toBe(of({ ...SCALE, to: 7 }));
    expect(of(SCALE)).not.toBe(of({ ...SCALE, low: 'Mucho', high: 'Nada' }));
    expect(of(CHOICE)).toBe(of({ ...CHOICE, options: [option('y', 'Ye'), option('x', 'Equis')] }));
    expect(of(CHOICE)).not.toBe(of({ ...CHOICE, options: [option('x'), option('y'), option('z')] }));
    expect(of(CHOICE)).not.toBe(of({ ...CHOICE, kind: 'multiple' }));
  });
});

describe('what a form sent', () => {
  it('is read by its questions alone', () => {
    const all = parsed([
      SCALE,
      { ...CHOICE, kind: 'multiple', key: 'constructor' },
      { key: 'd', kind: 'text', text: '¿Qué?' },
    ]);
    expect(readAnswers(all, { 'p.a': '3', 'p.constructor.x': 'si', 'p.d': ' a\r\nb ', 'p.z': '1' })).toEqual({
      ...{ data: { a: '3', constructor: ['x'], d: 'a\nb' }, errors: {}, message: null },
    });
    expect(readAnswers(all, {})).toEqual({
      data: {},
      errors: {},
      message: 'Responde al menos una pregunta.',
    });
    expect(readAnswers(all, { 'p.a': ['3'] as unknown })).toMatchObject({ data: {} });
    expect(readAnswers(all, { 'p.a': '9' }).errors).toEqual({ a: 'Elige una de las opciones.' });
  });
});

describe('a series', () => {
  const wave = (year: number, version: number, q: object, counts: Record<string, number>): CountedWave => ({
    ...{ year, version, questions: parsed([q]), answers: Object.values(counts).reduce((a, b) => a + b, 0) },
    tallies: Object.entries(counts).map(([value, count]) => ({ question: 'a', value, count })),
  });

  it('takes waves of a year together, and breaks where the scale changes', () => {
    const series = seriesOf([
      wave(2026, 2, { ...SCALE, to: 7 }, { 7: 6 }),
      wave(2024, 1, SCALE, { 1: 5, 5: 5, '': 2 }),
      wave(2025, 1, SCALE, { 4: 5 }),
      wave(2025, 1, SCALE, { 5: 5 }),
    ]);
    expect(series.map(s => s.key)).toEqual(['a']);
    expect(series[0]?.lines.map(l => l.points)).toEqual([
      [
        { year: 2024, waves: 1, answers: 10, counts: { 1: 5, 5: 5 } },
        { year: 2025, waves: 2, answers: 10, counts: { 4: 5, 5: 5 } },
      ],
      [{ year: 2026, waves: 1, answers: 6, counts: { 7: 6 } }],
    ]);
    expect(series[0]?.lines[0]?.points.map(meanOf)).toEqual([3, 4.5]);
    expect(meanOf({ answers: 0, counts: {} })).toBeNull();
    expect(seriesOf([])).toEqual([]);
  });

  it('counts an option by a name that objects have by themselves', () => {
    const question = { ...CHOICE, key: 'a', options: [option('constructor', 'Constructor'), option('otro')] };
    const [one] = seriesOf([
      wave(2025, 1, question, { constructor: 6 }),
      wave(2026, 1, question, { otro: 5 }),
    ]);
    expect(one?.lines[0]?.points.map(p => Object.entries(p.counts))).toEqual([
      [['constructor', 6]],
      [['otro', 5]],
    ]);
    const [asked] = parsed([question]);
    if (!asked) throw new Error('no question');
    expect(sharesOf(asked, 5, { otro: 5 }).choices.map(c => c.count)).toEqual([0, 5]);
  });
});
