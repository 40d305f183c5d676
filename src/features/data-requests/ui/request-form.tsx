import { useState } from 'react';
import { localDay } from '../../../domain/kit/calendar.ts';
import { RECORDED_CHANNELS } from '../../../domain/privacy/requests.ts';
import { DATA_RIGHTS } from '../../../domain/privacy/rights.ts';
import type { CatalogueForm, ValuesOf } from '../../../web/catalogue/catalogue.ts';
import { CatalogueDrawer } from '../../../web/catalogue/catalogue-drawer.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { DateField } from '../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { correctDataRequest, type DataRequest, recordDataRequest } from '../contract.ts';
import { RightField } from './right-field.tsx';

type Values = ValuesOf<{ create: typeof recordDataRequest }>;

const LABELS = {
  // Never told apart: both sides of a conflict are of one request.
  id: 'Solicitud',
  right: 'Derecho',
  name: 'Nombre',
  email: 'Correo',
  document: 'RUT o documento',
  details: 'Qué pide',
  channel: 'Llegó por',
  receivedOn: 'Recibida el',
};

const Fields = () => (
  <>
    <RightField label={LABELS.right} />
    <TextField name="name" label={LABELS.name} />
    <TextField
      name="email"
      type="email"
      label={LABELS.email}
      description="Aquí se le responde. Vacío si no tiene: la oficina le entrega la respuesta."
    />
    <TextField
      name="document"
      label={LABELS.document}
      description="Como lo dio la persona. Basta con su correo o su documento."
    />
    <TextAreaField name="details" label={LABELS.details} description="Al menos 10 caracteres." />
    <SelectField name="channel" label={LABELS.channel} options={RECORDED_CHANNELS} />
    <DateField
      name="receivedOn"
      label={LABELS.receivedOn}
      description="Desde este día corre el plazo."
      max={localDay(new Date())}
    />
  </>
);

const valuesOf = (row: DataRequest): Values => {
  const { id, right, name, email, document, details, channel, receivedOn } = row;
  return { id, right, name, email, document, details, channel, receivedOn };
};

const screenFor = (fresh: string): CatalogueForm<DataRequest, Values> => ({
  noun: 'data-request',
  words: { add: 'Registrar solicitud', create: 'Registrar solicitud', edit: 'Corregir solicitud' },
  endpoints: { create: recordDataRequest, update: correctDataRequest },
  initial: {
    ...{ id: fresh, right: null, name: '', email: '', document: '', details: '' },
    ...{ channel: null, receivedOn: localDay(new Date()) },
  },
  valuesOf,
  nameOf: row => row.code,
  labels: LABELS,
  choices: { right: DATA_RIGHTS, channel: RECORDED_CHANNELS },
  fields: () => <Fields />,
});

interface Props {
  /** Null for a new one. */
  row: DataRequest | null;
  onClose: () => void;
}

/** Records a request that reached the office otherwise, or corrects what was recorded of one. */
export function RequestForm({ row, onClose }: Props) {
  // Sent twice it is recorded once.
  const [fresh] = useState(() => crypto.randomUUID());
  return <CatalogueDrawer screen={screenFor(fresh)} row={row} open onClose={onClose} />;
}
