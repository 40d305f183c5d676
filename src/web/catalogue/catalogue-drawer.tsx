import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useKitForm } from '../form/form.tsx';
import { FormDrawer } from '../form/form-drawer.tsx';
import { t } from '../i18n/i18n.ts';
import { ProblemError } from '../problem-error.ts';
import { asHtml, toasts } from '../ui/toasts.ts';
import { ask, type CatalogueRow, type CatalogueScreen, useReadAgain } from './catalogue.ts';
import { RowActions } from './row-actions.tsx';
import { changedLine } from './state.tsx';

interface DrawerProps<R extends CatalogueRow, V extends object> {
  screen: CatalogueScreen<R, V>;
  /** Null for a new one. */
  row: R | null;
  open: boolean;
  onClose: () => void;
}

interface ConflictProps<V extends object> {
  stored: V;
  mine: V;
  labels: { [K in keyof V & string]: string };
  onKeep: () => void;
  onTake: () => void;
}

const wordOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || '–';

/** What somebody else saved meanwhile, beside what was typed here; nothing is lost either way. */
function Conflict<V extends object>({ stored, mine, labels, onKeep, onTake }: ConflictProps<V>) {
  const different = (Object.keys(labels) as (keyof V & string)[]).filter(
    key => JSON.stringify(stored[key]) !== JSON.stringify(mine[key]),
  );
  return (
    <Alert color="orange" role="alert" title={t('catalogue.conflict')}>
      {different.map(key => (
        <Text key={key} size="sm">
          {t('catalogue.conflictField', {
            field: labels[key],
            stored: wordOf(stored[key]),
            mine: wordOf(mine[key]),
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

/** Create or edit a row beside its list. */
export function CatalogueDrawer<R extends CatalogueRow, V extends object>(props: DrawerProps<R, V>) {
  const { screen, row, open, onClose } = props;
  const { endpoints, words, valuesOf, nameOf } = screen;
  const [base, setBase] = useState(row);
  const form = useKitForm<V>(
    endpoints.create.body ?? fail(screen.noun),
    row ? valuesOf(row) : screen.initial,
  );
  const readAgain = useReadAgain();
  const save = useMutation({
    mutationFn: ({ values, updatedAt }: { values: V; updatedAt: string | undefined }) =>
      row
        ? ask<R>(endpoints.update, { params: { id: row.id }, body: { ...values, updatedAt } })
        : ask<R>(endpoints.create, { body: values }),
    onSuccess: async after => {
      onClose();
      toasts.success(t(row ? 'catalogue.saved' : 'catalogue.created', { name: asHtml(nameOf(after)) }));
      await readAgain();
    },
  });
  const special = row ? screen.wordsFor?.(row) : undefined;
  const stored = storedIn<R>(save.error);
  const take = () => {
    if (!stored) return;
    setBase(stored);
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
      draftKey={[screen.noun, row?.id ?? 'new']}
      onClose={onClose}
      onSubmit={values => save.mutate({ values, updatedAt: base?.updatedAt })}
      extra={row && <RowActions screen={screen} row={row} done={onClose} />}
    >
      {stored && (
        <Conflict
          stored={valuesOf(stored)}
          mine={form.values}
          labels={screen.labels}
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
