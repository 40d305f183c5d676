import { COUNTED, type PeopleCounts, unidentifiedShare } from '../../../../domain/execution/people.ts';
import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import plain from '../../../../web/table/plain-table.module.css';
import classes from '../reports.module.css';

const figure = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value, 0));

interface Props {
  expected: PeopleCounts;
  recorded: PeopleCounts;
  /** As the report tells them: of a group that it corrects not what was recorded. */
  people: PeopleCounts;
}

/** People by group: expected, recorded and, where the report says otherwise, corrected. */
export function PeopleTable({ expected, recorded, people }: Props) {
  const groups = COUNTED.map(({ label, groups: all }) => ({
    label,
    rows: all.flatMap(g => {
      const row = { ...g, expected: expected[g.value], recorded: recorded[g.value], people: people[g.value] };
      return row.expected === undefined && row.recorded === undefined && row.people === undefined
        ? []
        : [row];
    }),
  })).filter(({ rows }) => rows.length > 0);
  if (groups.length === 0)
    return <p className={classes.facts}>No se esperaban personas por grupo, ni se han registrado.</p>;
  const isCorrected = groups.some(g => g.rows.some(r => r.people !== r.recorded));
  return (
    <table className={`${plain.table} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">Grupo</th>
          <th scope="col" data-number>
            Esperadas
          </th>
          <th scope="col" data-number>
            Registradas
          </th>
          {isCorrected && (
            <th scope="col" data-number>
              Corregidas
            </th>
          )}
        </tr>
      </thead>
      {groups.map(({ label, rows }) => (
        <tbody key={label}>
          <tr className={classes.group}>
            <th scope="colgroup" colSpan={isCorrected ? 4 : 3}>
              {label}
            </th>
          </tr>
          {rows.map(row => (
            <tr key={row.value}>
              <th scope="row">{row.label}</th>
              <td data-number>{figure(row.expected)}</td>
              <td data-number>{figure(row.recorded)}</td>
              {isCorrected && <td data-number>{row.people === row.recorded ? '' : figure(row.people)}</td>}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Of the lists: how often people came, and how many different ones they were. */
export function Attendance({ facts: { attendance } }: { facts: ReportFacts }) {
  const { attendances, people, unidentified } = attendance;
  if (attendances === 0) return null;
  return (
    <p className={classes.facts}>
      {formatCount(attendances, 'asistencia', 'asistencias')} ·{' '}
      {formatCount(people, 'persona única', 'personas únicas')}
      {unidentified > 0 &&
        ` · ${unidentifiedShare(attendance)} % sin identificación, que no se puede distinguir`}
    </p>
  );
}
