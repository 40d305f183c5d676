import { Button } from '@mantine/core';
import { useState } from 'react';
import { peopleIn } from '../../../../domain/execution/people.ts';
import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import classes from '../reports.module.css';

/** More than these come when asked for; the document has them all. */
const AT_ONCE = 10;

type Activity = ReportFacts['activities'][number];

/** What was done in the days of the report. */
export function ActivityTable({ facts: { activities, plan } }: { facts: ReportFacts }) {
  const [all, setAll] = useState(false);
  if (activities.length === 0)
    return <p className={classes.facts}>En este período no se registraron actividades.</p>;
  const planned = new Map(plan.map(item => [item.id, item.name]));
  const shown = all ? activities : activities.slice(0, AT_ONCE);
  return (
    <>
      <div className={cards.cards}>
        <table className={`${plain.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">Actividad</th>
              <th scope="col">Fecha</th>
              <th scope="col">Del plan</th>
              <th scope="col" data-number>
                Personas
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((activity, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
              <ActivityLine key={n} activity={activity} planned={planned.get(activity.planItemId ?? '')} />
            ))}
          </tbody>
        </table>
      </div>
      {activities.length > AT_ONCE && (
        <Button variant="subtle" size="compact-sm" ml="-0.5rem" onClick={() => setAll(!all)}>
          {all ? 'Ver menos' : `Ver todas (${activities.length})`}
        </Button>
      )}
    </>
  );
}

function ActivityLine({ activity, planned }: { activity: Activity; planned: string | undefined }) {
  const { name, day, place, completes, attendances, counts } = activity;
  const people = peopleIn(attendances, counts);
  return (
    <tr>
      <th scope="row" data-first>
        {name}
        {place && <small>{place}</small>}
      </th>
      <td data-label="Fecha" className={classes.day}>
        {formatDay(day)}
      </td>
      <td data-label="Del plan">
        {planned ?? '–'}
        {planned && completes && <small>La completa</small>}
      </td>
      <td data-label="Personas" data-number>
        {people === undefined ? '–' : formatNumber(people, 0)}
      </td>
    </tr>
  );
}
