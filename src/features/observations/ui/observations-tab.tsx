import { REPORT_PLACE, reportName } from '../../../domain/reports/names.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { listSections } from '../../ficha/ui/section-list.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { ObservationCard } from './observation-card.tsx';
import classes from './observations.module.css';

const ORDER = { open: 0, answered: 1, resolved: 2 } as const;

/** Everything that was asked for, what waits for an answer first. */
export function ObservationsTab() {
  const { project } = useProject();
  const labels = new Map<string, string>([
    ...listSections(project).map(s => [s.slug, s.label] as const),
    [REPORT_PLACE, reportName(null)],
  ]);
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
        <ObservationCard key={o.id} observation={o} section={labels.get(o.section) ?? o.section} />
      ))}
    </div>
  );
}
