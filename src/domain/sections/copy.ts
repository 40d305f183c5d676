import { type FieldType, keyOf, type SectionField } from './field.ts';

type Data = Readonly<Record<string, unknown>>;

const whole = (value: unknown) => value;
const nothing = () => undefined;

/** Planned people alone: who came is counted anew. */
const planned = (value: unknown) =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, Data>).map(([group, count]) => [
      group,
      { ...count, actual: null },
    ]),
  );

/** What a copy of a project takes of a field, by its type; `undefined` is nothing. Fields add `copied: false`. */
const TAKEN: Readonly<Record<FieldType, (value: unknown) => unknown>> = {
  line: whole,
  narrative: whole,
  email: whole,
  link: whole,
  integer: whole,
  decimal: whole,
  money: whole,
  date: nothing,
  time: whole,
  period: nothing,
  choice: whole,
  choices: whole,
  flag: whole,
  keywords: whole,
  targets: whole,
  goals: whole,
  comunas: whole,
  point: whole,
  counts: planned,
  person: whole,
  school: whole,
  careers: whole,
  theme: whole,
  project: whole,
  organisation: whole,
  offering: whole,
  call: nothing,
  callLine: nothing,
  item: whole,
  file: nothing,
  institutionalIndicator: whole,
  // Taken by their questions, which are fields of their own.
  answers: whole,
  list: whole,
};

/** What a copy takes of a section, or of the answers to questions; fields not given are those the kind hides. */
export function copyFields(fields: readonly SectionField[], data: Data): Record<string, unknown> {
  const taken = fields.flatMap(field => {
    const key = keyOf(field);
    if (field.copied === false || data[key] === undefined) return [];
    return [[key, copyValue(field, data[key])] as const];
  });
  return Object.fromEntries(taken.filter(([, value]) => value !== undefined));
}

function copyValue(field: SectionField, value: unknown): unknown {
  if (field.type !== 'list' || !Array.isArray(value)) return TAKEN[field.type](value);
  // Ids stay: other sections point at entries by them, and they are unique in their project alone.
  return value.map(({ id, ...entry }: Data) => ({
    ...(id === undefined ? {} : { id }),
    ...copyFields(field.fields ?? [], entry),
  }));
}

/** The data without what stands at these dotted paths: items leave their list, fields become empty. */
export function withoutPaths(data: Data, paths: readonly string[]): Record<string, unknown> {
  const parts = [...new Set(paths)].map(path => path.split('.'));
  return cut(data, parts) as Record<string, unknown>;
}

function cut(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const gone = new Set(paths.filter(path => path.length === 1).map(([last]) => last));
  const kept = Object.entries(value)
    .filter(([key]) => !gone.has(key))
    .map(([key, inner]) => {
      const within = paths.filter(([first, ...rest]) => first === key && rest.length > 0);
      return [
        key,
        cut(
          inner,
          within.map(path => path.slice(1)),
        ),
      ] as const;
    });
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}
