import { useRef, useState } from 'react';
import { z } from 'zod';
import { isRestDue } from '../../../../domain/kinds/statuses.ts';
import { refundFields } from '../../../../domain/spending/instalments.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { id as idRule } from '../../../../domain/text/rules.ts';
import { request } from '../../../../web/api.ts';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { MoneyField } from '../../../../web/form/number-field.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useFilesFirst } from '../../../attachments/ui/uploads/use-files-first.tsx';
import { useUploads } from '../../../attachments/ui/uploads/use-uploads.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useEntryWrite } from '../../../project-record/ui/use-entry-write.tsx';
import { useSpendingOutdated } from '../../../statements/ui/use-statements.tsx';
import { type ProjectPayments, type Refund, saveRefund, sendRefund } from '../../contract.ts';
import { draftKeyOf, stillToReturn } from '../use-payments.tsx';
import { ProofField } from './proof-field.tsx';

interface Props {
  /** What is changed; null for a new one. */
  id: string | null;
  data: ProjectPayments;
  onClose: () => void;
}

const body = refundFields.extend({ id: idRule });
type Values = Omit<RefundBody, 'amount'> & { amount: number | null };
type RefundBody = z.output<typeof body>;

/** The proof may be on its way while the rest is judged; where it is missing that is told with the rest. */
const schemaFor = (isOnItsWay: () => boolean) =>
  body.extend({
    versionId: z
      .string()
      .refine(chosen => chosen !== '' || isOnItsWay(), 'Adjunta el comprobante del reintegro.'),
  });

const valuesOf = ({ id, day, amount, reference, note, proof }: Refund): Values => ({
  ...{ id, day, amount, reference, note },
  versionId: proof.versionId,
});

/** Sends a new refund, or one that is there again. */
function useRefundWrite({ id, data, onClose }: Props, stored: Refund | undefined) {
  const { project } = useProject();
  const refresh = useSpendingOutdated();
  const [fresh] = useState(() => crypto.randomUUID());
  const sent = useRef(0);
  const [schema] = useState(() => schemaFor(() => sent.current > 0));
  const form = useKitForm<Values>(
    schema,
    stored
      ? valuesOf(stored)
      : {
          ...{
            id: fresh,
            day: data.today,
            amount: (isRestDue(project.status) && stillToReturn(data)) || null,
          },
          ...{ reference: '', note: '', versionId: '' },
        },
  );
  const uploads = useUploads((_file, { versionId }) => form.setFieldValue('versionId', versionId));
  sent.current = uploads.items.length;
  const draftKey = draftKeyOf(project.id, { form: 'refund', id });
  const params = { kind: project.kind, id: project.id };
  const write = useEntryWrite<Values>({
    ...{ draftKey, refresh, onClose, version: stored?.version ?? 0 },
    done: 'Reintegro enviado: falta que la oficina lo acepte.',
    store: (values, version) => {
      const { id: own, ...fields } = body.parse(values);
      if (version === 0) return request(sendRefund, { params, body: { ...fields, id: own } });
      return request(saveRefund, { params: { ...params, refund: own }, body: { ...fields, version } });
    },
  });
  return {
    ...{ form, uploads, draftKey },
    write: useFilesFirst({ write, uploads, current: () => form.getValues() }),
  };
}

/** Gives money back with its proof, or mends what came back. */
export function RefundForm(props: Props) {
  const { data, onClose } = props;
  const { status } = useProject().project;
  const stored = data.refunds.find(r => r.id === props.id);
  const { form, uploads, draftKey, write } = useRefundWrite(props, stored);
  return (
    <FormDrawer
      open
      title={stored ? 'Editar reintegro' : 'Registrar reintegro'}
      submit={write.waitsFor > 0 ? 'Enviar al llegar el archivo' : 'Enviar reintegro'}
      {...{ form, draftKey, onClose, ...write.draft }}
      loading={write.isPending}
      submitError={write.error}
      onSubmit={write.send}
    >
      <DateField name="day" label="Fecha" max={data.today} />
      <MoneyField
        name="amount"
        label="Monto"
        description={
          isRestDue(status)
            ? `Por devolver: ${formatMoney(data.toReturn)}.`
            : 'Al terminar se devuelve lo que no se rindió.'
        }
      />
      <TextField
        name="reference"
        label="Referencia"
        description="Por ejemplo el número de la transferencia o del depósito."
      />
      <ProofField uploads={uploads} stored={stored?.proof} />
      <TextAreaField name="note" label="Nota" />
    </FormDrawer>
  );
}
