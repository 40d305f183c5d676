import type { GanttState } from '../../../../domain/drawings/gantt.ts';
import { planState } from '../../../../domain/reports/charts.ts';
import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { formatDay } from '../../../../web/dates.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import classes from '../reports.module.css';

type Item = ReportFacts['plan'][number];

const STATES: Readonly<Record<GanttState, string>> = { done: 'Hecha', late: 'Atrasada', open: 'Por hacer' };

/** Every activity of the plan with what had become of it. */
export function PlanTable({ facts: { plan, to } }: { facts: ReportFacts }) {
  const stateOf = (item: Item) => {
    const state = STATES[planState(item, to)];
    return item.doneOn ? `${state} el ${formatDay(item.doneOn)}` : state;
  };
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Planificado</th>
            <th scope="col">Fechas</th>
            <th scope="col">Estado</th>
          </tr>
        </thead>
        <tbody>
          {plan.map(item => (
            <tr key={item.id}>
              <th scope="row" data-first>
                {item.isMilestone && <small>Hito</small>}
                {item.name || 'Sin nombre'}
              </th>
              <td data-label="Fechas">
                <Dates {...item} />
              </td>
              <td data-label="Estado">
                <span className={classes.state}>{stateOf(item)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Dates({ from, to }: Pick<Item, 'from' | 'to'>) {
  if (!from || !to) return '–';
  const first = <span className={classes.day}>{formatDay(from)}</span>;
  if (from === to) return first;
  return (
    <span>
      {first} a <span className={classes.day}>{formatDay(to)}</span>
    </span>
  );
}
