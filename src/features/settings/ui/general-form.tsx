import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '../../../web/dates.ts';
import { Fields, showProblem, useKitForm } from '../../../web/form/form.tsx';
import { NumberField } from '../../../web/form/number-field.tsx';
import { TagsField } from '../../../web/form/several-field.tsx';
import { useDraft } from '../../../web/form/use-draft.ts';
import { keyOf, useWrite } from '../../../web/query.ts';
import { toasts } from '../../../web/ui/toasts.ts';
import { getCatalogues } from '../../projects/options/contract.ts';
import { getSettings, type SettingsView, saveSettings, settingsFields } from '../contract.ts';

/** Domains, limit and periods, saved together by a button. */
export function GeneralForm({ settings }: { settings: SettingsView }) {
  const { updatedAt, updatedBy, academicDomains, pendingDomains, uploadLimitMb, periods } = settings;
  const form = useKitForm(settingsFields, { academicDomains, pendingDomains, uploadLimitMb, periods });
  const client = useQueryClient();
  const save = useWrite(saveSettings, [getCatalogues]);
  const [problem, setProblem] = useState<string | null>(null);
  const draft = useDraft({
    draftKey: ['settings'],
    value: form.values,
    changed: form.isDirty(),
    onRestore: values => form.setValues(values),
  });
  const submit = form.onSubmit(fields => {
    setProblem(null);
    save.mutate(
      { body: { ...fields, updatedAt } },
      {
        onSuccess: stored => {
          draft.clear();
          client.setQueryData(keyOf(getSettings, {}), stored);
          toasts.success('Configuración guardada.');
        },
        onError: error => setProblem(showProblem(form, error)),
      },
    );
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Fields form={form}>
          <TagsField
            name="academicDomains"
            label="Dominios de la universidad"
            description="Quien ingresa por primera vez con un correo de estos dominios queda habilitado como académico. Termina cada uno con Enter."
          />
          <TagsField
            name="pendingDomains"
            label="Dominios en espera"
            description="Quien ingresa con ellos espera a que la oficina lo habilite."
          />
          <NumberField
            name="uploadLimitMb"
            label="Tamaño máximo de un archivo"
            suffix=" MB"
            description="De 1 a 2.000 MB."
          />
          <TagsField
            name="periods"
            label="Períodos académicos"
            description="Año y semestre, por ejemplo 2026-1. Los proyectos eligen entre ellos."
          />
        </Fields>
        <div>
          <Button type="submit" loading={save.isPending}>
            Guardar
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
