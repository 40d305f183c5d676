import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { day, email, id, text } from '../../domain/rules.ts';
import { rulesOf } from './rules-of.ts';

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
  nested: z.object({ word: text(7, 1).transform(word => word.toUpperCase()) }).optional(),
});

describe('what a schema tells of a field', () => {
  test.each([
    ['title', { required: true, maxLength: 200 }],
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
    ['goals.3.text', { required: true, maxLength: 100 }],
    ['goals.0.count', { required: false }],
    ['nested.word', { required: true, maxLength: 7 }],
    ['unknown.path', { required: false }],
  ])('%s', (path, rules) => {
    expect(rulesOf(schema, path)).toEqual(rules);
  });
});
