import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ROLE_LABELS } from '../../domain/kit/actor.ts';
import { forgetDrafts } from '../drafts.ts';
import { useKitForm } from '../form/form.tsx';
import { FormDrawer } from '../form/form-drawer.tsx';
import { t } from '../i18n/i18n.ts';
import { ProblemError } from '../problem-error.ts';
import { asHtml, toasts } from '../ui/toasts/toasts.ts';
import { ask, type CatalogueForm, type CatalogueRow, useReadAgain } from './catalogue.ts';
import { RowActions } from './row-actions.tsx';
import { changedLine } from './state.tsx';

interface DrawerProps<R extends CatalogueRow, V extends object> {
  screen: CatalogueForm<R, V>;
  /** Null for a new one. */
  row: R | null;
  open: boolean;
  onClose: () => void;
}

interface ConflictProps<V extends object> {
  /** The stored row, with the names of what it points at. */
  row: unknown;
  stored: V;
  mine: V;
  screen: Pick<CatalogueForm<CatalogueRow, V>, 'labels' | 'choices'>;
  onKeep: () => void;
  onTake: () => void;
}

/** Names of whatever the browser has read, by id: what was typed here was chosen from it. */
function namesIn(source: unknown, names = new Map<string, string>()): Map<string, string> {
  if (typeof source !== 'object' || source === null) return names;
  const { id, name, label } = source as { id?: unknown; name?: unknown; label?: unknown };
  if (typeof id === 'string' && typeof (name ?? label) === 'string') names.set(id, String(name ?? label));
  for (const inside of Object.values(source)) namesIn(inside, names);
  return names;
}

function useWords(row: unknown) {
  const client = useQueryClient();
  const known = useMemo(() => {
    const read = client.getQueryCache().getAll();
    return namesIn([read.map(query => query.state.data), row]);
  }, [client, row]);
  const wordOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(wordOf).join(', ') || '–';
    if (typeof value === 'boolean') return value ? 'sí' : 'no';
    if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name);
    const text = String(value ?? '');
    return ((ROLE_LABELS as Record<string, string>)[text] ?? known.get(text) ?? text) || '–';
  };
  return wordOf;
}

/** What somebody else saved meanwhile, beside what was typed here; nothing is lost either way. */
function Conflict<V extends object>({ row, stored, mine, screen, onKeep, onTake }: ConflictProps<V>) {
  const { labels, choices } = screen;
  const known = useWords(row);
  const wordOf = (key: keyof V & string, value: unknown) =>
    choices?.[key]?.find(option => option.value === value)?.label ?? known(value);
  const different = (Object.keys(labels) as (keyof V & string)[]).filter(
    key => JSON.stringify(stored[key]) !== JSON.stringify(mine[key]),
  );
  return (
    <Alert color="orange" role="alert" title={t('catalogue.conflict')}>
      {different.map(key => (
        <Text key={key} size="sm">
          {t('catalogue.conflictField', {
            field: labels[key],
            stored: wordOf(key, stored[key]),
            mine: wordOf(key, mine[key]),
          })}
        </Text>
      ))}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={onTake}>
          {t('catalogue.takeStored')}
        </Button>
        <Button size="compact-sm" onClick={onKeep}>
          {t('catalogue.keepMine')}
        </Button>
      </Group>
    </Alert>
  );
}

const storedIn = <R,>(error: unknown): R | null =>
  error instanceof ProblemError && error.code === 'conflict'
    ? ((error.extra as { stored?: R } | undefined)?.stored ?? null)
    : null;

/** Sends the row; once the server has it the drawer closes and the list is read again. */
function useSave<R extends CatalogueRow, V extends object>(
  { screen, row, onClose }: DrawerProps<R, V>,
  draftKey: readonly string[],
) {
  const { endpoints, nameOf } = screen;
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ values, updatedAt }: { values: V; updatedAt: string | undefined }) =>
      row
        ? ask<R>(endpoints.update, { params: { id: row.id }, body: { ...values, updatedAt } })
        : ask<R>(endpoints.create, { body: values }),
    onSuccess: async after => {
      void forgetDrafts(draftKey);
      onClose();
      if (!row) screen.onCreated?.(after);
      toasts.success(t(row ? 'catalogue.saved' : 'catalogue.created', { name: asHtml(nameOf(after)) }));
      await readAgain();
    },
  });
}

/** Create or edit a row beside its list. */
export function CatalogueDrawer<R extends CatalogueRow, V extends object>(props: DrawerProps<R, V>) {
  const { screen, row, open, onClose } = props;
  const { endpoints, words, valuesOf } = screen;
  const [base, setBase] = useState(row);
  // Restored work may have started from an older one than is shown.
  const [since, setSince] = useState(row?.updatedAt);
  const form = useKitForm<V>(
    endpoints.create.body ?? fail(screen.noun),
    row ? valuesOf(row) : screen.initial,
  );
  const draftKey = [screen.noun, row?.id ?? 'new'];
  const save = useSave(props, draftKey);
  const special = row ? screen.wordsFor?.(row) : undefined;
  const stored = storedIn<R>(save.error);
  const take = () => {
    if (!stored) return;
    setBase(stored);
    setSince(stored.updatedAt);
    form.setInitialValues(valuesOf(stored));
    form.setValues(valuesOf(stored));
    save.reset();
  };
  return (
    <FormDrawer
      open={open}
      title={row ? (special?.edit ?? words.edit) : words.add}
      form={form}
      submit={row ? (special?.save ?? t('action.save')) : words.create}
      loading={save.isPending}
      submitError={stored ? null : save.error}
      draftKey={draftKey}
      base={since}
      onBase={setSince}
      onClose={onClose}
      onSubmit={values => save.mutate({ values, updatedAt: since })}
      extra={row && <RowActions screen={screen} row={row} done={onClose} />}
    >
      {stored && (
        <Conflict
          row={stored}
          stored={valuesOf(stored)}
          mine={form.values}
          screen={screen}
          onTake={take}
          onKeep={() => save.mutate({ values: form.values, updatedAt: stored.updatedAt })}
        />
      )}
      {screen.fields(base)}
      {base && (
        <Text size="xs" c="dimmed">
          {changedLine(base)}
        </Text>
      )}
    </FormDrawer>
  );
}

function fail(noun: string): never {
  throw new Error(`the create endpoint of ${noun} has no body`);
}
