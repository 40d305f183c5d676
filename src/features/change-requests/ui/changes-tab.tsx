import { isOpenChange } from '../../../domain/access/change-requests.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { ChangeCard } from './change-card.tsx';
import classes from './changes.module.css';

/** Every requested change, those to decide first. */
export function ChangesTab() {
  const { project } = useProject();
  const open = project.changes.filter(isOpenChange);
  const settled = project.changes.filter(c => !isOpenChange(c));
  if (project.changes.length === 0)
    return (
      <EmptyState
        title="Sin cambios pedidos"
        text="Una vez aprobado, el equipo, las fechas y el presupuesto se cambian con una solicitud desde su sección de la Ficha."
      />
    );
  return (
    <div className={classes.list}>
      {[...open, ...settled].map(change => (
        <ChangeCard key={change.id} change={change} />
      ))}
    </div>
  );
}
