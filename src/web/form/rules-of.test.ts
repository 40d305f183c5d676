import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { day, email, id, personName, text } from '../../domain/text/rules.ts';
import { keptText, rulesOf } from './rules-of.ts';

const schema = z.object({
  title: text(200, 10),
  note: text(500),
  email,
  start: day,
  end: day.nullable(),
  school: id.nullish(),
  kind: z.enum(['a', 'b']),
  people: z.number().int().min(1).max(300),
  money: z.number().int().nonnegative().nullable(),
  publish: z.boolean(),
  words: z.array(text(30)).max(8),
  goals: z.array(z.object({ text: text(100, 5), count: z.number().optional() })),
  texts: z.partialRecord(z.enum(['first', 'last']), text(40)),
  nested: z.object({ word: text(7, 1).transform(word => word.toUpperCase()) }).optional(),
});

describe('what a schema tells of a field', () => {
  test.each([
    ['title', { required: true, minLength: 10, maxLength: 200 }],
    ['note', { required: false, maxLength: 500 }],
    ['email', { required: true, maxLength: 254 }],
    ['start', { required: true }],
    ['end', { required: false }],
    ['school', { required: false }],
    ['kind', { required: true }],
    ['people', { required: true, min: 1, max: 300 }],
    ['money', { required: false, min: 0 }],
    ['publish', { required: false }],
    ['words', { required: false }],
    ['goals.3.text', { required: true, minLength: 5, maxLength: 100 }],
    ['goals.0.count', { required: false }],
    ['texts.last', { required: false, maxLength: 40 }],
    ['nested.word', { required: true, maxLength: 7 }],
    ['unknown.path', { required: false }],
  ])('%s', (path, rules) => {
    expect(rulesOf(schema, path)).toEqual(rules);
  });
});

test('what two schemas ask for together is found in either', () => {
  const both = z.intersection(schema, z.object({ id }));
  expect(rulesOf(both, 'title')).toEqual({ required: true, minLength: 10, maxLength: 200 });
  expect(rulesOf(both, 'id')).toMatchObject({ required: true });
  expect(rulesOf(both, 'unknown')).toEqual({ required: false });
});

describe('what a schema keeps of a text', () => {
  const form = z.object({
    name: personName(20, 1),
    team: z.array(z.object({ name: personName(20).default('') })),
  });
  test.each([
    ['name', ' Ana\u200b  Pé\u202erez\t', 'Ana Pérez'],
    ['team.2.name', 'Luis\u00ad Soto', 'Luis Soto'],
    ['name', '\u200b', '\u200b'],
    ['unknown', ' a ', ' a '],
  ])('%s: %j', (path, typed, kept) => {
    expect(keptText(form, path, typed)).toBe(kept);
  });
});
