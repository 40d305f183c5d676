import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { formatMoney } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import cards from '../../../web/table/cards.module.css';
import plain from '../../../web/table/plain-table.module.css';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import type { Payment, ProjectPayments } from '../contract.ts';
import classes from './spending.module.css';
import { type OpenForm, payable } from './use-payments.tsx';

const RemovePayment = lazyPart(() => import('./forms/remove-payment.tsx'), 'RemovePayment');

interface Props {
  data: ProjectPayments;
  onForm: (form: OpenForm) => void;
}

/** What the office paid, the latest first. */
export function PaymentTable({ data, onForm }: Props) {
  const { payments, pay } = data;
  const [removing, setRemoving] = useState<Payment | null>(null);
  const left = payable(data);
  const reason = pay?.reason ?? (left === 0 ? 'No queda nada liberado por pagar.' : null);
  return (
    <>
      <header className={classes.head}>
        <h4>Pagos</h4>
        {pay && (
          <span className={classes.ways}>
            {pay.allowed && left > 0 && <small>Se pueden pagar {formatMoney(left)}</small>}
            <ActionButton
              size="xs"
              variant="default"
              reason={reason}
              onClick={() => onForm({ form: 'payment', id: null })}
            >
              Registrar pago
            </ActionButton>
          </span>
        )}
      </header>
      {payments.length === 0 && <p className={classes.quiet}>Todavía no se ha pagado nada.</p>}
      {payments.length > 0 && (
        <Rows
          payments={payments}
          mayEdit={pay?.allowed === true}
          onEdit={id => onForm({ form: 'payment', id })}
          onRemove={setRemoving}
        />
      )}
      <Suspense>
        {removing && (
          <RemovePayment
            payment={removing}
            isLastResort={pay?.lastResort === true}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </>
  );
}

interface RowsProps {
  payments: readonly Payment[];
  mayEdit: boolean;
  onEdit: (id: string) => void;
  onRemove: (payment: Payment) => void;
}

function Rows({ payments, mayEdit, onEdit, onRemove }: RowsProps) {
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`} aria-label="Pagos">
        <thead>
          <tr>
            <th scope="col">Fecha</th>
            <th scope="col" data-number>
              Monto
            </th>
            <th scope="col">Referencia</th>
            <th scope="col">Registrado por</th>
            {mayEdit && (
              <th scope="col">
                <span className="visually-hidden">Acciones</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {payments.map(payment => (
            <Row key={payment.id} {...{ payment, mayEdit }} onEdit={onEdit} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ payment, mayEdit, onEdit, onRemove }: Omit<RowsProps, 'payments'> & { payment: Payment }) {
  const { id, day, amount, reference, note, author } = payment;
  const of = `el pago del ${formatDay(day)}`;
  return (
    <tr>
      <th scope="row" data-first>
        {formatDay(day)}
      </th>
      <td data-label="Monto" data-number>
        {formatMoney(amount)}
      </td>
      <td data-label="Referencia">
        <div>
          {reference}
          {note && <small className={classes.note}>{note}</small>}
        </div>
      </td>
      <td data-label="Registrado por">{author.name}</td>
      {mayEdit && (
        <td className="no-print">
          <div className={classes.ways}>
            <Button size="compact-sm" variant="subtle" aria-label={`Editar ${of}`} onClick={() => onEdit(id)}>
              Editar
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`Eliminar ${of}`}
              onClick={() => onRemove(payment)}
            >
              Eliminar
            </Button>
          </div>
        </td>
      )}
    </tr>
  );
}
