import { CatalogueDrawer } from '../../../web/catalogue/catalogue-drawer.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';
import { type Matrix, matrices } from '../contract.ts';

const LABELS = { name: 'Nombre', origin: 'Origen' };

const SCREEN = {
  noun: 'accreditation-matrix',
  words: { add: 'Nueva matriz', create: 'Crear matriz', edit: 'Editar matriz' },
  endpoints: matrices,
  initial: { name: '', origin: '' },
  valuesOf: ({ name, origin }: Matrix) => ({ name, origin }),
  nameOf: (row: Matrix) => row.name,
  labels: LABELS,
  fields: () => (
    <>
      <TextField name="name" label={LABELS.name} />
      <TextAreaField
        name="origin"
        label={LABELS.origin}
        description="De quién son los criterios y de qué edición: se lee en el índice de cada paquete."
      />
    </>
  ),
};

interface MatrixDrawerProps {
  /** Null for a new one. */
  row: Matrix | null;
  onClose: () => void;
  onCreated?: (row: Matrix) => void;
}

/** Name and origin of a matrix; its criteria have a page. */
export function MatrixDrawer({ row, onClose, onCreated }: MatrixDrawerProps) {
  const screen = { ...SCREEN, ...(onCreated && { onCreated }) };
  return <CatalogueDrawer screen={screen} row={row} open onClose={onClose} />;
}
