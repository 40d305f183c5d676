import { describe, expect, it } from 'vitest';
import type { Question } from './questions.ts';
import { breaksSeries, differencesBetween, sameQuestions, sentQuestions } from './sent.ts';

const base = { help: '', required: false };
const scale = (key: string, to = 5, low = ''): Question => ({
  ...{ ...base, kind: 'scale', key, text: key, from: 1, to, low, high: '' },
});
const choice = (key: string, ...values: string[]): Question => ({
  ...{ ...base, kind: 'choice', key, text: key, divides: false },
  options: values.map(value => ({ value, label: value })),
});
const text = (key: string): Question => ({ ...base, kind: 'text', key, text: key });

describe('what was sent', () => {
  const sent = sentQuestions([
    { frozenAt: null, questions: [scale('nota', 10), text('nuevo')] },
    { frozenAt: '2026-03-01T12:00:00Z', questions: [scale('nota', 7), choice('rol', 'a', 'b')] },
    {
      frozenAt: '2025-03-01T12:00:00Z',
      questions: [scale('nota', 5), choice('rol', 'b', 'c'), text('idea')],
    },
  ]);

  it('is by key the question as it was asked last, with all the options it had', () => {
    expect([...sent.keys()]).toEqual(['nota', 'rol', 'idea']);
    expect(sent.get('nota')?.last).toEqual(scale('nota', 7));
    expect([...(sent.get('rol')?.values ?? [])]).toEqual(['a', 'b', 'c']);
  });

  it('breaks with another scale, other ends or another kind, not with other words', () => {
    expect(breaksSeries(scale('nota', 7), sent)).toBe(false);
    expect(breaksSeries({ ...scale('nota', 7), text: 'Otra', required: true }, sent)).toBe(false);
    expect(breaksSeries(scale('nota', 5), sent)).toBe(true);
    expect(breaksSeries(scale('nota', 7, 'Muy bien'), sent)).toBe(true);
    expect(breaksSeries(text('nota'), sent)).toBe(true);
    expect(breaksSeries(choice('rol', 'b', 'a'), sent)).toBe(false);
    expect(breaksSeries(choice('rol', 'a', 'b', 'c'), sent)).toBe(true);
  });

  it('of no series, or of another key, breaks none', () => {
    expect(breaksSeries(scale('idea'), sent)).toBe(false);
    expect(breaksSeries(scale('nueva', 3), sent)).toBe(false);
  });
});

describe('differences', () => {
  it('are by key, those of mine first', () => {
    const stored = [text('a'), text('b'), text('c')];
    const mine = [text('a'), { ...text('c'), required: true }, text('d')];
    const { differences, isReordered } = differencesBetween(stored, mine);
    expect(differences).toEqual([
      { key: 'c', stored: text('c'), mine: mine[1] },
      { key: 'd', stored: null, mine: text('d') },
      { key: 'b', stored: text('b'), mine: null },
    ]);
    expect(isReordered).toBe(false);
  });

  it('tell that what both have stands differently', () => {
    const { differences, isReordered } = differencesBetween(
      [text('a'), text('b')],
      [text('b'), text('x'), text('a')],
    );
    expect(differences.map(d => d.key)).toEqual(['x']);
    expect(isReordered).toBe(true);
  });

  it('are none where only fields are written in another order', () => {
    const { key, kind, ...rest } = choice('a', 'x', 'y');
    expect(sameQuestions([{ ...rest, kind, key } as Question], [choice('a', 'x', 'y')])).toBe(true);
    expect(sameQuestions([choice('a', 'y', 'x')], [choice('a', 'x', 'y')])).toBe(false);
    expect(sameQuestions([text('a')], [text('a'), text('b')])).toBe(false);
  });
});
