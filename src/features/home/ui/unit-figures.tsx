import type { OutputOf } from '../../../domain/endpoint.ts';
import { formatNumber } from '../../../domain/format.ts';
import { statusLabel } from '../../../domain/workflow.ts';
import { paths } from '../../../web/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import type { getHome } from '../contract.ts';
import classes from './home.module.css';

/** Projects by status in the units the reader heads; each figure leads to its list. */
export function UnitFigures({ units }: { units: OutputOf<typeof getHome>['units'] }) {
  return (
    <section aria-labelledby="units">
      <h2 id="units">Mis unidades</h2>
      {units.map(({ name, counts }) => (
        <div key={name} className={classes.unit}>
          <h3>{name}</h3>
          {counts.length === 0 ? (
            <p className={classes.calm}>Sin proyectos todavía.</p>
          ) : (
            <ul className={classes.counts}>
              {counts.map(({ status, count }) => (
                <li key={status}>
                  <span className={classes.figure}>{formatNumber(count)}</span>
                  <TextLink href={paths.projects({ status })}>{statusLabel(status)}</TextLink>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}
