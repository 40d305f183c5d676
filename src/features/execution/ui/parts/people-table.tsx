import {
  COUNTED,
  type CountedGroup,
  expectedPeople,
  unidentifiedShare,
} from '../../../../domain/execution/people.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import plain from '../../../../web/table/plain-table.module.css';
import { DateTime } from '../../../../web/ui/format.tsx';
import type { Execution } from '../../contract.ts';
import classes from '../execution.module.css';
import { usePlanned } from '../use-execution.tsx';

interface Row {
  readonly label: string;
  readonly expected: number | null;
  readonly recorded: number | null;
  /** What the final report counts instead. */
  readonly corrected: number | null;
}

/** Groups that were expected or counted, under their heading. */
function useGroups({
  people,
  corrected,
}: Execution): readonly { readonly label: string; readonly rows: readonly Row[] }[] {
  const { participants } = usePlanned();
  const expected = expectedPeople(participants);
  return COUNTED.map(({ label, groups }) => {
    const rows = (groups as readonly { value: CountedGroup; label: string }[]).map(g => ({
      label: g.label,
      expected: expected[g.value] ?? null,
      recorded: people[g.value] ?? null,
      corrected: corrected?.people[g.value] ?? null,
    }));
    const isTold = (r: Row) => r.expected !== null || r.recorded !== null || r.corrected !== null;
    return { label, rows: rows.filter(isTold) };
  }).filter(({ rows }) => rows.length > 0);
}

const figure = (value: number | null) => (value === null ? '–' : formatNumber(value, 0));

/** People expected beside those counted; and of the lists how many different people they were. */
export function PeopleTable({ execution }: { execution: Execution }) {
  const groups = useGroups(execution);
  return (
    <>
      <Attendance execution={execution} />
      {groups.length === 0 ? (
        <p className={classes.quiet}>Al registrar actividades, aquí se suman las personas por grupo.</p>
      ) : (
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
            </tr>
          </thead>
          {groups.map(({ label, rows }) => (
            <tbody key={label}>
              <tr className={classes.group}>
                <th scope="colgroup" colSpan={3}>
                  {label}
                </th>
              </tr>
              {rows.map(row => (
                <tr key={row.label}>
                  <th scope="row">{row.label}</th>
                  <td data-number>{figure(row.expected)}</td>
                  <td data-number>
                    <Actual {...row} />
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
      {execution.corrected && (
        <p className={classes.quiet}>
          Corregido en el informe final
          {execution.corrected.reason === '' ? '.' : `: ${execution.corrected.reason}`}
        </p>
      )}
    </>
  );
}

/** What counts, and beside it what was recorded where the final report corrects that. */
function Actual({ recorded, corrected }: Row) {
  if (corrected === null) return figure(recorded);
  return (
    <>
      {figure(corrected)} <small>(corregido; registradas: {figure(recorded)})</small>
    </>
  );
}

function Attendance({ execution: { attendance, purgedAt } }: { execution: Execution }) {
  const { attendances, people, unidentified } = attendance;
  if (attendances === 0) return null;
  return (
    <p className={classes.facts}>
      <strong>{formatCount(attendances, 'asistencia', 'asistencias')}</strong> ·{' '}
      <strong>{formatCount(people, 'persona única', 'personas únicas')}</strong>
      {unidentified > 0 &&
        ` · ${unidentifiedShare(attendance)} % sin identificación, que no se puede distinguir`}
      {purgedAt && (
        <>
          . Las listas con nombres se eliminaron el <DateTime value={purgedAt} />; quedan las cantidades.
        </>
      )}
    </p>
  );
}
