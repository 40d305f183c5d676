import { moneyOf } from '../../../../domain/calls/calls.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import plain from '../../../../web/table/plain-table.module.css';
import type { CallDetail } from '../../contract.ts';
import classes from './call-page.module.css';
import { Part } from './part.tsx';

const TABLE = `${plain.table} ${classes.table}`;

/** What there is to apply for, and how much of it one project may ask for. */
export function Lines({ call: { lines } }: { call: CallDetail }) {
  if (lines.length === 0) return null;
  return (
    <Part title="Líneas">
      <table className={TABLE}>
        <thead>
          <tr>
            <th scope="col">Línea</th>
            <th scope="col" data-number>
              Hasta, por proyecto
            </th>
            <th scope="col" data-number>
              Para toda la línea
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id}>
              <th scope="row">{line.name}</th>
              <td data-number>{formatMoney(line.cap)}</td>
              <td data-number>{formatMoney(moneyOf(line))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

/** What proposals are judged by, with what each criterion counts. */
export function Rubric({ call: { rubric } }: { call: CallDetail }) {
  if (rubric.criteria.length === 0) return null;
  return (
    <Part title="Pauta de evaluación">
      <table className={TABLE}>
        <thead>
          <tr>
            <th scope="col">Criterio</th>
            <th scope="col" data-number>
              Puntaje
            </th>
            <th scope="col" data-number>
              Peso
            </th>
          </tr>
        </thead>
        <tbody>
          {rubric.criteria.map(({ id, name, help, maxPoints, weight }) => (
            <tr key={id}>
              <th scope="row">
                {name}
                {help && <span className={classes.help}>{help}</span>}
              </th>
              <td data-number>0 a {maxPoints}</td>
              <td data-number>{weight} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

export function Documents({ call: { documents } }: { call: CallDetail }) {
  if (documents.length === 0) return null;
  return (
    <Part title="Documentos que pide">
      <table className={TABLE}>
        <thead>
          <tr>
            <th scope="col">Documento</th>
            <th scope="col">Se pide</th>
          </tr>
        </thead>
        <tbody>
          {documents.map(({ type, label, help, required }) => (
            <tr key={type}>
              <th scope="row">
                {label}
                {help && <span className={classes.help}>{help}</span>}
              </th>
              <td>{required ? 'Siempre' : 'Si corresponde'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}
