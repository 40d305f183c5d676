import type { Observation } from '../../project-record/detail/contract.ts';
import { ObservationCard } from './observation-card.tsx';
import classes from './observations.module.css';
import { type PlaceProps, UnsentObservations } from './observing/section-observing.tsx';

interface Props extends PlaceProps {
  observations: readonly Observation[];
}

/** What was observed of a section, above its fields, and what is being written about it. */
export const SectionObservations = ({ section, label, observations }: Props) => (
  <div className={classes.beside}>
    {observations.map(o => (
      <ObservationCard key={o.id} observation={o} />
    ))}
    <UnsentObservations section={section} label={label} />
  </div>
);
