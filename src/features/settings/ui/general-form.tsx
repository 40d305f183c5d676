import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../../web/api.ts';
import { SavedForm } from '../../../web/form/autosave/saved-form.tsx';
import { TagsField } from '../../../web/form/choices/several-field.tsx';
import { SwitchField } from '../../../web/form/fields.tsx';
import { NumberField } from '../../../web/form/number-field.tsx';
import { keyOf } from '../../../web/query.ts';
import { getCatalogues } from '../../options/contract.ts';
import { getSettings, type SettingsView, saveSettings, settingsFields } from '../contract.ts';

/** Domains, limit and periods, saved together by a button. */
export function GeneralForm({ settings, onSaved }: { settings: SettingsView; onSaved: () => void }) {
  const { holidays: _, ...stored } = settings;
  const client = useQueryClient();
  return (
    <SavedForm
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
