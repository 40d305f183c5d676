import { Alert, Skeleton } from '@mantine/core';
import { ProblemError } from '../../../../web/problem-error.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import type { PartProps } from '../../../project-record/ui/project-slots.tsx';
import classes from '../publication.module.css';
import { LeadName } from './lead-name.tsx';
import { PublicationEditor } from './publication-editor.tsx';
import { StateBox } from './state-box.tsx';
import { usePublication } from './use-publication.tsx';

/** What of a project anybody may see, and what its people decide about that. */
export function ProjectPublication({ project }: PartProps) {
  const { data, error, refetch } = usePublication(project, project.readsPublication);
  // Nobody else has the tab; an address that was handed on still opens it.
  if (!project.readsPublication || (error instanceof ProblemError && error.status === 404))
    return (
      <EmptyState
        headingLevel={3}
        title="No hay nada de su publicación que puedas ver"
        text="La ven quienes participan en el proyecto, su unidad y la oficina, desde que se aprueba."
      />
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={320} aria-busy />;
  return (
    <div className={classes.tab}>
      <StateBox project={project} publication={data} />
      {data.manageRefusal && (
        <Alert role="note" color="gray">
          {data.manageRefusal}
        </Alert>
      )}
      <PublicationEditor project={project} publication={data} />
      <LeadName project={project} publication={data} />
    </div>
  );
}
