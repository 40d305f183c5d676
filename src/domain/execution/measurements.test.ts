import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIGURE, INDICATOR_KINDS, type Indicator } from '../sections/indicators.ts';
import { shareOf } from './actual-value.ts';
import { figureErrors, figuresOf, MOST_EVIDENCE, measurementFields } from './measurements.ts';

const DAY = '2026-05-04';
const FILE = '0190a000-0000-7000-8000-000000000001';
const parse = (given: object) => measurementFields.safeParse({ day: DAY, ...given });
/** Fields that are told to be wrong. */
const wrong = (given: object) => (parse(given).error?.issues ?? []).map(i => i.path.join('.'));
const given = (more: object = {}) => {
  const { data } = parse(more);
  if (!data) throw new Error('the measurement of the test has no shape');
  return data;
};
const errors = (indicator: Partial<Indicator>, more: object) =>
  figureErrors(indicator, given(more)).map(e => e.path);

describe('the shape of a measurement', () => {
  it('has the day alone, and all else empty', () => {
    expect(given()).toEqual({
      ...{ day: DAY, value: null, numerator: null, denominator: null, note: '', evidence: [] },
    });
  });

  it.each<[object, string[]]>([
    [{ day: '2026-02-30' }, ['day']],
    [{ day: '' }, ['day']],
    [{ value: 1.0001 }, []],
    [{ value: 1.00001 }, ['value']],
    [{ value: 0.1 + 0.2 }, ['value']],
    [{ numerator: 0.12345, denominator: 1e-5 }, ['numerator', 'denominator']],
    [{ value: 1_000_000_000 }, []],
    [{ value: -1_000_000_000 }, []],
    [{ value: 1_000_000_000.0001 }, ['value']],
    [{ value: -1_000_000_001 }, ['value']],
    [{ value: 1e300 }, ['value']],
    [{ value: '7' }, ['value']],
    [{ note: 'x'.repeat(2000) }, []],
    [{ note: 'x'.repeat(2001) }, ['note']],
  ])('%j is wrong at %j', (more, paths) => {
    expect([...new Set(wrong(more))]).toEqual(paths);
  });

  it.each<[string, object, string[]]>([
    ['a file', { versionId: FILE }, []],
    ['an address on a day', { url: 'https://uni.example/acta', seenOn: DAY }, []],
    ['both', { versionId: FILE, url: 'https://uni.example/acta' }, ['evidence.0.url']],
    ['neither', {}, ['evidence.0.url', 'evidence.0.seenOn']],
    ['an address that nobody looked at', { url: 'https://uni.example/acta' }, ['evidence.0.seenOn']],
    ['no address', { url: 'javascript:alert(1)', seenOn: DAY }, ['evidence.0.url']],
    ['no id', { versionId: '../etc' }, ['evidence.0.versionId']],
  ])('evidence is %s', (_, evidence, paths) => {
    expect(wrong({ evidence: [evidence] })).toEqual(paths);
  });

  it('holds each evidence once, and twenty at most', () => {
    const address = (n: number) => ({ url: `https://uni.example/${n}`, seenOn: DAY });
    const all = Array.from({ length: MOST_EVIDENCE + 1 }, (_, n) => address(n));
    expect(wrong({ evidence: all.slice(1) })).toEqual([]);
    expect(wrong({ evidence: all })).toEqual(['evidence']);
    expect(wrong({ evidence: [address(1), { ...address(1), seenOn: '2026-05-03' }] })).toEqual(['evidence']);
    expect(wrong({ evidence: [{ versionId: FILE }, { versionId: FILE }] })).toEqual(['evidence']);
  });
});

