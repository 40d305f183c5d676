import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { localDay } from '../../../../domain/kit/calendar.ts';
import { INCIDENT_DATA, INCIDENT_NATURES, INCIDENT_RISKS } from '../../../../domain/privacy/incidents.ts';
import type { CatalogueForm, ValuesOf } from '../../../../web/catalogue/catalogue.ts';
import { CatalogueDrawer } from '../../../../web/catalogue/catalogue-drawer.tsx';
import { ChecksField } from '../../../../web/form/choices/checks-field.tsx';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { NumberField } from '../../../../web/form/number-field.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { type Incident, incidents } from '../../incidents/contract.ts';
import { CloseButton } from './closing.tsx';
import classes from './incidents.module.css';
import { Gaps, LABELS } from './looks.tsx';

type Values = ValuesOf<typeof incidents>;

const NO_NAMES = 'Sin nombres ni documentos de personas.';

const Part = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <fieldset className={classes.part}>
    <legend>{title}</legend>
    {text && (
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    )}
    {children}
  </fieldset>
);

const Happened = () => (
  <Part title="Qué pasó">
    <TextField name="title" label={LABELS.title} description="Por ejemplo «Planilla enviada a otra lista»." />
    <DateField name="detectedOn" label={LABELS.detectedOn} />
    <DateField name="happenedOn" label={LABELS.happenedOn} description="Vacío si todavía no se sabe." />
    <ChecksField name="natures" label={LABELS.natures} options={INCIDENT_NATURES} required />
    <TextAreaField name="description" label={LABELS.description} description={NO_NAMES} />
  </Part>
);

const Concerned = () => (
  <Part title="Datos y personas">
    <TextAreaField name="dataConcerned" label={LABELS.dataConcerned} description={NO_NAMES} />
    <ChecksField
      name="special"
      label={LABELS.special}
      description="Con alguno de estos, si hay riesgo, también se comunica a las personas."
      options={INCIDENT_DATA}
    />
    <NumberField name="people" label={LABELS.people} description="Vacío si todavía no se sabe." />
  </Part>
);

const Judged = () => (
  <Part title="Riesgo, efectos y medidas">
    <SelectField
      name="risk"
      label={LABELS.risk}
      options={INCIDENT_RISKS}
      description="Con un riesgo razonable se comunica a la Agencia sin dilaciones indebidas."
      required
    />
    <TextAreaField name="effects" label={LABELS.effects} />
    <TextAreaField name="measures" label={LABELS.measures} />
  </Part>
);

const Told = () => (
  <Part title="A quién se comunicó" text="A la Agencia de Protección de Datos Personales y a las personas.">
    <DateField name="agencyToldOn" label={LABELS.agencyToldOn} />
    <TextField name="agencyReference" label={LABELS.agencyReference} />
    <DateField name="peopleToldOn" label={LABELS.peopleToldOn} />
    <TextAreaField name="peopleToldHow" label={LABELS.peopleToldHow} />
    <TextAreaField
      name="whyNotTold"
      label={LABELS.whyNotTold}
      description="Solo si debía comunicarse a la Agencia o a las personas y no se hizo."
    />
  </Part>
);

const IncidentParts = ({ row }: { row: Incident | null }) => (
  <>
    {row && row.gaps.length > 0 && (
      <Text size="sm" component="div">
        <Gaps incident={row} />
      </Text>
    )}
    <Happened />
    <Concerned />
    <Judged />
    <Told />
  </>
);

const initial = (): Values => ({
  ...{ title: '', detectedOn: localDay(new Date()), happenedOn: null, natures: [], description: '' },
  ...{ dataConcerned: '', special: [], people: null, effects: '', measures: '', risk: 'unknown' },
  ...{ agencyToldOn: null, agencyReference: '', peopleToldOn: null, peopleToldHow: '', whyNotTold: '' },
});

const valuesOf = (row: Incident): Values => ({
  ...{ title: row.title, detectedOn: row.detectedOn, happenedOn: row.happenedOn, natures: row.natures },
  ...{ description: row.description, dataConcerned: row.dataConcerned, special: row.special },
  ...{ people: row.people, effects: row.effects, measures: row.measures, risk: row.risk },
  ...{ agencyToldOn: row.agencyToldOn, agencyReference: row.agencyReference },
  ...{ peopleToldOn: row.peopleToldOn, peopleToldHow: row.peopleToldHow, whyNotTold: row.whyNotTold },
});

const screenOf = (): CatalogueForm<Incident, Values> => ({
  noun: 'incident',
  words: { add: 'Nuevo incidente', create: 'Registrar incidente', edit: 'Incidente' },
  wordsFor: ({ code }) => ({ edit: `Incidente ${code}`, save: 'Guardar' }),
  endpoints: incidents,
  initial: initial(),
  valuesOf,
  nameOf: row => row.code,
  labels: LABELS,
  choices: { natures: INCIDENT_NATURES, special: INCIDENT_DATA, risk: INCIDENT_RISKS },
  fields: row => <IncidentParts row={row} />,
  rowActions: (row, done) => <CloseButton row={row} done={done} />,
});

/** Records an incident, or changes the open one given. */
export function IncidentForm({ row, onClose }: { row: Incident | null; onClose: () => void }) {
  return <CatalogueDrawer screen={screenOf()} row={row} open onClose={onClose} />;
}
