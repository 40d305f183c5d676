import type { ReactNode } from 'react';
import { REVIEWED } from '../../../domain/kinds/statuses.ts';
import { isOpenStep, OPEN_END_NAMES, OPEN_ENDS } from '../../../domain/settings/setup.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import { END_LISTS } from '../../setup/ui/places.tsx';
import classes from './home.module.css';
import type { OutputFor } from './parts.tsx';

interface Props {
  office: NonNullable<OutputFor['office']>;
  setup: NonNullable<OutputFor['setup']>;
}

/** What needs the office, each figure with its list; what is open of units and people only while there is some. */
export function OfficeFigures({ office, setup }: Props) {
  const { ends, steps } = setup;
  // What a step of the guide tells is not told twice.
  const told = new Set(steps.filter(isOpenStep).map(({ step }) => step));
  const left = OPEN_END_NAMES.filter(name => ends[name] > 0 && !told.has(OPEN_ENDS[name].step));
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
        {left.map(name => (
          <Fact
            key={name}
            label={OPEN_ENDS[name].label}
            count={ends[name]}
            none="Ninguna"
            href={END_LISTS[name](setup)}
          />
        ))}
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
