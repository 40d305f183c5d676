import { useState } from 'react';
import { actualValue } from '../../../../domain/execution/actual-value.ts';
import { describeValue } from '../../../../domain/execution/measured-words.ts';
import { isAccepted } from '../../../../domain/execution/measurement-states.ts';
import {
  figureErrors,
  figuresOf,
  type MeasurementFields,
} from '../../../../domain/execution/measurements.ts';
import { aimWords } from '../../../../domain/sections/indicator-words.ts';
import { type Indicator, kindOfIndicator } from '../../../../domain/sections/indicators.ts';
import { formatCount, lowerFirst } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useFilesFirst } from '../../../attachments/ui/uploads/use-files-first.tsx';
import { useUploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useEntryWrite } from '../../../project-record/ui/use-entry-write.tsx';
import {
  type Measurement,
  type NewMeasurement,
  newMeasurement,
  type ProjectIndicators,
  recordMeasurement,
  saveMeasurement,
} from '../../contract.ts';
import classes from '../indicators.module.css';
import { measurementKey, type OpenMeasurement } from '../open-measurement.tsx';
import { useIndicators, useIndicatorsOutdated, usePlannedIndicators } from '../use-indicators.tsx';
import { EvidenceField } from './evidence-field.tsx';
import { FigureFields } from './figure-fields.tsx';

interface Props extends OpenMeasurement {
  onClose: () => void;
}

/** Records, changes or corrects a measurement of an indicator. */
export function MeasurementForm({ onClose, ...open }: Props) {
  const { data } = useIndicators();
  const indicator = usePlannedIndicators().find(i => i.id === open.indicatorId);
  // It comes at once: the list it was opened from has asked for it.
  return data && indicator ? <Form {...{ open, indicator, data, onClose }} /> : null;
}

const valuesOf = ({
  day,
  value,
  numerator,
  denominator,
  note,
  evidence,
}: Measurement): MeasurementFields => ({
  ...{ day, value, numerator, denominator, note },
  evidence: evidence.map(({ file, url, seenOn }) => ({ versionId: file?.versionId ?? null, url, seenOn })),
});

const emptyMeasurement = (today: string): MeasurementFields => ({
  ...{ day: today, value: null, numerator: null, denominator: null, note: '', evidence: [] },
});

/** The request's own schema, with what the kind of the indicator asks for. */
const schemaFor = (indicator: Indicator) =>
  newMeasurement.superRefine((given, context) => {
    for (const { path, message } of figureErrors(indicator, given))
      context.addIssue({ code: 'custom', path: path.split('.'), message });
  });

interface FormProps {
  open: OpenMeasurement;
  indicator: Indicator;
  data: ProjectIndicators;
  onClose: () => void;
}

/** Sends a new measurement, or one that is there again. */
function useMeasurementWrite({ open, indicator, data, onClose }: FormProps, stored: Measurement | undefined) {
  const { project } = useProject();
  const refresh = useIndicatorsOutdated();
  const [schema] = useState(() => schemaFor(indicator));
  const [fresh] = useState(() => crypto.randomUUID());
  const from = stored ?? data.measurements.find(m => m.id === open.replacesId);
  const form = useKitForm<NewMeasurement>(schema, {
    ...(from ? valuesOf(from) : emptyMeasurement(data.today)),
    ...{ id: stored?.id ?? fresh, indicatorId: indicator.id, replacesId: open.replacesId },
  });
  const uploads = useUploads((_file, { versionId }) =>
    form.setFieldValue('evidence', before =>
      before.some(e => e.versionId === versionId)
        ? before
        : [...before, { versionId, url: '', seenOn: null }],
    ),
  );
  const draftKey = measurementKey(project.id, open);
  const params = { kind: project.kind, id: project.id };
  const write = useEntryWrite<NewMeasurement>({
    ...{ draftKey, refresh, onClose, version: stored?.version ?? 0 },
    done: 'Medición enviada: falta que la acepten.',
    store: (values, version) => {
      if (!stored) return request(recordMeasurement, { params, body: values });
      const { id, indicatorId: _, replacesId: __, ...body } = values;
      return request(saveMeasurement, { params: { ...params, measurement: id }, body: { ...body, version } });
    },
  });
  return {
    ...{ form, uploads, draftKey },
    write: useFilesFirst({ write, uploads, current: () => form.getValues() }),
  };
}

const titleOf = ({ id, replacesId }: OpenMeasurement) =>
  id === null && replacesId !== null
    ? 'Corregir medición'
    : id === null
      ? 'Registrar medición'
      : 'Editar medición';

function Form(props: FormProps) {
  const { open, indicator, data, onClose } = props;
  const stored = data.measurements.find(m => m.id === open.id);
  const { form, uploads, draftKey, write } = useMeasurementWrite(props, stored);
  const isTold = kindOfIndicator(indicator) === 'qualitative';
  const waiting = write.waitsFor > 0 ? formatCount(write.waitsFor, 'archivo', 'archivos') : '';
  return (
    <FormDrawer
      open
      size="36rem"
      title={titleOf(open)}
      submit={waiting ? `Enviar al llegar ${waiting}` : 'Enviar medición'}
      {...{ form, draftKey, onClose, ...write.draft }}
      loading={write.isPending}
      submitError={write.error}
      onSubmit={write.send}
    >
      <p className={classes.outcome}>
        <strong>{indicator.name}</strong>
        {open.replacesId !== null && ' · Cuando se acepte, reemplaza a la medición que corriges.'}
      </p>
      <DateField name="day" label="Fecha" max={data.today} min={data.earliest ?? undefined} />
      <FigureFields indicator={indicator} />
      <TextAreaField
        name="note"
        label={isTold ? 'Qué se observó' : 'Nota'}
        {...(isTold && { required: true })}
      />
      <EvidenceField uploads={uploads} today={data.today} stored={stored?.evidence ?? []} />
      <Outcome indicator={indicator} data={data} values={form.values} without={open.replacesId} />
    </FormDrawer>
  );
}

interface OutcomeProps {
  indicator: Indicator;
  data: ProjectIndicators;
  values: NewMeasurement;
  without: string | null;
}

/** What the indicator comes to once this measurement is accepted. */
function Outcome({ indicator, data, values, without }: OutcomeProps) {
  if (values.day === '' || figureErrors(indicator, values).length > 0) return null;
  const counting = data.measurements.filter(
    m => isAccepted(m) && m.indicatorId === indicator.id && m.id !== without && m.id !== values.id,
  );
  const { id, day, note } = values;
  // Of one day it is the latest, as it is recorded now.
  const own = { id, day, note, recordedAt: '9999', ...figuresOf(indicator, values) };
  const outcome = actualValue(indicator, [...counting, own]);
  if (!outcome || outcome.value === null) return null;
  const aim = aimWords(indicator);
  return (
    <p className={classes.outcome} role="status">
      Con esta medición el valor logrado sería <strong>{describeValue(indicator, outcome.value)}</strong>
      {aim && `; la meta es ${lowerFirst(aim)}`}.
    </p>
  );
}
