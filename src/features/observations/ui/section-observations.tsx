import type { Observation } from '../../project-record/detail/contract.ts';
import { ObservationCard } from './observation-card.tsx';
import classes from './observations.module.css';

/** What was observed of a section, above its fields. */
export const SectionObservations = ({ observations }: { observations: readonly Observation[] }) => (
  <div className={classes.beside}>
    {observations.map(o => (
      <ObservationCard key={o.id} observation={o} />
    ))}
  </div>
);
