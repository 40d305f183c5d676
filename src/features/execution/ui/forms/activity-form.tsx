import { Button, Collapse, Stack } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ActivityFields } from '../../../../domain/execution/activities.ts';
import { COUNTED_GROUPS } from '../../../../domain/execution/people.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { SwitchField, TextField } from '../../../../web/form/fields.tsx';
import { useFormScope, useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useRead } from '../../../../web/query.ts';
import { SideDrawer } from '../../../../web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { useUploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { getCatalogues } from '../../../options/contract.ts';
import type { ProjectFile } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import {
  type ActivityDetail,
  type Execution,
  getActivity,
  type NewActivity,
  newActivity,
} from '../../contract.ts';
import classes from '../execution.module.css';
import { draftKeyOf, usePlanned } from '../use-execution.tsx';
import { DirectField, GroupFields } from './count-fields.tsx';
import { PhotosField } from './photos-field.tsx';
import { useActivityWrite } from './use-activity-write.tsx';

export interface ActivityFormProps {
  /** What is changed; null for a new one. */
  id: string | null;
  /** The activity of the plan it is recorded for. */
  planItemId: string | null;
  execution: Execution;
  onClose: () => void;
}

const valuesOf = (detail: ActivityDetail): ActivityFields => {
  const { planItemId, name, day, startsAt, endsAt, place, link, description, counts, completes } = detail;
  return {
    ...{ planItemId, name, day, startsAt, endsAt, place, link, description, counts, completes },
    comunaCode: detail.comuna?.code ?? null,
    fileIds: detail.files.map(f => f.id),
  };
};

/** Records or changes an activity; what is needed on a phone comes first, the rest is folded. */
export function ActivityForm(props: ActivityFormProps) {
  const { project } = useProject();
  const { id, planItemId, execution } = props;
  const { plan } = usePlanned();
  const params = { kind: project.kind, id: project.id, activity: id ?? '' };
  const { data, error, refetch } = useRead(getActivity, { params }, { enabled: id !== null });
  // One form is one activity, however often it is sent: the id is kept with what is typed.
  const [fresh] = useState(() => crypto.randomUUID());
  if (error && !data) return <Unread error={error} onRetry={() => void refetch()} onClose={props.onClose} />;
  if (id !== null && !data) return null;
  const item = plan.find(each => each.id === planItemId);
  const empty: ActivityFields = {
    ...{ planItemId: item?.id ?? null, name: item?.name ?? '', day: execution.today },
    ...{ startsAt: '', endsAt: '', place: '', link: '', comunaCode: null, description: '' },
    ...{ counts: {}, completes: item?.isMilestone ?? false, fileIds: [] },
  };
  const initial = { ...(data ? valuesOf(data) : empty), id: id ?? fresh };
  return <Form {...props} initial={initial} version={data?.version ?? null} />;
}

interface UnreadProps {
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** What is to be changed did not come, or is no longer there. */
const Unread = ({ error, onRetry, onClose }: UnreadProps) => (
  <SideDrawer onClose={onClose} size="36rem" title="Editar actividad">
    <ErrorState error={error} onRetry={onRetry} />
  </SideDrawer>
);

interface FormProps extends ActivityFormProps {
  initial: NewActivity;
  /** What is changed started from; null for a new one. */
  version: number | null;
}

function Form({ id, planItemId, execution, onClose, initial, version }: FormProps) {
  const { project } = useProject();
  const form = useKitForm<NewActivity>(newActivity, initial);
  const attach = (file: ProjectFile) =>
    form.setFieldValue('fileIds', before => (before.includes(file.id) ? before : [...before, file.id]));
  const uploads = useUploads(attach);
  const draftKey = draftKeyOf(project.id, { form: 'activity', id, planItemId });
  const write = useActivityWrite({
    ...{ id, version, draftKey, uploads, onClose },
    current: () => form.getValues(),
  });
  const waiting = write.waitsFor > 0 ? formatCount(write.waitsFor, 'archivo', 'archivos') : '';
  return (
    <FormDrawer
      open
      size="36rem"
      title={id === null ? 'Registrar actividad' : 'Editar actividad'}
      submit={waiting ? `Guardar al llegar ${waiting}` : 'Guardar actividad'}
      form={form}
      draftKey={draftKey}
      {...write.draft}
      loading={write.isPending}
      submitError={write.error}
      onClose={onClose}
      onSubmit={write.send}
    >
      <TextField name="name" label="Qué se hizo" />
      <div className={classes.pair}>
        <DateField name="day" label="Fecha" max={execution.today} min={execution.earliest ?? undefined} />
        <DirectField />
      </div>
      <PhotosField uploads={uploads} />
      <PlanFields isChosen={form.values.planItemId !== null} />
      <Folded label="Personas por grupo" paths={GROUP_PATHS}>
        <GroupFields />
      </Folded>
      <Folded label="Hora, lugar y descripción" paths={PLACE_PATHS} open={id !== null}>
        <PlaceFields />
      </Folded>
    </FormDrawer>
  );
}

function PlanFields({ isChosen }: { isChosen: boolean }) {
  const { plan } = usePlanned();
  if (plan.length === 0) return null;
  return (
    <>
      <SelectField
        name="planItemId"
        label="Actividad del plan"
        description="Vacío si no estaba planificada."
        options={plan.map(item => ({
          value: item.id,
          label: `${item.isMilestone ? 'Hito: ' : ''}${item.name || 'Sin nombre'}`,
        }))}
      />
      {isChosen && <SwitchField name="completes" label="Con esto queda hecha la actividad del plan" />}
    </>
  );
}

function PlaceFields() {
  const { data } = useRead(getCatalogues);
  const comunas = (data?.comunas ?? []).map(c => ({ value: c.code, label: c.name }));
  return (
    <>
      <div className={classes.pair}>
        <TextField name="startsAt" label="Desde" placeholder="hh:mm" />
        <TextField name="endsAt" label="Hasta" placeholder="hh:mm" />
      </div>
      <TextField name="place" label="Lugar" />
      <SelectField name="comunaCode" label="Comuna" options={comunas} />
      <TextField name="link" label="Enlace" type="url" placeholder="https://" />
      <TextAreaField name="description" label="Descripción" />
    </>
  );
}

const GROUP_PATHS = COUNTED_GROUPS.filter(group => group !== 'direct').map(group => `counts.${group}`);
const PLACE_PATHS = ['startsAt', 'endsAt', 'place', 'comunaCode', 'link', 'description'];

interface FoldedProps {
  label: string;
  /** Of its fields: one that is wrong shows itself. */
  paths: readonly string[];
  open?: boolean;
  children: React.ReactNode;
}

function Folded({ label, paths, open: first = false, children }: FoldedProps) {
  const scope = useFormScope();
  const [wanted, setOpen] = useState(first);
  const open = wanted || paths.some(path => scope.errorOf(path));
  const Sign = open ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ml="-0.5rem"
        leftSection={<Sign size={16} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <Collapse expanded={open}>
        <Stack gap="md" mt="sm">
          {open && children}
        </Stack>
      </Collapse>
    </div>
  );
}
