import { type DeliverableFields, deliverableFields } from '../../../../domain/execution/activities.ts';
import { isReady } from '../../../../domain/files/file-states.ts';
import { request } from '../../../../web/api.ts';
import { SelectField } from '../../../../web/form/choices/select-field.tsx';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useEntryWrite } from '../../../project-record/ui/use-entry-write.tsx';
import { type Execution, saveDeliverable } from '../../contract.ts';
import classes from '../execution.module.css';
import { untouched } from '../parts/deliverable-list.tsx';
import { draftKeyOf, useExecutionOutdated, usePlanned } from '../use-execution.tsx';

interface Props {
  itemId: string;
  execution: Execution;
  onClose: () => void;
}

/** How far a deliverable of the contract is. */
export function DeliverableForm({ itemId, execution, onClose }: Props) {
  const { project } = useProject();
  const { deliverables } = usePlanned();
  const {
    file,
    version,
    itemId: _,
    ...stored
  } = execution.deliverables.find(d => d.itemId === itemId) ?? untouched(itemId);
  const form = useKitForm<DeliverableFields>(deliverableFields, { ...stored, fileId: file?.id ?? null });
  const draftKey = draftKeyOf(project.id, { form: 'deliverable', itemId });
  const params = { kind: project.kind, id: project.id, item: itemId };
  const refresh = useExecutionOutdated();
  const write = useEntryWrite<DeliverableFields>({
    ...{ draftKey, version, refresh, onClose },
    done: 'Entregable guardado.',
    store: (values, base) => request(saveDeliverable, { params, body: { ...values, version: base } }),
  });
  const files = project.files.filter(isReady).map(f => ({ value: f.id, label: f.name }));
  const name = deliverables.find(d => d.id === itemId)?.name ?? '';
  return (
    <FormDrawer
      open
      title={`Entregable: ${name || 'Sin nombre'}`}
      submit="Guardar entregable"
      {...{ form, draftKey, onClose, ...write.draft }}
      loading={write.isPending}
      submitError={write.error}
      onSubmit={write.send}
    >
      <div className={classes.pair}>
        <DateField name="deliveredOn" label="Entregado el" max={execution.today} />
        <DateField name="acceptedOn" label="Aceptado el" max={execution.today} />
      </div>
      <SelectField
        name="fileId"
        label="Comprobante de la entrega"
        description="Un archivo del proyecto: súbelo antes en Archivos."
        options={files}
      />
      <div className={classes.pair}>
        <DateField name="paidOn" label="Pagado el" max={execution.today} />
        <TextField name="paymentReference" label="Referencia del pago" />
      </div>
      <TextAreaField name="note" label="Nota" />
    </FormDrawer>
  );
}
