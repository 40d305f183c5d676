import { z } from 'zod';
import { RULES } from '../text/rule-messages.ts';
import {
  email as emailAddress,
  id,
  isWebAddress,
  MAX_MONEY,
  personName,
  plannedDay,
  text,
} from '../text/rules.ts';

export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: string;
  readonly help?: string;
}

/** Which control shows a field; references name the noun they point at. */
export type FieldType =
  | 'line'
  | 'narrative'
  | 'email'
  | 'link'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'date'
  | 'time'
  | 'period'
  | 'choice'
  | 'choices'
  | 'flag'
  | 'keywords'
  | 'targets'
  | 'goals'
  | 'comunas'
  | 'point'
  | 'counts'
  | 'person'
  | 'school'
  | 'careers'
  | 'theme'
  | 'project'
  | 'organisation'
  | 'offering'
  | 'call'
  | 'callLine'
  | 'item'
  | 'file'
  | 'institutionalIndicator'
  | 'answers'
  | 'list';

/** What a screen needs to show a field: words, control, counters. Limits are those of the schema beside it. */
export interface FieldInfo {
  readonly type: FieldType;
  readonly label: string;
  readonly help: string;
  /** Required to submit; a draft never needs it. */
  readonly required: boolean;
  /** Least characters, items or value; of texts and lists only asked for on submit. */
  readonly min?: number;
  /** Most characters, items or value; always enforced. */
  readonly max?: number;
  readonly options?: readonly Option[];
  /** How one entry of a list is called, e.g. `Socio`. */
  readonly itemLabel?: string;
  /** Fields of a list's entries. */
  readonly fields?: readonly SectionField[];
  /** Belongs to this project alone: a copy begins without it. Of whole types `copy.ts` says so. */
  readonly copied?: false;
}
/** `path` is dotted; entries of a list appear as `*`, e.g. `partners.*.role`. */
export interface SectionField extends FieldInfo {
  readonly path: string;
}
/** Figures stand at the right of a column. */
export const isNumber = ({ type }: FieldInfo) => type === 'integer' || type === 'decimal' || type === 'money';
/** Last part of a path: `partners.*.role` → `role`. */
export const keyOf = (field: SectionField) => field.path.slice(field.path.lastIndexOf('.') + 1);

/** A field: the schema that enforces it and the data that describes it, written once. */
export interface Field<S extends z.ZodType = z.ZodType> {
  readonly info: FieldInfo;
  readonly schema: S;
}
export type Shape = Readonly<Record<string, Field>>;
export type ShapeSchemas<F extends Shape> = { [K in keyof F]: F[K]['schema'] };

interface Words {
  readonly required?: boolean;
  readonly help?: string;
  readonly copied?: false;
}
interface Limits extends Words {
  readonly min?: number;
  readonly max?: number;
}

const MAX_LINE = 200;
const MAX_NARRATIVE = 4000;
export const MAX_LONG_NARRATIVE = 6000;
const MAX_COUNT = 10_000_000;

function infoOf(type: FieldType, label: string, words: Limits, more: Partial<FieldInfo> = {}): FieldInfo {
  return {
    type,
    label,
    help: words.help ?? '',
    required: words.required ?? false,
    ...(words.min === undefined ? {} : { min: words.min }),
    ...(words.max === undefined ? {} : { max: words.max }),
    ...(words.copied === undefined ? {} : { copied: words.copied }),
    ...more,
  };
}

const writtenText = (type: 'line' | 'narrative', label: string, max: number, options: Limits) => ({
  info: infoOf(type, label, { ...options, max }),
  schema: text(max).default(''),
});
export const line = (label: string, options: Limits = {}) =>
  writtenText('line', label, options.max ?? MAX_LINE, options);
/** Name of somebody, or of whom they belong to. */
export const nameLine = (label: string, options: Limits = {}) => ({
  ...line(label, options),
  schema: personName(options.max ?? MAX_LINE).default(''),
});
/** Long plain text, edited in the text modal. */
export const narrative = (label: string, options: Limits = {}) =>
  writtenText('narrative', label, options.max ?? MAX_NARRATIVE, options);

/** Text that is empty or passes `valid`. */
const validText = (max: number, valid: (value: string) => boolean, message: string) =>
  text(max)
    .refine(value => value === '' || valid(value), message)
    .default('');

export const emailField = (label: string, options: Words = {}) => ({
  info: infoOf('email', label, { ...options, max: 254 }),
  schema: validText(254, value => emailAddress.safeParse(value).success, RULES.email),
});
export const link = (label: string, options: Words = {}) => ({
  info: infoOf('link', label, { ...options, max: 500 }),
  schema: validText(500, isWebAddress, RULES.webAddress),
});
/** Time of day `HH:MM`. */
export const isTime = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
/** Time of day `HH:MM`, 24 hours. */
export const time = (label: string, options: Words = {}) => ({
  info: infoOf('time', label, options),
  schema: validText(40, isTime, RULES.time),
});
export const periodField = (label: string, options: Words = {}) => ({
  info: infoOf('period', label, options),
  schema: validText(6, v => /^(19|20)\d{2}-[12]$/.test(v), 'Elige un período, por ejemplo 2026-1.'),
});

