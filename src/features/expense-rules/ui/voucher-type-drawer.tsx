import { ActionIcon, Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { VoucherTypeFields } from '../../../domain/spending/vouchers.ts';
import type { CatalogueForm } from '../../../web/catalogue/catalogue.ts';
import { CatalogueDrawer } from '../../../web/catalogue/catalogue-drawer.tsx';
import { SwitchField, TextField } from '../../../web/form/fields.tsx';
import { useFormScope } from '../../../web/form/form.tsx';
import { createVoucherType, removeVoucherType, updateVoucherType, type VoucherTypeRow } from '../contract.ts';
import classes from './expense-rules.module.css';

const LABELS = {
  name: 'Nombre',
  hasNumber: 'Lleva número',
  needsSupplier: 'Pide proveedor',
  withholds: 'Lleva retención',
  isCredit: 'Descuenta de otro comprobante',
  papers: 'Respaldos',
  active: 'En uso',
};

/** What decides how vouchers were recorded stays while there are any. */
function Fields({ row }: { row: VoucherTypeRow | null }) {
  const isUsed = (row?.vouchers ?? 0) > 0;
  const used = isUsed ? { disabled: true } : {};
  return (
    <>
      <TextField name="name" label={LABELS.name} />
      {isUsed && (
        <Text size="sm" c="dimmed">
          Ya hay comprobantes de este tipo: solo cambian el nombre, los respaldos y si está en uso.
        </Text>
      )}
      <SwitchField
        name="hasNumber"
        label={LABELS.hasNumber}
        description="Número y proveedor lo identifican: no se registra dos veces."
        {...used}
      />
      <SwitchField
        name="needsSupplier"
        label={LABELS.needsSupplier}
        description="RUT, o un identificador extranjero, y nombre."
        {...used}
      />
      <SwitchField
        name="withholds"
        label={LABELS.withholds}
        description="Según la tabla de retención de honorarios."
        {...used}
      />
      <SwitchField
        name="isCredit"
        label={LABELS.isCredit}
        description="Como una nota de crédito: devuelve al ítem lo que descuenta."
        {...used}
      />
      <Papers />
      <SwitchField
        name="active"
        label={LABELS.active}
        description="Fuera de uso no se ofrece más; lo registrado se conserva."
      />
    </>
  );
}

const newId = () => crypto.randomUUID().replaceAll('-', '');

function Papers() {
  const { getValue, setValue, errorOf } = useFormScope();
  const papers = (getValue('papers') ?? []) as VoucherTypeFields['papers'];
  const set = (next: VoucherTypeFields['papers']) => setValue('papers', next);
  const own = errorOf('papers');
  return (
    <fieldset style={{ border: 0, margin: 0, minWidth: 0, padding: 0 }}>
      <Text component="legend" size="sm" fw={500}>
        {LABELS.papers}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        Los archivos que un gasto de este tipo necesita para poder rendirse.
      </Text>
      {own && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {own}
        </Text>
      )}
      <ul className={classes.list}>
        {papers.map((paper, n) => (
          <li key={paper.id} className={classes.paper}>
            <TextField name={`papers.${n}.name`} label={`Respaldo ${n + 1}`} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Quitar respaldo ${n + 1}`}
              onClick={() => set(papers.filter(p => p !== paper))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button variant="default" size="compact-sm" onClick={() => set([...papers, { id: newId(), name: '' }])}>
        Agregar respaldo
      </Button>
    </fieldset>
  );
}

const SCREEN: CatalogueForm<VoucherTypeRow, VoucherTypeFields> = {
  noun: 'voucher-type',
  words: {
    add: 'Nuevo tipo de comprobante',
    create: 'Crear tipo',
    edit: 'Editar tipo de comprobante',
  },
  endpoints: { create: createVoucherType, update: updateVoucherType, remove: removeVoucherType },
  initial: {
    ...{ name: '', hasNumber: true, needsSupplier: true, withholds: false, isCredit: false },
    ...{ papers: [], active: true },
  },
  valuesOf: ({ name, hasNumber, needsSupplier, withholds, isCredit, papers, active }) => ({
    ...{ name, hasNumber, needsSupplier, withholds, isCredit, papers, active },
  }),
  nameOf: row => row.name,
  labels: LABELS,
  fields: row => <Fields row={row} />,
};

/** Adds a type, or changes the one given. */
export function VoucherTypeDrawer({ row, onClose }: { row: VoucherTypeRow | null; onClose: () => void }) {
  return <CatalogueDrawer screen={SCREEN} row={row} open onClose={onClose} />;
}
