import { useEffect, useMemo, useRef, useState } from 'react';
import { canonical } from '../../../../domain/calls/calls.ts';
import type { FieldError } from '../../../../domain/kit/problem.ts';
import { request } from '../../../../web/api.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { type KitForm, useKitForm } from '../../../../web/form/form.tsx';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { keyOf, queryClient } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import {
  type CallDetail,
  type CallSettings,
  callSettings,
  getCall,
  listCalls,
  saveCall,
} from '../../contract.ts';
import { getProgress } from '../../progress/contract.ts';

/** What the form holds of a call; money that moved between lines is none of it. */
export const settingsOf = (call: CallDetail): CallSettings => ({
  ...(Object.fromEntries(
    Object.keys(callSettings.shape).map(key => [key, call[key as keyof CallSettings]]),
  ) as Omit<CallSettings, 'lines'>),
  lines: call.lines.map(({ moved: _, ...line }) => line),
});

export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const mergeSettings = (base: CallSettings, mine: CallSettings, stored: CallSettings): CallSettings => {
  const untouched = (Object.keys(base) as (keyof CallSettings)[]).filter(key => same(mine[key], base[key]));
  return { ...mine, ...Object.fromEntries(untouched.map(key => [key, stored[key]])) };
};

/** Reads the call again wherever it is shown. */
export const readAgain = () =>
  Promise.all(
    [getCall, listCalls, getProgress].map(each => queryClient.invalidateQueries({ queryKey: keyOf(each) })),
  );

const errorsOf = (values: CallSettings): FieldError[] => {
  const { error } = callSettings.safeParse(values);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
};

interface Saving {
  stored: CallDetail;
  form: KitForm<CallSettings>;
  onSaved: (settings: CallSettings, version: number) => void;
}

/** Sends the settings; what the server or the schema says of them; what somebody else saved first. */
function useSaving({ stored, form, onSaved }: Saving) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [newer, setNewer] = useState<CallDetail | null>(null);
  const [tried, setTried] = useState(false);
  const reset = () => {
    setNewer(null);
    setRefusal(null);
    setTried(false);
  };
  const showFailure = async (error: unknown) => {
    if (error instanceof ProblemError && error.code === 'conflict')
      return setNewer(await request(getCall, { params: { call: stored.id } }));
    if (error instanceof ProblemError)
      form.setErrors(
        Object.fromEntries(error.errors.map(e => [e.path.replace(/^settings\./, ''), e.message])),
      );
    setRefusal(messageOf(error));
  };
  const save = async (version: number, settings = form.values) => {
    setTried(true);
    setRefusal(null);
    if (form.validate().hasErrors) return;
    setBusy(true);
    try {
      const done = await request(saveCall, { params: { call: stored.id }, body: { version, settings } });
      onSaved(settings, done.version);
      reset();
      await readAgain();
      toasts.success('Convocatoria guardada.');
    } catch (error) {
      await showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const errors = useMemo(() => (tried ? errorsOf(form.values) : []), [tried, form.values]);
  return { busy, refusal, newer, errors, reset, save };
}

/** The settings being edited: saved by a button, kept through a reload, and compared when somebody else saved first. */
export function useCallForm(stored: CallDetail) {
  const form = useKitForm<CallSettings>(callSettings, settingsOf(stored));
  // What the edits are made on top of; the call shown beside may already be newer.
  const [{ version, base }, setBase] = useState({ version: stored.version, base: settingsOf(stored) });
  const dirty = form.isDirty();
  const draft = useDraft({
    draftKey: ['call', stored.id],
    value: { values: form.values, version, base },
    changed: dirty,
    onRestore: kept => {
      // What was kept before a setting existed has none of it.
      form.setValues({ ...settingsOf(stored), ...kept.values });
      setBase({ version: kept.version, base: { ...settingsOf(stored), ...kept.base } });
    },
  });
  const settle = (values: CallSettings, at: number) => {
    form.setInitialValues(values);
    form.resetDirty(values);
    setBase({ version: at, base: values });
    draft.clear();
  };
  const { save, reset, ...saving } = useSaving({ stored, form, onSaved: settle });
  /** The server's values, in place of those typed here. */
  const adopt = (call: CallDetail) => {
    const values = settingsOf(call);
    form.setValues(values);
    settle(values, call.version);
    form.clearErrors();
    reset();
  };
  // Whoever has changed nothing sees at once what others saved, and what opening or extending did.
  const follow = useRef(adopt);
  follow.current = adopt;
  const idle = !dirty && !saving.busy;
  useEffect(() => {
    if (idle && stored.version > version) follow.current(stored);
  }, [stored, version, idle]);
  return {
    ...saving,
    form,
    dirty,
    restoredAt: draft.restoredAt,
    base,
    save: () => save(version),
    /** What was typed here on top of what somebody else saved: what only they changed stays theirs. */
    saveOver: (call: CallDetail) => {
      const merged = mergeSettings(base, form.values, settingsOf(call));
      form.setValues(merged);
      return save(call.version, merged);
    },
    adopt,
    discard: () => adopt(stored),
  };
}
export type CallForm = ReturnType<typeof useCallForm>;
