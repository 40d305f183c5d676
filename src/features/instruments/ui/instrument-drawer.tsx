import { CatalogueDrawer } from '../../../web/catalogue/catalogue-drawer.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { type Instrument, instruments } from '../contract.ts';

const LABELS = { name: 'Nombre', purpose: 'Propósito' };

const SCREEN = {
  noun: 'instrument',
  words: { add: 'Nuevo instrumento', create: 'Crear instrumento', edit: 'Editar instrumento' },
  endpoints: instruments,
  initial: { name: '', purpose: '' },
  valuesOf: ({ name, purpose }: Instrument) => ({ name, purpose }),
  nameOf: (row: Instrument) => row.name,
  labels: LABELS,
  fields: () => (
    <>
      <TextField name="name" label={LABELS.name} />
      <TextAreaField
        name="purpose"
        label={LABELS.purpose}
        description="Para qué sirve: lo lee quien elige un instrumento para su encuesta."
      />
    </>
  ),
};

interface InstrumentDrawerProps {
  /** Null for a new one. */
  row: Instrument | null;
  onClose: () => void;
  onCreated?: (row: Instrument) => void;
}

/** Name and purpose of an instrument; its questions have a page. */
export function InstrumentDrawer({ row, onClose, onCreated }: InstrumentDrawerProps) {
  const screen = { ...SCREEN, ...(onCreated && { onCreated }) };
  return <CatalogueDrawer screen={screen} row={row} open onClose={onClose} />;
}
