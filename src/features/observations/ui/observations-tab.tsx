import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { ObservationCard } from './observation-card.tsx';
import classes from './observations.module.css';
import { usePlaceLabels } from './place-labels.tsx';

const ORDER = { open: 0, answered: 1, resolved: 2 } as const;

/** Everything that was asked for, what waits for an answer first. */
export function ObservationsTab() {
  const { project } = useProject();
  const labelOf = usePlaceLabels();
  const sorted = [...project.observations].sort(
    (a, b) => ORDER[a.state] - ORDER[b.state] || b.createdAt.localeCompare(a.createdAt),
  );
  if (sorted.length === 0)
    return (
      <EmptyState
        title="Sin observaciones"
        text="Cuando quien revisa devuelva el proyecto, sus observaciones aparecerán aquí y junto a cada sección."
      />
    );
  return (
    <div className={classes.list}>
      {sorted.map(o => (
        <ObservationCard key={o.id} observation={o} section={labelOf(o.section)} />
      ))}
    </div>
  );
}
