import { z } from 'zod';
import type { FileState } from '../files/file-states.ts';
import { RULES } from '../text/rule-messages.ts';
import { fieldsOf, type SectionField, type Shape, type ShapeSchemas, schemasOf } from './field.ts';

/** What a section is judged with besides its own data. */
export interface SectionContext {
  /** Fields with the kind's overrides applied and hidden ones left out; without it the section's own. */
  readonly fields?: readonly SectionField[];
  /** The project's other sections, by slug, for fields that point into them. */
  readonly sections: Readonly<Record<string, unknown>>;
  /** Document types the kind asks for. */
  readonly documents: readonly {
    readonly type: string;
    readonly label: string;
    readonly required: boolean;
  }[];
  /** Files uploaded so far. */
  readonly files: readonly {
    readonly id: string;
    readonly documentType: string;
    readonly state: FileState;
  }[];
  /** Lines of the call the project applies to, caps in CLP; `null` without a call. */
  readonly call: { readonly lines: readonly { readonly id: string; readonly cap: number }[] } | null;
  /** Sent before the amount asked was derived from the budget: both stay as they were judged then. */
  readonly amountTyped?: boolean;
  /** Status of the project this one continues; left out when not known. */
  readonly previousStatus?: string | null;
  /** Extra questions of the kind. */
  readonly questions?: readonly QuestionRequirement[];
}
interface QuestionRequirement {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
}

/** One thing asked for on submit; met when `message` is null. `path` leads to the field, e.g. `specific.0.text`. */
export interface Requirement {
  readonly path: string;
  readonly label: string;
  readonly message: string | null;
}
export interface Missing extends Requirement {
  readonly message: string;
}

interface Definition<F extends Shape> {
  readonly label: string;
  readonly help: string;
  readonly fields: F;
  /** Rules that hold for drafts too and look at several fields. */
  readonly refine?: (data: Data<F>, fail: (path: string, message: string) => void, past: boolean) => void;
  /** False where a required field is not asked for, given the rest; `entry` is the list's item. */
  readonly applies?: (
    path: string,
    data: Data<F>,
    entry: Readonly<Record<string, unknown>>,
    context: SectionContext,
  ) => boolean;
  /** Requirements to submit beyond "required" and least lengths. */
  readonly rules?: (data: Data<F>, context: SectionContext) => Requirement[];
}
type Data<F extends Shape> = z.output<z.ZodObject<ShapeSchemas<F>>>;

export interface Section<F extends Shape = Shape> {
  readonly label: string;
  readonly help: string;
  /** Accepts any draft: everything may be missing, limits and choices hold, unknown keys are dropped. */
  readonly schema: z.ZodObject<ShapeSchemas<F>>;
  /** The same for projects of before the application, which were as they were. */
  readonly past: z.ZodObject<ShapeSchemas<F>>;
  readonly empty: Data<F>;
  readonly fields: readonly SectionField[];
  requirements(data: Data<F>, context: SectionContext): Requirement[];
  missing(data: Data<F>, context: SectionContext): Missing[];
}

export function section<F extends Shape>(definition: Definition<F>): Section<F> {
  const { label, help, refine, rules } = definition;
  const fields = fieldsOf(definition.fields, '');
  const schemaOf = (past: boolean) =>
    z.object(schemasOf(definition.fields)).superRefine((data, context) => {
      const fail = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: path.split('.'), message });
      refine?.(data as Data<F>, fail, past);
    });
  const schema = schemaOf(false);
  const requirements = (data: Data<F>, context: SectionContext) => {
    const applies: Applies = (path, all, entry) =>
      definition.applies?.(path, all as Data<F>, entry, context) ?? true;
    return [
      ...(context.fields ?? fields).flatMap(f => ofField(f, data as Values, applies)),
      ...(rules?.(data, context) ?? []),
    ];
  };
  return {
    label,
    help,
    schema,
    past: schemaOf(true),
    empty: schema.parse({}) as Data<F>,
    fields,
    requirements,
    missing: (data, context) => requirements(data, context).filter(isMissing),
  };
}

export const isMissing = (requirement: Requirement): requirement is Missing => requirement.message !== null;

type Values = Readonly<Record<string, unknown>>;
type Applies = (path: string, data: Values, entry: Values) => boolean;

/** True for what a person has not filled in: empty text or list, nothing chosen, a box not ticked. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

function verdict(field: SectionField, value: unknown): string | null {
  if (isEmpty(value)) return field.required ? emptyMessage(field) : null;
  const least = field.min ?? 0;
  if (typeof value === 'string' && value.length < least) return RULES.minLength(least);
  if (Array.isArray(value) && value.length < least) return RULES.minItems(least);
  return null;
}
const emptyMessage = (field: SectionField) =>
  field.type === 'list' ? RULES.minItems(field.min ?? 1) : RULES.required;

/** Counted when required, or when something too short was written all the same. */
function asRequirement(field: SectionField, path: string, label: string, value: unknown): Requirement[] {
  const message = verdict(field, value);
  return field.required || message ? [{ path, label, message }] : [];
}

function ofField(field: SectionField, data: Values, applies: Applies): Requirement[] {
  const value = data[field.path];
  const own = applies(field.path, data, {}) ? asRequirement(field, field.path, field.label, value) : [];
  if (field.type !== 'list' || !Array.isArray(value)) return own;
  return [...own, ...(value as Values[]).flatMap((entry, n) => ofEntry(field, entry, n, data, applies))];
}

function ofEntry(list: SectionField, entry: Values, n: number, data: Values, applies: Applies) {
  return (list.fields ?? []).flatMap(field => {
    const key = field.path.slice(list.path.length + '.*.'.length);
    if (!applies(field.path, data, entry)) return [];
    const label = `${list.itemLabel} ${n + 1}: ${field.label}`;
    return asRequirement(field, `${list.path}.${n}.${key}`, label, entry[key]);
  });
}
