import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { formatDay } from '../../../../web/dates.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import classes from '../reports.module.css';

const dayOf = (day: string | null) => (day === null ? '–' : formatDay(day));

/** What a contract promised, with the days on which it was handed over, accepted and paid. */
export function DeliverableTable({ deliverables }: Pick<ReportFacts, 'deliverables'>) {
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Entregable</th>
            <th scope="col">Entregado</th>
            <th scope="col">Aceptado</th>
            <th scope="col">Pagado</th>
          </tr>
        </thead>
        <tbody>
          {deliverables.map(({ name, deliveredOn, acceptedOn, paidOn }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
            <tr key={n}>
              <th scope="row" data-first>
                {name || 'Sin nombre'}
              </th>
              <td data-label="Entregado">{dayOf(deliveredOn)}</td>
              <td data-label="Aceptado">{dayOf(acceptedOn)}</td>
              <td data-label="Pagado">{dayOf(paidOn)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
