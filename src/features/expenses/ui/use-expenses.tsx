import { useQueryClient } from '@tanstack/react-query';
import { outdate, useRead } from '../../../web/query.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { getExpenses } from '../contract.ts';

/** Expenses of the project on screen, its lines, and what may be done with them. */
export function useExpenses() {
  const { project } = useProject();
  return useRead(getExpenses, { params: { kind: project.kind, id: project.id } });
}

/** Reads again whatever shows an expense: this list, what was accounted for, the project's gaps and who it waits for. */
export function useExpensesOutdated(): () => void {
  const client = useQueryClient();
  const { cache } = useProject();
  return () => {
    void outdate(client, 'spending');
    void outdate(client, 'projects');
    void cache.refresh();
  };
}