describe('the figures that an indicator needs', () => {
  it.each<[Partial<Indicator>, object, string[]]>([
    [{}, {}, ['value']],
    [{ kind: 'number' }, { value: -0.5 }, []],
    [{ kind: 'percentage' }, {}, ['numerator', 'denominator']],
    [{ kind: 'percentage' }, { value: 50 }, ['numerator', 'denominator']],
    [{ kind: 'percentage' }, { numerator: 1, denominator: 0 }, ['denominator']],
    [{ kind: 'ratio' }, { numerator: -1, denominator: -1 }, ['numerator', 'denominator']],
    [{ kind: 'ratio' }, { numerator: 0, denominator: 0.0001 }, []],
    // Over all of the whole: eight of four that were meant.
    [{ kind: 'percentage' }, { numerator: 8, denominator: 4 }, []],
    [{ kind: 'percentage' }, { numerator: 10_000_000, denominator: 1 }, []],
    [{ kind: 'percentage' }, { numerator: 10_000_001, denominator: 1 }, ['numerator']],
    [{ kind: 'ratio' }, { numerator: 10_000_001, denominator: 1 }, []],
    [{ kind: 'ratio' }, { numerator: 1_000_000_000, denominator: 1 }, []],
    [{ kind: 'ratio' }, { numerator: 1_000_000_000, denominator: 0.9999 }, ['numerator']],
    [{ kind: 'scale', scaleFrom: 1, scaleTo: 7 }, { value: 1 }, []],
    [{ kind: 'scale', scaleFrom: 1, scaleTo: 7 }, { value: 7 }, []],
    [{ kind: 'scale', scaleFrom: 1, scaleTo: 7 }, { value: 0.9999 }, ['value']],
    [{ kind: 'scale', scaleFrom: 1, scaleTo: 7 }, { value: 7.0001 }, ['value']],
    [{ kind: 'scale', scaleFrom: 1, scaleTo: 7 }, {}, ['value']],
    [{ kind: 'scale', scaleFrom: null, scaleTo: 7 }, { value: -3 }, []],
    [{ kind: 'scale' }, { value: 99 }, []],
    [{ kind: 'milestone' }, { value: 0 }, []],
    [{ kind: 'milestone' }, { value: 1 }, []],
    [{ kind: 'milestone' }, { value: 0.5 }, ['value']],
    [{ kind: 'milestone' }, {}, ['value']],
    [{ kind: 'qualitative' }, { value: 3 }, ['note']],
    [{ kind: 'qualitative' }, { note: '   ' }, ['note']],
    [{ kind: 'qualitative' }, { note: 'Mejoró.' }, []],
  ])('%j of %j is wrong at %j', (indicator, more, paths) => {
    expect(errors(indicator, more)).toEqual(paths);
  });

  it('says between what a scale goes', () => {
    const told = figureErrors({ kind: 'scale', scaleFrom: 1.5, scaleTo: 7 }, given({ value: 8 }));
    expect(told[0]?.message).toBe('La escala va de 1,5 a 7.');
  });

  it('are all that is stored', () => {
    const sent = given({ value: 3, numerator: 1, denominator: 3, note: 'Sí.' });
    const none = { numerator: null, denominator: null };
    expect(figuresOf({}, sent)).toEqual({ value: 3, ...none });
    expect(figuresOf({ kind: 'milestone' }, sent)).toEqual({ value: 3, ...none });
    expect(figuresOf({ kind: 'qualitative' }, sent)).toEqual({ value: null, ...none });
    expect(figuresOf({ kind: 'percentage' }, sent)).toEqual({ value: 33.3333, numerator: 1, denominator: 3 });
    expect(figuresOf({ kind: 'ratio' }, sent)).toEqual({ value: 0.3333, numerator: 1, denominator: 3 });
  });

  it('without errors always fit the column in which they are stored', () => {
    const part = fc.integer({ min: 0, max: 10_000_000_000_000 }).map(n => n / 10_000);
    const kinds = fc.constantFrom(...INDICATOR_KINDS.map(k => k.value));
    fc.assert(
      fc.property(kinds, part, part, part, (kind, value, numerator, denominator) => {
        const sent = given({ value, numerator, denominator, note: 'x' });
        if (figureErrors({ kind }, sent).length > 0) return;
        const stored = figuresOf({ kind }, sent);
        expect(stored.value ?? 0).toBeLessThanOrEqual(FIGURE.max);
        if (stored.denominator !== null)
          expect(stored.value).toBe(shareOf(kind, numerator, stored.denominator));
      }),
    );
  });
});
