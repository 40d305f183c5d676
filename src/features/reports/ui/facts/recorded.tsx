import { memo, type ReactNode, Suspense } from 'react';
import type { PeopleCounts } from '../../../../domain/execution/people.ts';
import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { WhenNear } from '../../../../web/routing/when-near.tsx';
import { Part } from '../part.tsx';
import classes from '../reports.module.css';
import { ActivityTable } from './activity-table.tsx';
import { IndicatorTable } from './indicator-table.tsx';
import { MoneyFacts } from './money-facts.tsx';
import { Attendance, PeopleTable } from './people-table.tsx';
import { PlanTable } from './plan-table.tsx';

// Of consultancies alone.
const DeliverableTable = lazyPart(() => import('./deliverable-table.tsx'), 'DeliverableTable');
const GanttFigure = lazyPart(() => import('./gantt-figure.tsx'), 'GanttFigure');
const fetchFigures = () => import('./value-figures.tsx');
const PeopleFigure = lazyPart(fetchFigures, 'PeopleFigure');
const TargetsFigure = lazyPart(fetchFigures, 'TargetsFigure');
const MoneyFigure = lazyPart(fetchFigures, 'MoneyFigure');

interface Props {
  facts: ReportFacts;
  /** People as they were recorded, where the report corrects them. */
  recorded?: PeopleCounts;
}

/** What the report tells by itself: put together from what was recorded. Not drawn anew with every letter typed beside it. */
export const Recorded = memo(function Recorded({ facts, recorded = facts.people }: Props) {
  const { plan, indicators, deliverables, money, meetings } = facts;
  return (
    <>
      <Part title="Actividades">
        <ActivityTable facts={facts} />
        {meetings > 0 && (
          <p className={classes.facts}>
            Además se registraron {formatCount(meetings, 'reunión', 'reuniones')}.
          </p>
        )}
      </Part>
      {plan.length > 0 && (
        <Part title="Plan y avance">
          <Drawn height={105 + plan.length * 26}>
            <GanttFigure facts={facts} />
          </Drawn>
          <PlanTable facts={facts} />
        </Part>
      )}
      <Part title="Personas">
        <Attendance facts={facts} />
        <PeopleTable expected={facts.expected} recorded={recorded} people={facts.people} />
        <Drawn>
          <PeopleFigure facts={facts} />
        </Drawn>
      </Part>
      {indicators.length > 0 && (
        <Part title="Indicadores">
          <Drawn height={80 + indicators.length * 26}>
            <TargetsFigure facts={facts} />
          </Drawn>
          <IndicatorTable indicators={indicators} />
        </Part>
      )}
      {deliverables.length > 0 && (
        <Part title="Entregables">
          <Suspense>
            <DeliverableTable deliverables={deliverables} />
          </Suspense>
        </Part>
      )}
      {money && (
        <Part title="Dinero">
          <MoneyFacts money={money} />
          <Drawn>
            <MoneyFigure facts={facts} />
          </Drawn>
        </Part>
      )}
    </>
  );
});

interface DrawnProps {
  /** Pixels it takes about, so that little moves when it comes. */
  height?: number;
  children: ReactNode;
}

/** A drawing, fetched once it is about to be seen. */
function Drawn({ height = 0, children }: DrawnProps) {
  const place = <div style={{ minHeight: height }} />;
  return (
    <div className={classes.drawn} style={{ minHeight: height }}>
      <WhenNear className={classes.near}>
        <Suspense fallback={place}>{children}</Suspense>
      </WhenNear>
    </div>
  );
}
