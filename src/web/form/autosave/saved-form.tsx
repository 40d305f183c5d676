import { Alert, Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { formatInstant } from '../../dates.ts';
import type { DraftKey } from '../../drafts.ts';
import { ProblemError } from '../../problem-error.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { Fields, showProblem, useKitForm } from '../form.tsx';
import { useDraft } from './use-draft.ts';

interface Version {
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

interface SavedFormProps<V extends object> {
  schema: z.core.$ZodType;
  stored: V & Version;
  /** Sends it over the version it started from. */
  save: (body: V & { updatedAt: string }) => Promise<V & Version>;
  onSaved: (stored: V & Version) => void;
  submit: string;
  said: string;
  /** Keeps what is typed through a reload. */
  draftKey?: DraftKey;
  children: ReactNode;
}

/** Values saved together by a button, with who changed them last. Give it a key of the stored version. */
export function SavedForm<V extends object>(props: SavedFormProps<V>) {
  const { schema, stored, save, onSaved, submit, said, draftKey, children } = props;
  const { updatedAt, updatedBy, ...values } = stored;
  const [base, setBase] = useState(updatedAt);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useKitForm<V>(schema, values as V);
  const draft = useDraft({
    draftKey,
    value: form.values,
    changed: form.isDirty(),
    base,
    onRestore: (kept, from) => {
      form.setValues(kept);
      setBase(from ?? updatedAt);
    },
  });
  const send = form.onSubmit(async fields => {
    setProblem(null);
    setBusy(true);
    try {
      const after = await save({ ...fields, updatedAt: base });
      draft.clear();
      onSaved(after);
      toasts.success(said);
    } catch (error) {
      const newer = newerThan(error);
      if (newer) setBase(newer);
      setProblem(`${showProblem(form, error)}${newer ? ' Si guardas de nuevo, queda lo tuyo.' : ''}`);
    } finally {
      setBusy(false);
    }
  });
  return (
    <form noValidate onSubmit={send}>
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Fields form={form}>{children}</Fields>
        <div>
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        </div>
        {updatedBy && (
          <Text size="sm" c="dimmed">
            Último cambio: {updatedBy}, {formatInstant(updatedAt)}
          </Text>
        )}
      </Stack>
    </form>
  );
}

/** The version somebody else saved meanwhile; null for any other refusal. */
export function newerThan(error: unknown): string | null {
  if (!(error instanceof ProblemError) || error.code !== 'conflict') return null;
  return (error.extra as { stored?: { updatedAt?: string | null } } | undefined)?.stored?.updatedAt ?? null;
}
