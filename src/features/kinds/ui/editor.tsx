import { ActionIcon, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import type { FieldError } from '../../../domain/kit/problem.ts';
import { suffixOf } from '../../../web/form/number-field.tsx';
import { numberIn } from '../../../web/form/typed-number.ts';
import classes from './kinds.module.css';

interface Editing {
  readonly kind: KindDefinition;
  edit(patch: Partial<KindDefinition>): void;
  /** First message at a path or below it. */
  errorAt(path: string): string | undefined;
}

const Context = createContext<Editing | null>(null);
type ErrorAt = Editing['errorAt'];
const Errors = createContext<ErrorAt>(() => undefined);
/** For the editors of questions, documents and criteria outside of a kind: where their messages come from. */
export const ErrorsProvider = Errors.Provider;
export const useErrorAt = (): ErrorAt => use(Errors);

export function EditingProvider({ value, children }: { value: Editing; children: ReactNode }) {
  return (
    <Context value={value}>
      <Errors value={value.errorAt}>{children}</Errors>
    </Context>
  );
}
export function useEditing(): Editing {
  const editing = use(Context);
  if (!editing) throw new Error('Outside of a kind editor');
  return editing;
}

export const errorFinder = (errors: readonly FieldError[]) => (path: string) =>
  errors.find(e => e.path === path || e.path.startsWith(`${path}.`))?.message;

/** Names that stay when words change: answers and files refer to them. */
export const newName = (prefix: string) => `${prefix}_${crypto.randomUUID().slice(0, 8)}`;

export function moveItem<T>(all: readonly T[], from: number, by: number): T[] {
  const next = [...all];
  next.splice(from + by, 0, ...next.splice(from, 1));
  return next;
}
export const replaceItem = <T,>(all: readonly T[], at: number, patch: Partial<T>): T[] =>
  all.map((each, n) => (n === at ? { ...each, ...patch } : each));

interface ItemProps {
  name: string;
  index: number;
  count: number;
  onMove: (by: number) => void;
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}

/** One entry of an ordered list with its tools. */
export function Item({ name, index, count, onMove, onRemove, children }: ItemProps) {
  return (
    <li className={classes.item}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600}>{name}</Text>
        <Group gap={4} wrap="nowrap">
          {index > 0 && (
            <ActionIcon variant="subtle" color="gray" aria-label={`Subir ${name}`} onClick={() => onMove(-1)}>
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
          )}
          {index < count - 1 && (
            <ActionIcon variant="subtle" color="gray" aria-label={`Bajar ${name}`} onClick={() => onMove(1)}>
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          )}
          {onRemove && (
            <ActionIcon variant="subtle" color="gray" aria-label={`Quitar ${name}`} onClick={onRemove}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Stack gap="xs">{children}</Stack>
    </li>
  );
}

export function Items({ children }: { children: ReactNode }) {
  return (
    <Stack component="ul" gap="sm" p={0} m={0} className={classes.kinds}>
      {children}
    </Stack>
  );
}

interface CountProps {
  label: string;
  path: string;
  value: number;
  onChange: (value: number) => void;
  suffix?: string;
  description?: string;
}

/** A whole number; an empty box is judged as missing. */
export function Count({ label, path, value, onChange, suffix = '', description }: CountProps) {
  const errorAt = useErrorAt();
  return (
    <NumberInput
      label={label}
      {...(description ? { description } : {})}
      value={value ?? ''}
      onChange={next => onChange(numberIn(next))}
      suffix={suffixOf(value, suffix)}
      allowDecimal={false}
      hideControls
      error={errorAt(path)}
      maw="16rem"
    />
  );
}

interface OptionsProps {
  /** Plural and one of them: `Opciones`, `opción`. */
  label: string;
  values: readonly { key: string; label: string }[];
  path: string;
  onChange: (values: { key: string; label: string }[]) => void;
}

/** Short labels, one a line; their names stay while a line keeps its place. */
export function Labels({ label, values, path, onChange }: OptionsProps) {
  const errorAt = useErrorAt();
  return (
    <TextInput
      label={label}
      description="Separadas por punto y coma."
      error={errorAt(path)}
      defaultValue={values.map(v => v.label).join('; ')}
      onBlur={event => {
        const typed = event.currentTarget.value
          .split(';')
          .map(text => text.trim())
          .filter(Boolean);
        onChange(
          typed.map((text, n) => {
            const same = values.find(v => v.label === text);
            const free = !typed.includes(values[n]?.label ?? '') ? values[n]?.key : undefined;
            return { key: same?.key ?? free ?? newName('o'), label: text };
          }),
        );
      }}
    />
  );
}
