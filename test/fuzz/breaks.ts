/** What one field of a request can be instead of what it should; `lost` leaves it out. */
export interface Break {
  readonly name: string;
  readonly value: unknown;
}

const LOST = Symbol('lost');

const HUGE = 300_000;
const DEEP = 20_000;
/** Stands for lists within lists, deeper than what our own side can write. */
const NESTED = 'lists within lists';

const ANY: readonly Break[] = [
  { name: 'left out', value: LOST },
  { name: 'null', value: null },
  { name: 'empty text', value: '' },
  { name: 'a list', value: [] },
  { name: 'a list of lists', value: [[[]]] },
  { name: 'an object', value: {} },
  { name: 'true', value: true },
  { name: 'a number', value: 42 },
  { name: 'negative', value: -1 },
  { name: 'half', value: 0.5 },
  { name: 'beyond 32 bits', value: 2_147_483_648 },
  { name: 'below 32 bits', value: -2_147_483_649 },
  { name: 'beyond integers', value: 2 ** 53 },
  { name: 'beyond 64 bits', value: 1e30 },
  { name: 'the largest number', value: Number.MAX_VALUE },
  { name: 'NUL', value: 'a\u0000b' },
  { name: 'half a surrogate pair', value: 'a\ud83db' },
  { name: 'the other half', value: '\udc00' },
  { name: '__proto__', value: '__proto__' },
  { name: 'constructor', value: 'constructor' },
  { name: 'toString', value: 'toString' },
  { name: 'hasOwnProperty', value: 'hasOwnProperty' },
  { name: 'an object with a prototype', value: JSON.parse('{"__proto__":{"id":"x"},"a":1}') },
  { name: 'an object with a constructor', value: { constructor: { prototype: { id: 'x' } } } },
  { name: 'HTML', value: '<img src=x onerror=alert(1)>' },
  { name: 'wildcards of SQL', value: '%_\\\'"--' },
  { name: 'emoji', value: '👩🏽‍🌾🇨🇱' },
  { name: 'spaces', value: ' \t\n ' },
  { name: 'marks nobody sees', value: '\u202e\u200b\u00ad\ufeff' },
  { name: 'no number', value: 'NaN' },
  { name: 'a huge number as text', value: '1e400' },
  { name: '2147483648 as text', value: '2147483648' },
  { name: 'beyond 64 bits as text', value: '99999999999999999999' },
  { name: 'negative as text', value: '-1' },
  { name: 'no day', value: 'ayer' },
  { name: '30 February', value: '2026-02-30' },
  { name: 'month 13', value: '2026-13-01' },
  { name: 'day 0', value: '2026-01-00' },
  { name: 'year 0', value: '0000-01-01' },
  { name: 'year 99999', value: '+99999-01-01' },
  { name: 'the last day', value: '9999-12-31' },
  { name: 'hour 25', value: '2026-02-03T25:61:61Z' },
  { name: 'the first instant', value: '0000-01-01T00:00:00Z' },
  { name: 'the last instant', value: '9999-12-31T23:59:59-23:59' },
  { name: 'period 3', value: '2026-3' },
  { name: 'nobody', value: '00000000-0000-0000-0000-000000000000' },
  { name: 'everybody', value: 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF' },
  { name: 'a path', value: '../../etc/passwd' },
  { name: 'long text', value: 'x'.repeat(5_000) },
  { name: 'huge text', value: 'ñ'.repeat(HUGE) },
  { name: 'text beyond any body', value: 'ñ'.repeat(2 * HUGE) },
];

function ofList(list: readonly unknown[]): Break[] {
  const one = list[0] ?? 'x';
  return [
    { name: 'the same twice', value: [...list, ...list] },
    { name: 'with nothing in it', value: [...list, null] },
    { name: 'a huge list', value: Array.from({ length: 3_000 }, () => one) },
    { name: 'a deep list', value: NESTED },
  ];
}

function ofObject(object: object): Break[] {
  return [
    { name: 'with __proto__', value: { ...object, ...JSON.parse('{"__proto__":{"toString":1}}') } },
    { name: 'with more keys', value: { ...object, constructor: 1, toString: 'x', hasOwnProperty: null } },
    { name: 'with NUL in a key', value: { ...object, 'a\u0000b': 1, '\ud800': 2 } },
    { name: 'with many keys', value: { ...object, ...Object.fromEntries(manyKeys()) } },
    { name: 'with depth', value: { ...object, deep: NESTED } },
  ];
}
const manyKeys = () => Array.from({ length: 5_000 }, (_, n) => [`key${n}`, n] as const);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

/** Everything that may stand in place of this value. */
export function breaksOf(value: unknown): readonly Break[] {
  if (Array.isArray(value)) return [...ANY, ...ofList(value)];
  if (isObject(value)) return [...ANY, ...ofObject(value)];
  if (typeof value === 'string' && value !== '')
    return [...ANY, { name: 'with NUL', value: `${value}\u0000` }, { name: 'doubled', value: value + value }];
  return ANY;
}

/** The JSON of a body. */
export const jsonOf = (body: unknown): string =>
  JSON.stringify(body).replaceAll(`"${NESTED}"`, '['.repeat(DEEP) + ']'.repeat(DEEP));

type Path = readonly (string | number)[];

/** Paths of every field of a request, containers included. */
export function fieldsOf(value: unknown, path: Path = []): Path[] {
  const own = path.length > 0 ? [path] : [];
  if (Array.isArray(value)) return [...own, ...value.flatMap((item, n) => fieldsOf(item, [...path, n]))];
  if (isObject(value))
    return [...own, ...Object.entries(value).flatMap(([key, item]) => fieldsOf(item, [...path, key]))];
  return own;
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((within, key) => (within as Record<string | number, unknown>)[key], value);

/** A copy in which the field at `path` is broken. */
export function breakAt<T>(value: T, [key, ...rest]: Path, by: Break): T {
  if (key === undefined) return by.value as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  if (rest.length > 0 || by.value !== LOST) copy[key] = breakAt(copy[key], rest, by);
  else delete copy[key];
  return copy as T;
}
