import { z } from 'zod';
import { isSpan } from '../kit/periods.ts';
import { cleanFileName, cleanName } from './clean-names.ts';
import { RULES } from './rule-messages.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

function tooSmall(issue: Issue & { code: 'too_small' }): string {
  const least = Number(issue.minimum);
  if (issue.origin === 'string') return least === 1 ? RULES.required : RULES.minLength(least);
  if (issue.origin === 'array' || issue.origin === 'set') return RULES.minItems(least);
  return RULES.min(least);
}

function tooBig(issue: Issue & { code: 'too_big' }): string {
  const most = Number(issue.maximum);
  if (issue.origin === 'string') return RULES.maxLength(most);
  if (issue.origin === 'array' || issue.origin === 'set') return RULES.maxItems(most);
  return RULES.max(most);
}

function wrongType(issue: Issue & { code: 'invalid_type' }): string {
  if (issue.input === undefined || issue.input === null || issue.input === '') return RULES.required;
  if (issue.expected === 'int') return RULES.integer;
  if (issue.expected === 'number') return RULES.number;
  if (issue.expected === 'date') return RULES.date;
  if (issue.expected === 'string') return RULES.text;
  return RULES.other;
}

function wrongFormat(issue: Issue & { code: 'invalid_format' }): string {
  if (issue.format === 'email') return RULES.email;
  if (issue.format === 'date' || issue.format === 'datetime') return RULES.date;
  return RULES.format;
}

/** Spanish text for any zod issue that does not bring its own. */
function ruleMessage(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue as Issue & { code: 'too_small' });
    case 'too_big':
      return tooBig(issue as Issue & { code: 'too_big' });
    case 'invalid_type':
      return wrongType(issue as Issue & { code: 'invalid_type' });
    case 'invalid_format':
      return wrongFormat(issue as Issue & { code: 'invalid_format' });
    case 'invalid_value':
    case 'invalid_union':
      return RULES.choice;
    default:
      return RULES.other;
  }
}

z.config({ customError: ruleMessage });

// PostgreSQL cannot store NUL nor half a surrogate pair; other control characters but tab and line breaks are never
// typed by a person.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

const plain = () =>
  z.string().refine(value => !CONTROL.test(value) && value.isWellFormed(), RULES.characters);

/** Trimmed text of `min` to `max` UTF-16 units, without control characters. */
export const text = (max: number, min = 0) => plain().trim().min(min).max(max);

/** Name of a thing: control characters are refused, what else nobody sees is lost. */
export const thingName = (max: number, min = 0) => plain().overwrite(cleanName).min(min).max(max);
/** Name of a person, which comes from anywhere: whatever nobody sees in it is lost. */
export const personName = (max: number, min = 0) => z.string().overwrite(cleanName).min(min).max(max);
/** Name of a file as it may be kept and shown; only where there is none at all it is refused. */
export const fileName = z.string().trim().min(1).overwrite(cleanFileName).max(255);

/** Largest amount in pesos: below a trillion, exact in a JSON number. */
export const MAX_MONEY = 999_999_999_999;
/** Whole pesos that are given or moved. */
export const amount = z.number().int().min(1).max(MAX_MONEY);

/** The value of one of these options. */
export const optionOf = <V extends string>(options: readonly { readonly value: V }[]) =>
  z.enum(options.map(option => option.value) as [V, ...V[]]);

export const id = z.uuid();
/** Calendar day `yyyy-mm-dd`, no time zone; rules that look at several fields never meet one that is none. */
export const day = z.iso.date({ abort: true });
/** Instant as an ISO 8601 string in UTC. */
export const instant = z.iso.datetime({ offset: true, abort: true });
/** Whether a day or an instant is of a year people plan in: sums with it stay within what dates can hold. */
export const inCalendar = (value: string) => value >= '2000' && value < '2101';
/** Each after the one before; what does not is told at its row, in words of its place and that of the one before. */
export const ascending =
  <T extends number | string>(wordsOf: (place: number, before: number) => string) =>
  (all: readonly T[], context: z.RefinementCtx): void => {
    for (const [n, each] of all.entries()) {
      const before = all[n - 1];
      if (before !== undefined && each <= before)
        context.addIssue({ code: 'custom', path: [n], message: wordsOf(n + 1, n) });
    }
  };
/** A day that somebody plans something for. */
export const plannedDay = day.refine(inCalendar, { message: RULES.date, abort: true });
/** Largest `integer` of PostgreSQL. */
export const MOST_INTEGER = 2_147_483_647;
/** How often something was saved, which is what a save starts from; 0 before the first one. */
export const version = z.number().int().min(0).max(MOST_INTEGER);
export const storedVersion = version.min(1);
/** Academic period, e.g. `2026-1`. */
export const period = z.string().regex(/^\d{4}-[12]$/, 'Elige un período, por ejemplo 2026-1.');
const NO_PERIOD = 'Elige un período o un año, por ejemplo 2026-1 o 2026.';
/** The same, all of a year, `2026`, or of several: `2024-2026`. */
export const periodOrYear = z
  .string()
  .regex(/^\d{4}(-([12]|\d{4}))?$/, NO_PERIOD)
  .refine(isSpan, NO_PERIOD);
export const email = z.email().max(254);

/** An address that a browser opens. */
export const isWebAddress = (value: string) => /^https?:\/\/[^\s<>"]+$/i.test(value);

/** Both directions of each sort key. */
type Sorts<S extends string> = z.ZodEnum<{ [K in S | `-${S}`]: K }>;

/** Query of every list: free text, page (from 1), rows a page and sort, e.g. `-updatedAt`. */
export const listQuery = <S extends string>(sorts: readonly S[], first: NoInfer<S | `-${S}`>) => {
  const directions: string[] = [...sorts, ...sorts.map(s => `-${s}`)];
  return z.object({
    q: text(200).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(200).default(25),
    sort: z.enum(directions).default(first) as z.ZodDefault<Sorts<S>>,
  });
};

/** Parts of a list's address that say where in it somebody is, rather than what they look at. */
export const PASSING: readonly string[] = ['page', 'size', 'open', 'picked', 'view'];

/** What the rows of a list may be put together by; the export keeps them together, too. */
export const groupedBy = <G extends string>(names: readonly [G, ...G[]]) =>
  z.object({ group: z.enum(names).optional() });

/** Rows that stand together: `from` is the place of the first among all rows of the list, `count` is of all pages. */
export const rowGroup = z.object({
  /** Value of the filter of the same name that finds these alone; null for rows without any. */
  key: z.string().nullable(),
  label: z.string(),
  from: z.number().int(),
  count: z.number().int(),
});
export type RowGroup = z.infer<typeof rowGroup>;
/** More groups than these are told of the page alone. */
export const MOST_GROUPS = 200;

/**
 * A page of a list; `total` counts all rows the reader may see under the same filters. `groups`, where the list was asked
 * for them, are in the order of the rows.
 */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), total: z.number().int(), groups: z.array(rowGroup).optional() });

/** Why the last possible person decides on what they take part in; asked for by the problem `last_resort` alone. */
export const lastResort = text(2000, 10).optional();
/** What keeps the reader from deciding; null when nothing does. `last`: they may all the same, with a reason. */
export const bar = z.object({ reason: z.string(), last: z.boolean() }).nullable();
