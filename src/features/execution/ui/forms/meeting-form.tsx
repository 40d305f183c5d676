import { Button, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { MeetingFields } from '../../../../domain/execution/activities.ts';
import { addDays } from '../../../../domain/kit/calendar.ts';
import type { Team } from '../../../../domain/sections/team.ts';
import { request } from '../../../../web/api.ts';
import { type Option, SelectField } from '../../../../web/form/choices/select-field.tsx';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { type KitForm, useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useEntryWrite } from '../../../project-record/ui/use-entry-write.tsx';
import {
  type Execution,
  type Meeting,
  type NewMeeting,
  newMeeting,
  recordMeeting,
  saveMeeting,
} from '../../contract.ts';
import classes from '../execution.module.css';
import { draftKeyOf, useExecutionOutdated } from '../use-execution.tsx';

/** Days until something agreed is due, as first offered. */
const USUAL_DAYS = 7;

const valuesOf = (meeting: Meeting): MeetingFields => {
  const { day, startsAt, place, link, attendees, summary, actionItems } = meeting;
  return {
    ...{ day, startsAt, place, link, attendees, summary },
    organisationId: meeting.organisation?.id ?? null,
    actionItems: actionItems.map(({ id, text, responsible, responsibleName, dueDay }) => ({
      ...{ id, text, responsibleName, dueDay },
      responsibleId: responsible?.id ?? null,
    })),
  };
};

/** Partners of the project first; they are whom one meets. */
function usePartnerOptions(meeting: Meeting | undefined): Option[] {
  const { project, nameOf } = useProject();
  const partners = project.sections.find(s => s.slug === 'partners')?.data.partners;
  const ids = (Array.isArray(partners) ? (partners as { organisationId: string | null }[]) : []).flatMap(
    p => p.organisationId ?? [],
  );
  const client = project.sections.find(s => s.slug === 'contract')?.data.clientId;
  const known = [...new Set([...ids, ...(typeof client === 'string' ? [client] : [])])];
  const options = known.map(value => ({ value, label: nameOf(value) }));
  const stored = meeting?.organisation;
  return stored && !known.includes(stored.id)
    ? [...options, { value: stored.id, label: stored.name }]
    : options;
}

/** Whoever takes part with an account. */
function useTeamOptions(): Option[] {
  const { project, nameOf } = useProject();
  const members = (project.sections.find(s => s.slug === 'team')?.data as Team | undefined)?.members ?? [];
  const people = [project.lead, ...(project.alternate ? [project.alternate] : [])].map(
    p => [p.id, p.name] as const,
  );
  const others = members.flatMap(m => (m.userId ? [[m.userId, nameOf(m.userId)] as const] : []));
  return [...new Map([...others, ...people])].map(([value, label]) => ({ value, label }));
}

interface Props {
  id: string | null;
  execution: Execution;
  onClose: () => void;
}

const emptyMeeting = (today: string): MeetingFields => ({
  ...{ organisationId: null, day: today, startsAt: '', place: '', link: '' },
  ...{ attendees: '', summary: '', actionItems: [] },
});

/** A meeting with what was agreed in it, held or arranged. */
export function MeetingForm({ id, execution, onClose }: Props) {
  const { project } = useProject();
  const stored = execution.meetings.find(m => m.id === id);
  const [fresh] = useState(() => crypto.randomUUID());
  const form = useKitForm<NewMeeting>(newMeeting, {
    ...(stored ? valuesOf(stored) : emptyMeeting(execution.today)),
    id: stored?.id ?? fresh,
  });
  const draftKey = draftKeyOf(project.id, { form: 'meeting', id });
  const params = { kind: project.kind, id: project.id };
  const refresh = useExecutionOutdated();
  const write = useEntryWrite<NewMeeting>({
    ...{ draftKey, refresh, onClose, version: stored?.version ?? 0 },
    done: stored ? 'Reunión guardada.' : 'Reunión registrada.',
    store: (values, version) => {
      if (!stored) return request(recordMeeting, { params, body: values });
      const { id: _, ...body } = values;
      return request(saveMeeting, { params: { ...params, meeting: stored.id }, body: { ...body, version } });
    },
  });
  const partners = usePartnerOptions(stored);
  return (
    <FormDrawer
      open
      size="38rem"
      title={stored ? 'Editar reunión' : 'Registrar reunión'}
      submit="Guardar reunión"
      readOnly={stored ? !stored.mayEdit : false}
      {...{ form, draftKey, onClose, ...write.draft }}
      loading={write.isPending}
      submitError={write.error}
      onSubmit={write.send}
    >
      <SelectField
        name="organisationId"
        label="Con quién"
        description="Socio del proyecto."
        options={partners}
      />
      <div className={classes.pair}>
        <DateField name="day" label="Fecha" min={execution.earliest ?? undefined} />
        <TextField name="startsAt" label="Hora" placeholder="hh:mm" />
      </div>
      <TextField name="place" label="Lugar" />
      <TextField name="link" label="Enlace" type="url" placeholder="https://" />
      <TextField name="attendees" label="Quiénes asistieron" />
      <TextAreaField name="summary" label="De qué se habló" />
      <ActionItems form={form} today={execution.today} />
    </FormDrawer>
  );
}

function ActionItems({ form, today }: { form: KitForm<NewMeeting>; today: string }) {
  const team = useTeamOptions();
  const items = form.values.actionItems;
  const add = () =>
    form.insertListItem('actionItems', {
      ...{ id: crypto.randomUUID(), text: '', responsibleId: null, responsibleName: '' },
      dueDay: addDays(today, USUAL_DAYS),
    });
  return (
    <div>
      {items.map((item, n) => (
        <fieldset key={item.id} className={classes.fieldset}>
          <legend>Acuerdo {n + 1}</legend>
          <Stack gap="sm">
            <TextField name={`actionItems.${n}.text`} label="Qué se acordó" />
            <div className={classes.pair}>
              <SelectField name={`actionItems.${n}.responsibleId`} label="Responsable" options={team} />
              <TextField
                name={`actionItems.${n}.responsibleName`}
                label="U otra persona"
                disabled={item.responsibleId !== null}
              />
              <DateField name={`actionItems.${n}.dueDay`} label="Para el" />
            </div>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              w="fit-content"
              ml="-0.5rem"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={`Quitar el acuerdo ${n + 1}`}
              onClick={() => form.removeListItem('actionItems', n)}
            >
              Quitar el acuerdo
            </Button>
          </Stack>
        </fieldset>
      ))}
      <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        Agregar acuerdo
      </Button>
    </div>
  );
}
