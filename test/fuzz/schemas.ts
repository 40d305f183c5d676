import fc from 'fast-check';

/** The part of OpenAPI's schema object (3.0) that the contracts turn into. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Ids of stored rows that a field so called may name; `trail` is its path, outermost name first. */
export type KnownIds = (trail: readonly string[]) => readonly string[];

const WORDS = [
  ...[
    'Huerta',
    'comunitaria',
    'de',
    'la',
    'población',
    'Ñuñoa',
    '¿niñez?',
    "O'Higgins",
    '50 %',
    'a_b',
    '<b>',
  ],
  ...['👩🏽‍🌾', 'العربية', '中文', '\u0301', '2026-1', '\n', '-1', 'null'],
];
/** What a field so called has to say where its schema does not tell. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  documentType: ['other'],
  name: ['acta.pdf', 'lista.csv', 'Facultad de Artes'],
  period: ['2026-1', '2026-2'],
  reason: ['Lo pidió el consejo de la escuela.'],
};
const DAY_MS = 86_400_000;
const MOST_ITEMS = 3;

/** A text without a limit is a word that means something, e.g. yes or no. */
const text = ({ minLength = 0, maxLength }: Schema) =>
  maxLength === undefined
    ? fc.constantFrom('true', 'false', ...WORDS)
    : fc
        .array(fc.constantFrom(...WORDS), { minLength: Math.min(1, minLength), maxLength: 12 })
        .map(words => words.join(' ').padEnd(minLength, '.').slice(0, maxLength).toWellFormed());

/** Mostly within some months of today, where rules look at dates. */
const moment = fc
  .oneof({ weight: 4, arbitrary: fc.integer({ min: -200, max: 400 }) }, fc.integer({ min: -9000, max: 9000 }))
  .map(days => new Date(Date.now() + days * DAY_MS).toISOString());

function strings(schema: Schema, known: KnownIds, trail: readonly string[]): fc.Arbitrary<string> {
  if (schema.format === 'uuid') {
    const ids = known(trail);
    const fresh = fc.uuid({ version: 4 });
    return ids.length > 0
      ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fresh })
      : fresh;
  }
  if (schema.format === 'date') return moment.map(iso => iso.slice(0, 10));
  if (schema.format === 'date-time') return moment;
  if (schema.format === 'email') return fc.nat(99).map(n => `persona${n}@biosur.example`);
  const said = SAID[trail.at(-1) ?? ''];
  if (said) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...said) }, text(schema));
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { size: 'small' });
  return text(schema);
}

function objects(schema: Schema, known: KnownIds, trail: readonly string[]): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  // Of many filters few are set at a time: together they would find nothing.
  const missing = { weight: Object.keys(properties).length > 8 ? 6 : 1, arbitrary: fc.constant(undefined) };
  const fields = Object.entries(properties).map(([name, field]) => {
    const value = valuesOf(field, known, [...trail, name]);
    return [
      name,
      required.includes(name) ? value : fc.oneof(missing, { weight: 2, arbitrary: value }),
    ] as const;
  });
  const named = fc.record(Object.fromEntries(fields)).map(withoutMissing);
  if (typeof more !== 'object') return named;
  const keys = fc.stringMatching(/^[a-z0-9_]{1,12}$/);
  return fc.dictionary(keys, valuesOf(more, known, trail), { maxKeys: MOST_ITEMS });
}

const withoutMissing = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Values that a contract's schema lets pass; what it says in code only (`refine`) may still refuse them. */
export function valuesOf(
  schema: Schema,
  known: KnownIds,
  trail: readonly string[] = [],
): fc.Arbitrary<unknown> {
  const { nullable, ...rest } = schema;
  if (nullable) return fc.option(valuesOf(rest, known, trail), { freq: 3 });
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(one => valuesOf(one, known, trail)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objects(schema, known, trail);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = MOST_ITEMS } = schema;
      const maxLength = Math.min(maxItems, Math.max(minLength, MOST_ITEMS));
      return fc.array(valuesOf(items, known, trail), { minLength, maxLength });
    }
    case 'integer': {
      const { minimum: min = 0, maximum: max = 1000 } = schema;
      // Most numbers of people are small; the largest allowed ones come up as edges.
      return fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min, max: Math.min(max, min + 20) }) },
        fc.maxSafeInteger().map(n => Math.min(Math.max(n, min), max)),
      );
    }
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return strings(schema, known, trail);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}
