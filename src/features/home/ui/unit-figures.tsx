import { formatNumber } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import { PageLink } from '../../../web/ui/link.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import type { UnitFigures as Unit } from '../contract.ts';
import classes from './home.module.css';

/** The list behind a figure: the unit's projects, in one status or all. */
const listOf = ({ id, unit }: Unit, status?: string) => paths.projects({ status, ...(id && { [unit]: id }) });

function titleOf(units: readonly Unit[]): string {
  if (units[0]?.unit === 'university') return 'Proyectos por estado';
  return units.length === 1 ? 'Mi unidad' : 'Mis unidades';
}

/** What the reader heads, by status in the order of the workflow; each figure leads to its list. */
export function UnitFigures({ units }: { units: readonly Unit[] }) {
  return (
    <section aria-labelledby="units">
      <h2 id="units">{titleOf(units)}</h2>
      {units.map(unit => (
        <Pipeline key={unit.id ?? unit.name} unit={unit} />
      ))}
    </section>
  );
}

function Pipeline({ unit }: { unit: Unit }) {
  const total = unit.counts.reduce((sum, c) => sum + c.count, 0);
  const most = Math.max(...unit.counts.map(c => c.count));
  return (
    <div className={classes.unit}>
      <h3>
        {unit.name} <span className={classes.total}>{formatNumber(total)}</span>
      </h3>
      {total === 0 ? (
        <p className={classes.calm}>Sin proyectos todavía.</p>
      ) : (
        <ul className={classes.pipeline} aria-label={`Proyectos por estado: ${unit.name}`}>
          {unit.counts.map(({ status, count }) => (
            <li key={status}>
              <PageLink href={listOf(unit, status)} className={classes.stage}>
                <span className={classes.stageName}>
                  <StatusPill status={status} />
                </span>
                <span className={classes.figure}>{formatNumber(count)}</span>
                <span className={classes.track} aria-hidden>
                  <span style={{ width: `${(100 * count) / most}%` }} />
                </span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
