import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../../web/api.ts';
import { SavedForm } from '../../../web/form/autosave/saved-form.tsx';
import { TagsField } from '../../../web/form/choices/several-field.tsx';
import { SwitchField } from '../../../web/form/fields.tsx';
import { NumberField } from '../../../web/form/number-field.tsx';
import { keyOf, useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { getCatalogues } from '../../options/contract.ts';
import { getSettings, saveSettings, settingsFields } from '../contract.ts';

/** Domains, limit and periods, saved together by a button. */
export function GeneralForm({ onSaved }: { onSaved: () => void }) {
  const { data, error, refetch } = useRead(getSettings, {});
  const client = useQueryClient();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="28rem" />;
  const { holidays: _, ...stored } = data;
  return (
    <SavedForm
      // Values somebody else has saved meanwhile make a new form.
      key={data.updatedAt}
      schema={settingsFields}
      stored={stored}
      draftKey={['settings']}
      save={body => request(saveSettings, { body })}
      onSaved={after => {
        client.setQueryData(keyOf(getSettings, {}), after);
        void client.invalidateQueries({ queryKey: keyOf(getCatalogues) });
        onSaved();
      }}
      submit="Guardar"
      said="Configuración guardada."
    >
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
      <NumberField
        name="budgetMoveShare"
        label="Cambio de presupuesto sin solicitud"
        suffix=" %"
        description="De 0 a 100 % de lo adjudicado: lo que el responsable puede mover entre categorías del fondo, en total, sin pedirlo."
      />
      <SwitchField
        name="serveUnscanned"
        label="Entregar archivos que el antivirus no revisó"
        description="Si lo apagas, esos archivos esperan hasta que el antivirus los revise; sin antivirus configurado no se abre ninguno."
      />
      <TagsField
        name="periods"
        label="Períodos académicos"
        description="Año y semestre, por ejemplo 2026-1. Los proyectos eligen entre ellos."
      />
    </SavedForm>
  );
}
