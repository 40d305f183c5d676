import '../../domain/text/rules.ts';
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { createContext, type ReactNode, use } from 'react';
import type { z } from 'zod';
import type { DraftKey } from '../drafts.ts';
import { t } from '../i18n/i18n.ts';
import { messageOf, ProblemError } from '../problem-error.ts';
import { afterPress } from './focus/after-press.ts';
import { type FieldRules, keptText, rulesOf } from './rules-of.ts';

/** A form judged by one schema: the request's own, so that screen and server cannot disagree. */
export interface KitForm<V extends object> extends UseFormReturnType<V> {
  schema: z.core.$ZodType;
}

interface Options<V> {
  /** Called after every change, e.g. by autosave. */
  onChange?: (values: V) => void;
}

/** Controlled form over a schema; errors appear on leaving a field and on submit, and go as soon as it is mended. */
export function useKitForm<V extends object>(
  schema: z.core.$ZodType,
  initial: V,
  options: Options<V> = {},
): KitForm<V> {
  const validate = zod4Resolver(schema, { errorPriority: 'first' });
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: initial,
    validateInputOnBlur: true,
    validate: values => validate(values as Record<string, unknown>),
    ...(options.onChange ? { onValuesChange: options.onChange } : {}),
  });
  return { ...form, schema };
}

/** Marks the fields a refusal names. Answers what is to be said above the form; null when the fields say it all. */
export function showProblem(form: { setErrors: (errors: FormErrors) => void }, error: unknown): string {
  if (!(error instanceof ProblemError) || error.errors.length === 0) return messageOf(error);
  form.setErrors(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])));
  return error.message || t('form.fixMarked');
}

interface FieldProps {
  value: unknown;
  error: ReactNode;
  onChange: (value: unknown) => void;
  onBlur: (event: unknown) => void;
}

interface FormScope {
  getInputProps: (path: string) => FieldProps;
  rules: (path: string) => FieldRules;
  /** What will be stored of a text. */
  kept: (path: string, text: string) => string;
  getValue: (path: string) => unknown;
  setValue: (path: string, value: unknown) => void;
  errorOf: (path: string) => ReactNode;
  disabled: boolean;
  /** Where open text modals of this form keep what is being typed. */
  draftKey: DraftKey | undefined;
}

const Scope = createContext<FormScope | null>(null);

/** What fields need of their form; they name their values by path. */
interface FieldsForm extends Pick<KitForm<object>, 'schema' | 'values' | 'errors' | 'getInputProps'> {
  setFieldValue(path: string, value: unknown): void;
}

interface FieldsProps {
  form: FieldsForm;
  draftKey?: DraftKey;
  /** Shows the values without letting them be changed. */
  disabled?: boolean;
  children: ReactNode;
}

const dig = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | null | undefined)?.[part], values);

/** Gives the fields inside their form, so that a field only names its path. */
export function Fields({ form, draftKey, disabled = false, children }: FieldsProps) {
  const scope: FormScope = {
    getInputProps: path => {
      const props = form.getInputProps(path) as FieldProps;
      // An error takes a line: it must not move the button or box by whose press the field was left.
      return { ...props, onBlur: event => afterPress(() => props.onBlur(event)) };
    },
    rules: path => rulesOf(form.schema, path),
    kept: (path, text) => keptText(form.schema, path, text),
    getValue: path => dig(form.values, path),
    setValue: (path, value) => form.setFieldValue(path, value),
    errorOf: path => form.errors[path],
    disabled,
    draftKey,
  };
  return <Scope value={scope}>{children}</Scope>;
}

export function useFormScope(): FormScope {
  const scope = use(Scope);
  if (!scope) throw new Error('A field stands outside of <Fields>');
  return scope;
}

/** Properties every input of the kit shares. */
export interface CommonProps {
  /** Path of the value, `specific.0.text`. */
  name: string;
  label: ReactNode;
  /** Help shown below the label. */
  description?: ReactNode;
  placeholder?: string;
  /** Overrides what the schema says, e.g. required only to submit. */
  required?: boolean;
  disabled?: boolean;
}

/** Everything a Mantine input takes from form and schema. */
export function useField({ name, label, description, placeholder, required, disabled }: CommonProps) {
  const scope = useFormScope();
  const rules = scope.rules(name);
  const { value, error, onChange, onBlur } = scope.getInputProps(name);
  return {
    value,
    onChange,
    rules,
    scope,
    input: {
      name,
      label,
      error,
      onBlur,
      ...(description === undefined ? {} : { description }),
      ...(placeholder === undefined ? {} : { placeholder }),
      withAsterisk: required ?? rules.required,
      disabled: disabled ?? scope.disabled,
    },
  };
}
