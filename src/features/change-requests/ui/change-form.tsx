import { Alert, Button, Group, Text } from '@mantine/core';
import { use, useMemo, useState } from 'react';
import { changeFields, isChangeSection } from '../../../domain/access/change-requests.ts';
import { sectionOf } from '../../../domain/sections/index.ts';
import { request } from '../../../web/api.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { Fields, useKitForm } from '../../../web/form/form.tsx';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { t } from '../../../web/i18n/i18n.ts';
import { messageOf, ProblemError } from '../../../web/problem-error.ts';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import type { ShownSection } from '../../ficha/ui/section-list.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { controlsReady, WRITING_FIELDS } from '../../section-screens/ui/fields/controls.tsx';
import { ScopeProvider } from '../../section-screens/ui/scope.tsx';
import { SECTION_SCREENS } from '../../section-screens/ui/sections/screens.tsx';
import { changeReason, requestChange } from '../contract.ts';
import classes from './changes.module.css';

type Values = Record<string, unknown>;

interface FormProps {
  section: ShownSection;
  onClose: () => void;
}

/** The words of a refusal that belong to no field of the copy. */
function useRefusals(setFieldError: (path: string, message: string) => void) {
  const [refusal, setRefusal] = useState<{ reason?: string; form?: string; target?: string }>({});
  const show = (error: unknown) => {
    const errors = error instanceof ProblemError ? error.errors : [];
    const ofFields = errors.filter(e => e.path !== 'reason' && e.path !== 'data');
    for (const e of ofFields) setFieldError(e.path.replace(/^data\./, ''), e.message);
    const reason = errors.find(e => e.path === 'reason')?.message;
    const form = errors.find(e => e.path === 'data')?.message ?? messageOf(error);
    setRefusal({
      ...(reason ? { reason } : { form }),
      ...(ofFields[0] && { target: ofFields[0].path.replace(/^data\./, '') }),
    });
  };
  return { refusal, show, setRefusal };
}

function useChangeForm({ section, onClose }: FormProps) {
  const { project, cache } = useProject();
  const { slug, stored } = section;
  const definition = sectionOf(slug);
  const [start] = useState(() => ({
    id: crypto.randomUUID(),
    version: stored.version,
    values: { ...definition.empty, ...stored.data } as Values,
  }));
  const form = useKitForm<Values>(definition.schema, start.values);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const { refusal, show, setRefusal } = useRefusals(form.setFieldError);
  const draft = useDraft({
    draftKey: ['project', project.id, 'change', slug],
    value: { values: form.values, reason },
    changed: reason !== '' || form.isDirty(),
    onRestore: kept => {
      form.setValues(kept.values);
      setReason(kept.reason);
    },
  });
  const close = () => {
    draft.clear();
    onClose();
  };
  const send = async () => {
    if (!isChangeSection(slug)) return;
    const typed = changeReason.safeParse({ reason });
    if (!typed.success) return setRefusal({ reason: typed.error.issues[0]?.message ?? '' });
    setBusy(true);
    setRefusal({});
    try {
      const { kind, id } = project;
      const body = { id: start.id, section: slug, version: start.version, data: form.values, reason };
      const { applied } = await request(requestChange, { params: { kind, id }, body });
      close();
      toasts.success(
        applied ? APPLIED : '<strong>Cambio solicitado.</strong> Te avisaremos cuando se decida.',
      );
      await cache.refresh();
    } catch (error) {
      show(error);
    } finally {
      setBusy(false);
    }
  };
  const type = (text: string) => {
    setReason(text);
    setRefusal({});
  };
  return { form, reason, type, busy, refusal, send, close };
}

const APPLIED = '<strong>Cambio hecho.</strong> Solo movió dinero entre categorías: no necesita decisión.';

/** A copy of the section to change, with the reason; nothing of it is in the Ficha until somebody accepts it. */
export function ChangeForm(props: FormProps) {
  const { section } = props;
  use(controlsReady(section.fields, true, false));
  const { form, reason, type, busy, refusal, send, close } = useChangeForm(props);
  const fields = section.fields.filter(
    f => isChangeSection(section.slug) && changeFields(section.slug).includes(f.path),
  );
  const scope = useMemo(
    () => ({
      slug: section.slug,
      prefix: '',
      fields,
      values: form.values,
      readOnly: false,
      target: refusal.target ?? null,
      errors: form.errors,
      ...WRITING_FIELDS,
      set: (path: string, value: unknown) => form.setFieldValue(path, value),
    }),
    [section.slug, fields, form, refusal.target],
  );
  const Screen = SECTION_SCREENS[section.slug];
  return (
    <div className={classes.form} data-change-form>
      <Text size="sm" mb="md">
        Cambia esta copia y explica por qué. La Ficha queda igual hasta que la solicitud se acepte.
      </Text>
      <Fields form={form}>
        <ScopeProvider value={scope}>
          <Screen />
        </ScopeProvider>
      </Fields>
      <ReasonField
        label="Motivo del cambio"
        description="Lo lee quien decide y queda en el historial."
        minRows={2}
        mt="lg"
        maw="44rem"
        value={reason}
        error={refusal.reason}
        onChange={type}
      />
      {refusal.form && (
        <Alert color="red" role="alert" mt="sm">
          {refusal.form}
        </Alert>
      )}
      <Group gap="xs" mt="md">
        <Button loading={busy} onClick={() => void send()}>
          Enviar solicitud
        </Button>
        <Button variant="default" onClick={close}>
          {t('action.cancel')}
        </Button>
      </Group>
    </div>
  );
}
