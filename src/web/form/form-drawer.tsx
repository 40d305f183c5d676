import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatInstant } from '../dates.ts';
import { type DraftKey, forgetDrafts } from '../drafts.ts';
import { t } from '../i18n/i18n.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { useDraft } from './autosave/use-draft.ts';
import { useFirstField, useReturnFocus } from './dialog-focus.ts';
import { Fields, type KitForm, showProblem } from './form.tsx';
import classes from './form-drawer.module.css';

interface FormDrawerProps<V extends object> {
  open: boolean;
  title: string;
  form: KitForm<V>;
  onSubmit: (values: V) => void;
  onClose: () => void;
  /** While the request runs. */
  loading: boolean;
  /** What the request failed with: fields it names are marked, the rest is said above the form. */
  submitError: unknown;
  /** What the button does: "Crear facultad". */
  submit: string;
  /** Keeps what is typed through a reload; whoever sent it forgets it, as success may take the drawer away at once. */
  draftKey?: DraftKey;
  /** Stored version that is edited; `onBase` tells the one that restored work started from. */
  base?: string | undefined;
  onBase?: (base: string) => void;
  /** Shows the values without letting them be changed; no submit button. */
  readOnly?: boolean;
  /** Width; 520 pixels by default. */
  size?: number | string;
  /** Further actions at the left of the bar, e.g. deactivate. */
  extra?: ReactNode;
  children: ReactNode;
}

function focusFirstError(container: HTMLElement | null) {
  const first = container?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] button');
  first?.focus();
}

/** Says what the last request failed with, and marks its fields. */
function useSubmitError<V extends object>(form: KitForm<V>, submitError: unknown): string | null {
  const [message, setMessage] = useState<string | null>(null);
  const target = useRef(form);
  target.current = form;
  useEffect(() => setMessage(submitError ? showProblem(target.current, submitError) : null), [submitError]);
  return message;
}

function FormBody<V extends object>(props: FormDrawerProps<V> & { onLeave: () => void }) {
  const { form, loading, submitError, submit, readOnly = false, extra, children, draftKey } = props;
  const element = useRef<HTMLFormElement>(null);
  const message = useSubmitError(form, submitError);
  useFirstField(element);
  const draft = useDraft({
    draftKey: readOnly ? undefined : draftKey,
    value: form.values,
    changed: form.isDirty(),
    base: props.base,
    onRestore: (values, from) => {
      form.setValues(values);
      if (from !== undefined) props.onBase?.(from);
    },
  });
  const toFirstError = () => requestAnimationFrame(() => focusFirstError(element.current));
  const submitForm = form.onSubmit(props.onSubmit, toFirstError);
  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onSubmit={event => {
        // React lets it rise to a form that this drawer was opened from.
        event.stopPropagation();
        submitForm(event);
      }}
    >
      <Stack gap="md" className={classes.fields}>
        {message && (
          <Alert color="red" role="alert">
            {message}
          </Alert>
        )}
        {draft.restoredAt && (
          <Alert color="cyan">{t('draft.recovered', { when: formatInstant(draft.restoredAt) })}</Alert>
        )}
        <Fields form={form} disabled={readOnly} {...(draftKey ? { draftKey } : {})}>
          {children}
        </Fields>
      </Stack>
      <Group className={classes.bar} justify="space-between" gap="xs">
        <Group gap="xs">{extra}</Group>
        <Group gap="xs" ml="auto">
          <Button variant="default" onClick={props.onLeave}>
            {t(readOnly ? 'action.close' : 'action.cancel')}
          </Button>
          {!readOnly && (
            <Button type="submit" loading={loading}>
              {submit}
            </Button>
          )}
        </Group>
      </Group>
    </form>
  );
}

/** Create or edit beside the list. Asks before it throws away what was typed. */
export function FormDrawer<V extends object>(props: FormDrawerProps<V>) {
  const { open, title, form, readOnly = false, onClose, draftKey } = props;
  const [asking, setAsking] = useState(false);
  useReturnFocus(open);
  const close = () => {
    setAsking(false);
    if (draftKey) void forgetDrafts(draftKey);
    onClose();
  };
  // In the next frame: the Escape that asks must not answer the question, too.
  const ask = () => void requestAnimationFrame(() => setAsking(true));
  const leave = () => (!readOnly && form.isDirty() ? ask() : close());
  return (
    <>
      <Drawer
        opened={open}
        onClose={leave}
        position="right"
        size={props.size ?? 520}
        title={title}
        closeButtonProps={{ 'aria-label': t('action.close') }}
        classNames={{ body: classes.body ?? '', title: classes.title ?? '', content: classes.content ?? '' }}
      >
        <FormBody {...props} onLeave={leave} />
      </Drawer>
      <ConfirmDialog
        open={asking}
        title={t('draft.unsavedTitle')}
        confirm={t('action.discard')}
        cancel={t('action.keepEditing')}
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={close}
      >
        {t('draft.unsavedClose')}
      </ConfirmDialog>
    </>
  );
}
