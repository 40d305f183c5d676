import type { z } from 'zod';
import { safeParse } from 'zod/v4/core';

/** What a field's schema says that the screen shows before anything is wrong. */
export interface FieldRules {
  required: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
}

interface Definition {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  /** Of every value of a record. */
  valueType?: z.core.$ZodType;
  /** Of an intersection. */
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
}
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def;
const WRAPPERS = ['optional', 'nullable', 'default', 'prefault', 'catch', 'readonly', 'nonoptional'];

/** Strips wrappers; `optional` when leaving the field empty is allowed. */
function unwrap(schema: z.core.$ZodType): { schema: z.core.$ZodType; optional: boolean } {
  let current = schema;
  let optional = false;
  for (;;) {
    const { type, innerType, in: input } = definitionOf(current);
    if (innerType && WRAPPERS.includes(type)) {
      optional ||= type === 'optional' || type === 'nullable' || type === 'default';
      current = innerType;
    } else if (type === 'pipe' && input) current = input;
    else return { schema: current, optional };
  }
}

function step(schema: z.core.$ZodType, part: string): z.core.$ZodType | undefined {
  const { shape, element, valueType, left, right } = definitionOf(unwrap(schema).schema);
  if (left && right) return step(left, part) ?? step(right, part);
  return shape?.[part] ?? (/^\d+$/.test(part) ? element : undefined) ?? valueType;
}

const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The schema of one field, `specific.0.text`, within the one that will judge the form. */
const fieldIn = (schema: z.core.$ZodType | undefined, path: string) =>
  path.split('.').reduce((current, part) => current && step(current, part), schema);

/** The text as the schema will have it stored; as it is while it would be refused. */
export function keptText(schema: z.core.$ZodType | undefined, path: string, text: string): string {
  const field = fieldIn(schema, path);
  const result = field && safeParse(field, text);
  return result?.success && typeof result.data === 'string' ? result.data : text;
}

/** Reads the rules of one field from the schema that will judge it. */
export function rulesOf(schema: z.core.$ZodType | undefined, path: string): FieldRules {
  const current = fieldIn(schema, path);
  if (!current) return { required: false };
  const { schema: field, optional } = unwrap(current);
  const { type } = definitionOf(field);
  const empty = type === 'string' ? '' : null;
  const rules: FieldRules = { required: !optional && !safeParse(field, empty).success };
  const shortest = 'minLength' in field ? numberOf(field.minLength) : undefined;
  if (type === 'string' && shortest !== undefined && shortest > 1) rules.minLength = shortest;
  const longest = 'maxLength' in field ? numberOf(field.maxLength) : undefined;
  if (type === 'string' && longest !== undefined) rules.maxLength = longest;
  const least = 'minValue' in field ? numberOf(field.minValue) : undefined;
  const most = 'maxValue' in field ? numberOf(field.maxValue) : undefined;
  if (type === 'number' && least !== undefined && least > Number.MIN_SAFE_INTEGER) rules.min = least;
  if (type === 'number' && most !== undefined && most < Number.MAX_SAFE_INTEGER) rules.max = most;
  if (type === 'boolean' || type === 'array') rules.required = false;
  return rules;
}
