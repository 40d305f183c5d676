import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type SectionSlug, sectionOf } from '../../../../domain/sections/index.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { MultiSelectField } from '../../../../web/form/choices/several-field.tsx';
import { type KitForm, useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useWrite } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import {
  allowEarlyReport,
  earlyReport,
  opening,
  openSections,
} from '../../../workflow/allowances/contract.ts';

interface DrawerProps {
  onClose: () => void;
}

interface AllowanceProps<V extends object> extends DrawerProps {
  title: string;
  submit: string;
  /** Said once it is allowed. */
  done: string;
  form: KitForm<V>;
  draft: string;
  loading: boolean;
  error: Error | null;
  onSend: (values: V, version: number, end: { onSuccess: () => void; onSettled: () => void }) => void;
  children: ReactNode;
}

/** What the office allows of the project as it was on screen when the drawer opened, with the reason. */
function AllowanceDrawer<V extends object>(given: AllowanceProps<V>) {
  const { children, onClose, onSend, done, draft, error, ...props } = given;
  const { project, cache } = useProject();
  const [{ version }] = useState(project);
  const draftKey = ['project', project.id, draft];
  const onSuccess = () => {
    void forgetDrafts(draftKey);
    onClose();
    toasts.success(done);
  };
  return (
    <FormDrawer
      open
      {...props}
      draftKey={draftKey}
      submitError={error}
      onClose={onClose}
      onSubmit={values => onSend(values, version, { onSuccess, onSettled: () => cache.refresh() })}
    >
      {children}
      <TextAreaField name="reason" label="Motivo" description="Al menos 10 caracteres." />
    </FormDrawer>
  );
}

/** Lets a correction change more than what was observed or is missing. */
export function OpenSectionsDrawer({ onClose }: DrawerProps) {
  const { project } = useProject();
  const [closed] = useState(project.openSections?.closed ?? []);
  const form = useKitForm<{ sections: SectionSlug[]; reason: string }>(opening, { sections: [], reason: '' });
  const save = useWrite(openSections);
  const params = { kind: project.kind, id: project.id };
  return (
    <AllowanceDrawer
      title="Abrir más secciones"
      submit="Abrir secciones"
      done="Las secciones quedaron abiertas para corregir."
      draft="open-sections"
      form={form}
      loading={save.isPending}
      error={save.error}
      onClose={onClose}
      onSend={(values, version, end) => save.mutate({ params, body: { ...values, version } }, end)}
    >
      <Text size="sm">
        Al corregir cambian las secciones observadas y las que están incompletas. Su responsable recibe un
        aviso de las que abras ahora.
      </Text>
      <MultiSelectField
        name="sections"
        label="Secciones"
        options={closed.map(slug => ({ value: slug, label: sectionOf(slug).label }))}
      />
    </AllowanceDrawer>
  );
}

/** Lets the final report come before the project's end. */
export function EarlyReportDrawer({ onClose }: DrawerProps) {
  const { project } = useProject();
  const form = useKitForm<{ reason: string }>(earlyReport, { reason: '' });
  const save = useWrite(allowEarlyReport);
  const params = { kind: project.kind, id: project.id };
  return (
    <AllowanceDrawer
      title="Permitir informe anticipado"
      submit="Permitir"
      done="El informe final ya se puede enviar."
      draft="early-report"
      form={form}
      loading={save.isPending}
      error={save.error}
      onClose={onClose}
      onSend={(values, version, end) => save.mutate({ params, body: { ...values, version } }, end)}
    >
      <Text size="sm">
        El informe final se podrá enviar antes de que terminen el proyecto y sus actividades. Su responsable
        recibe un aviso, y el motivo queda en el historial.
      </Text>
    </AllowanceDrawer>
  );
}
