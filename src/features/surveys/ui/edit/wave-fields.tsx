import { Chip, Group, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { addDays, localDay } from '../../../../domain/kit/calendar.ts';
import { AUDIENCES, isDraft, MOST_OPEN_DAYS, MOST_REMINDERS } from '../../../../domain/surveys/waves.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { type Option, SelectField } from '../../../../web/form/choices/select-field.tsx';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { FieldFrame } from '../../../../web/form/field-frame.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useField, useFormScope } from '../../../../web/form/form.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { OptionField } from '../../../options/ui/option-field.tsx';
import type { Wave } from '../../contract.ts';
import { useInstruments } from './use-instruments.tsx';

export const LABELS = {
  title: 'Título',
  instrumentId: 'Instrumento',
  projectId: 'Proyecto',
  audience: 'Para quién',
  anonymous: 'Anónima',
  message: 'Mensaje',
  lastDay: 'Último día para responder',
  reminderDays: 'Recordatorios',
};

const ANONYMITY = [
  {
    value: true,
    label: 'Anónima',
    description:
      'Nadie sabrá quién respondió qué; los resultados se ven cuando la encuesta cierra y si responden cinco personas o más.',
  },
  {
    value: false,
    label: 'Con nombre',
    description:
      'Quien administra la encuesta ve qué respondió cada persona invitada por correo, y a cada una se le dice antes de responder.',
  },
] as const;

/** What a survey is called until somebody calls it something else. */
const offeredTitle = (name: string) => `${name} ${localDay(new Date()).slice(0, 4)}`;

/** Offers a title with each instrument, as long as none was written. */
function useOfferedTitle(nameOf: (id: string) => string | undefined) {
  const { getValue, setValue } = useFormScope();
  const offered = useRef('');
  const name = nameOf(String(getValue('instrumentId') ?? ''));
  const title = getValue('title');
  useEffect(() => {
    const next = name === undefined ? '' : offeredTitle(name);
    if (next === '' || next === offered.current) return;
    if (title === '' || title === offered.current) setValue('title', next);
    offered.current = next;
  });
}

/** An instrument that may be sent, and what it is for. */
function InstrumentField({ chosen }: { chosen: Wave['instrument'] | undefined }) {
  const all = useInstruments();
  const value = useFormScope().getValue('instrumentId');
  const sendable = all.filter(each => each.active && each.questions > 0);
  const options: Option[] = sendable.map(({ id, name, purpose }) => ({
    value: id,
    label: name,
    hint: purpose,
  }));
  if (chosen && !sendable.some(each => each.id === chosen.id))
    options.unshift({ value: chosen.id, label: chosen.name });
  useOfferedTitle(id => all.find(each => each.id === id)?.name);
  const purpose = all.find(each => each.id === value)?.purpose;
  return (
    <SelectField
      name="instrumentId"
      label={LABELS.instrumentId}
      options={options}
      {...(purpose && { description: purpose })}
      nothingFound="No hay instrumentos con preguntas."
    />
  );
}

/** Holds for good once it was sent, so neither is chosen beforehand. */
function AnonymityField() {
  const { value, onChange, input } = useField({ name: 'anonymous', label: 'Cómo se responde' });
  const { label, error, withAsterisk, disabled } = input;
  return (
    <Radio.Group
      {...{ label, error, withAsterisk }}
      description="No se puede cambiar después de enviarla."
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={next => onChange(next === 'true')}
    >
      <Stack gap="xs" mt="xs">
        {ANONYMITY.map(each => (
          <Radio
            key={each.label}
            value={String(each.value)}
            label={each.label}
            description={each.description}
            disabled={disabled}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const DAYS_BEFORE = [14, 7, 3, 2, 1];

function RemindersField() {
  const { value, onChange, input } = useField({
    name: 'reminderDays',
    label: LABELS.reminderDays,
    description: `Antes del último día se escribe a quienes no han respondido; hasta ${MOST_REMINDERS} veces.`,
  });
  const chosen = Array.isArray(value) ? value.map(Number) : [];
  const days = [...new Set([...DAYS_BEFORE, ...chosen])].toSorted((a, b) => b - a);
  return (
    <FieldFrame input={input}>
      <Chip.Group
        multiple
        value={chosen.map(String)}
        onChange={next => onChange(next.map(Number).toSorted((a, b) => b - a))}
      >
        <Group gap="xs" mt="xs" role="group" aria-label={LABELS.reminderDays}>
          {days.map(day => (
            <Chip
              key={day}
              value={String(day)}
              size="sm"
              disabled={chosen.length >= MOST_REMINDERS && !chosen.includes(day)}
            >
              {formatCount(day, 'día antes', 'días antes')}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </FieldFrame>
  );
}

export interface FixedProject {
  readonly id: string;
  readonly code: string;
  readonly title: string;
}

export interface WaveFieldsProps {
  /** Null for a new one. */
  wave: Wave | null;
  /** Of which a new one is, where it was begun there. */
  project: FixedProject | undefined;
  /** One of no project is the office's. */
  mayBeOffice: boolean;
}

function ProjectField({ wave, project, mayBeOffice }: WaveFieldsProps) {
  if (project)
    return (
      <Text size="sm">
        {LABELS.projectId}: {project.code} {project.title}
      </Text>
    );
  const known = wave?.project
    ? [{ id: wave.project.id, name: `${wave.project.code} ${wave.project.title}` }]
    : [];
  return (
    <OptionField
      name="projectId"
      label={LABELS.projectId}
      noun="awarded"
      known={known}
      placeholder={mayBeOffice ? 'De la oficina' : 'Busca por código o título'}
      {...(mayBeOffice && { description: 'Vacío si la encuesta es de la oficina, sobre ningún proyecto.' })}
    />
  );
}

/** What of a survey may be changed: all of it, or how long it is open once it was sent. */
export function WaveFields(props: WaveFieldsProps) {
  const { wave } = props;
  const today = localDay(new Date());
  const isSent = wave !== null && !isDraft(wave.state);
  return (
    <>
      {!isSent && <InstrumentField chosen={wave?.instrument} />}
      <TextField name="title" label={LABELS.title} description="Lo leen quienes la reciben." />
      {!isSent && (
        <>
          <ProjectField {...props} />
          <SelectField name="audience" label={LABELS.audience} options={AUDIENCES} />
          <AnonymityField />
          <TextAreaField
            name="message"
            label={LABELS.message}
            description="Va en la invitación y sobre las preguntas."
          />
        </>
      )}
      <DateField name="lastDay" label={LABELS.lastDay} min={today} max={addDays(today, MOST_OPEN_DAYS)} />
      <RemindersField />
    </>
  );
}
