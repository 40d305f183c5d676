import type { Contract } from '../../../../domain/sections/contract.ts';
import { formatAmount } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';
import { useScope } from '../scope.tsx';
import classes from './contract.module.css';

type Deliverable = Contract['deliverables'][number];

export function ContractSection() {
  const values = useScope().values as Partial<Contract>;
  const currency = values.currency ?? null;
  const deliverables = (
    <>
      <ListField<Deliverable>
        name="deliverables"
        summary={d => d.name}
        detail={d =>
          [d.dueDate && formatDay(d.dueDate), d.payment !== null && formatAmount(d.payment, currency)]
            .filter(Boolean)
            .join(' · ')
        }
        table={{}}
      >
        <EntryFields wide={['name']} />
      </ListField>
      <Payments contract={values} />
    </>
  );
  return (
    <SectionFields
      rows={['clientId', 'type', ['amount', 'currency']]}
      instead={{ deliverables, ...(values.isConfidential ? {} : { confidentiality: null }) }}
    />
  );
}

/** What the deliverables pay together, beside what was agreed. */
function Payments({
  contract: { deliverables = [], amount = null, currency = null },
}: {
  contract: Partial<Contract>;
}) {
  const total = deliverables.reduce((sum, d) => sum + (d.payment ?? 0), 0);
  if (total === 0) return null;
  const differs = amount !== null && Math.abs(total - amount) > 0.00005;
  return (
    <p className={classes.total} role="status">
      Pagos de los entregables: <strong>{formatAmount(total, currency)}</strong>
      {differs && `. El monto del contrato es ${formatAmount(amount, currency)}.`}
    </p>
  );
}
