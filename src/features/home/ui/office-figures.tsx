import type { ReactNode } from 'react';
import { REVIEWED } from '../../../domain/kinds/statuses.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import classes from './home.module.css';
import type { OutputFor } from './parts.tsx';

/** What needs the office, each figure with its list. */
export function OfficeFigures({ office }: { office: NonNullable<OutputFor['office']> }) {
  return (
    <section aria-labelledby="office">
      <h2 id="office">Oficina</h2>
      <dl className={classes.facts}>
        <Fact
          label="Pasos sin titular"
          count={office.vacantSteps}
          none="Ninguno"
          href={paths.projects({ vacant: true })}
        />
        <Fact
          label="Pasos vencidos"
          count={office.overdueSteps}
          none="Ninguno"
          href={paths.projects({ overdue: true, status: REVIEWED, sort: 'due' })}
        />
        <Fact
          label="Cuentas por habilitar"
          count={office.pendingPeople}
          none="Ninguna"
          href={paths.users({ state: 'pending' })}
        />
      </dl>
    </section>
  );
}

function Fact({ label, count, none, href }: { label: string; count: number; none: string; href: string }) {
  let value: ReactNode = none;
  if (count > 0)
    value = (
      <TextLink href={href} aria-label={`${label}: ${count}`}>
        {formatNumber(count)}
      </TextLink>
    );
  return (
    <div data-alert={count > 0 || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
