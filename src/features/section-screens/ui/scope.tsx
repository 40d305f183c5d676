import { type ComponentType, createContext, type ReactNode, use, useMemo } from 'react';
import { keyOf, type SectionField } from '../../../domain/sections/field.ts';
import type { SectionSlug } from '../../../domain/sections/index.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What the fields below show: one section, or one entry of a list of it. */
export interface Scope {
  readonly slug: SectionSlug;
  /** Dotted way from the section to here with a final dot, e.g. `partners.2.`; empty for the section itself. */
  readonly prefix: string;
  readonly fields: readonly SectionField[];
  readonly values: Values;
  readonly readOnly: boolean;
  /** Its drawings, and what the overview tells in words, stand above all sections already. */
  readonly hasOverview?: boolean;
  /** Path the screen was asked to show, e.g. by the completeness panel. */
  readonly target: string | null;
  /** Messages by full path within the section. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** How the entry is called on screen: readers need not see that again among its fields. */
  readonly heading?: string;
  /** Inputs for the fields; comes with the editor, so that readers do not load it. */
  readonly control?: ComponentType<ControlProps>;
  /** Entries of a list as they are written; comes with it. */
  readonly entries?: ComponentType<EntriesProps<Entry>>;
  set(path: string, value: unknown): void;
}

const ScopeContext = createContext<Scope | null>(null);
export const ScopeProvider = ScopeContext.Provider;

export function useScope(): Scope {
  const scope = use(ScopeContext);
  if (!scope) throw new Error('Fields live inside a section');
  return scope;
}

/** `first` in this order, then every other of the fields: a new one shows without being named. */
export const namesInOrder = (fields: readonly SectionField[], first: readonly string[]): string[] => [
  ...first,
  ...fields.map(keyOf).filter(name => !first.includes(name)),
];

export interface FieldState<T = unknown> {
  readonly info: SectionField;
  readonly path: string;
  readonly value: T;
  readonly error: ReactNode;
  readonly readOnly: boolean;
  set(value: T): void;
}

/** What every control needs to know of its field. */
export interface ControlProps {
  field: FieldState;
  /** For the kit's inputs: the path is the name in the form. */
  common: { name: string; label: string; description?: string; required: boolean };
}

export type Controls = Partial<Record<SectionField['type'], ComponentType<ControlProps>>>;

/** A field of the scope by its name; `null` where the kind hides it. */
export function useSectionField<T>(name: string): FieldState<T> | null {
  const { prefix, fields, values, errors, readOnly, set } = useScope();
  const info = fields.find(f => keyOf(f) === name);
  if (!info) return null;
  const path = prefix + name;
  return {
    info,
    path,
    value: values[name] as T,
    error: errors[path],
    readOnly,
    set: value => set(path, value),
  };
}

/** An entry of a list, as stored. */
export interface Entry extends Values {
  readonly id: string;
}

/** A list, and how its entries are shown. */
export interface EntriesProps<E extends Entry> {
  name: string;
  /** First line of an entry while it is folded. */
  summary(entry: E): string;
  /** At the right of it, dimmed. */
  detail?(entry: E): string;
  /** Fields of one entry; they use the entry's own scope. */
  children: ReactNode;
  /** First values of a new entry. */
  fresh?(entries: readonly E[]): Partial<E>;
  field: FieldState<readonly E[]>;
}

interface EntryScopeProps {
  name: string;
  index: number;
  heading?: string;
  children: ReactNode;
}

/** The fields inside belong to one entry of the list `name`. */
export function EntryScope({ name, index, heading = '', children }: EntryScopeProps) {
  const outer = useScope();
  const entry = ((outer.values[name] ?? []) as readonly Entry[])[index];
  const scope = useMemo<Scope | null>(() => {
    if (!entry) return null;
    const info = outer.fields.find(f => keyOf(f) === name);
    return {
      ...outer,
      heading,
      prefix: `${outer.prefix}${name}.${index}.`,
      fields: info?.fields ?? [],
      values: entry,
    };
  }, [outer, name, index, heading, entry]);
  return scope && <ScopeContext value={scope}>{children}</ScopeContext>;
}