export const integer = (label: string, options: Limits = {}) => {
  const { min = 0, max = MAX_COUNT } = options;
  return {
    info: infoOf('integer', label, { ...options, min, max }),
    schema: z.number().int().min(min).max(max).nullable().default(null),
  };
};
export const decimal = (label: string, options: Limits = {}) => {
  const { min = 0, max = MAX_MONEY } = options;
  return {
    info: infoOf('decimal', label, { ...options, min, max }),
    schema: z.number().min(min).max(max).nullable().default(null),
  };
};
/** Whole Chilean pesos. */
export const money = (label: string, options: Limits = {}) => {
  const field = integer(label, { min: 0, max: MAX_MONEY, ...options });
  return { ...field, info: { ...field.info, type: 'money' as const } };
};
export const date = (label: string, options: Words = {}) => ({
  info: infoOf('date', label, options),
  schema: plannedDay.nullable().default(null),
});
export const flag = (label: string, options: Words = {}) => ({
  info: infoOf('flag', label, options),
  schema: z.boolean().default(false),
});

/** The values of options as a zod enum. */
export const enumOf = <const O extends readonly Option[]>(options: O) =>
  z.enum(
    Object.fromEntries(options.map(o => [o.value, o.value])) as {
      [V in O[number]['value']]: V;
    },
  );
export const choice = <const O extends readonly Option[]>(label: string, from: O, options: Words = {}) => ({
  info: infoOf('choice', label, options, { options: from }),
  schema: enumOf(from).nullable().default(null),
});
/** The same, where most choose one of them: entries begin with it. */
export const choiceFrom = <const O extends readonly Option[]>(
  label: string,
  from: O,
  initial: O[number]['value'],
  options: Words = {},
) => {
  const { info } = choice(label, from, options);
  return { info, schema: enumOf(from).default(initial) };
};

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
const REPEATED = 'Hay elementos repetidos.';
/** Several different values. */
const several = <S extends z.ZodType>(item: S, max: number) =>
  z.array(item).max(max).refine(isUnique, REPEATED).default([]);

export const choices = <const O extends readonly Option[]>(label: string, from: O, options: Words = {}) => ({
  info: infoOf('choices', label, { ...options, max: from.length }, { options: from }),
  schema: several(enumOf(from), from.length),
});
export const keywords = (label: string, max: number, options: Words = {}) => ({
  info: infoOf('keywords', label, { ...options, max }),
  schema: several(text(50, 1), max),
});
/** Any other list of short codes. */
export const codes = <S extends z.ZodType>(type: FieldType, label: string, item: S, options: Limits) => ({
  info: infoOf(type, label, options),
  schema: several(item, options.max ?? 50),
});

export const reference = (type: FieldType, label: string, options: Words = {}) => ({
  info: infoOf(type, label, options),
  schema: id.nullable().default(null),
});
export const references = (type: FieldType, label: string, max: number, options: Words = {}) => ({
  info: infoOf(type, label, { ...options, max }),
  schema: several(id, max),
});

/** Made by the browser, so that observations and other sections can point at an entry before it is saved. */
const itemId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
export const newItemId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), b => b.toString(16).padStart(2, '0')).join('');
/** The id of an entry of a list of this project. */
export const itemReference = (label: string, options: Words = {}) => ({
  info: infoOf('item', label, options),
  schema: itemId.nullable().default(null),
});

export const schemasOf = <F extends Shape>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, f.schema])) as ShapeSchemas<F>;

export const fieldsOf = (fields: Shape, prefix: string): SectionField[] =>
  Object.entries(fields).map(([key, f]) => ({
    ...f.info,
    path: `${prefix}${key}`,
    ...(f.info.fields ? { fields: f.info.fields.map(at(`${prefix}${key}.*.`)) } : {}),
  }));
const at = (prefix: string) => (f: SectionField) => ({ ...f, path: `${prefix}${f.path}` });

type Refine<F extends Shape> = (
  item: z.output<z.ZodObject<ShapeSchemas<F>>>,
  fail: (path: string, message: string) => void,
) => void;

/** Entries with an `id` and the fields given; `itemLabel` names one of them. */
export function list<F extends Shape>(
  label: string,
  itemLabel: string,
  fields: F,
  options: Limits & { readonly refine?: Refine<F> } = {},
) {
  const { max = 50, refine } = options;
  /** One entry; with an id alone it is an empty one. */
  const item = z.object({ ...schemasOf(fields), id: itemId }).superRefine((value, context) => {
    refine?.(value as z.output<z.ZodObject<ShapeSchemas<F>>>, (path, message) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message }),
    );
  });
  const hasOwnIds = (items: readonly unknown[]) => isUnique(items.map(i => (i as { id: string }).id));
  return {
    info: infoOf('list', label, { ...options, max }, { itemLabel, fields: fieldsOf(fields, '') }),
    schema: z.array(item).max(max).refine(hasOwnIds, REPEATED).default([]),
    item,
  };
}

/** For `refine`: the second day is not before the first. */
export function inOrder(
  item: Readonly<Record<string, unknown>>,
  from: string,
  to: string,
  fail: (path: string, message: string) => void,
  message = 'La fecha de término debe ser igual o posterior a la de inicio.',
) {
  const [a, b] = [item[from], item[to]];
  if (typeof a === 'string' && typeof b === 'string' && a !== '' && b !== '' && b < a) fail(to, message);
}
