import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import classes from '../reports.module.css';

/** Each indicator as it began, is to become and has become by its accepted measurements. */
export function IndicatorTable({ indicators }: Pick<ReportFacts, 'indicators'>) {
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Indicador</th>
            <th scope="col">Línea base</th>
            <th scope="col">Meta</th>
            <th scope="col">Logrado</th>
          </tr>
        </thead>
        <tbody>
          {indicators.map(({ id, name, words }) => (
            <tr key={id}>
              <th scope="row" data-first>
                {name || 'Sin nombre'}
              </th>
              <td data-label="Línea base">{words.baseline || '–'}</td>
              <td data-label="Meta">{words.target || '–'}</td>
              <td data-label="Logrado">{words.actual || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
