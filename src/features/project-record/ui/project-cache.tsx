import { useQueryClient } from '@tanstack/react-query';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { outdate, reading, useRead } from '../../../web/query.ts';
import { getProject, type ProjectDetail } from '../detail/contract.ts';

export interface ProjectAddress {
  readonly kind: KindSlug;
  readonly id: string;
}

export const useProjectQuery = ({ kind, id }: ProjectAddress) =>
  useRead(getProject, { params: { kind, id } });

/** Writes what the server has just confirmed into the project on screen, or asks for all of it again. */
export function useProjectCache({ kind, id }: ProjectAddress) {
  const client = useQueryClient();
  const { queryKey } = reading(getProject, { params: { kind, id } });
  return {
    /** What was on screen and what is now; null when the project is no longer there. */
    update: (change: (project: ProjectDetail) => ProjectDetail) => {
      const before = client.getQueryData<ProjectDetail>(queryKey);
      if (!before) return null;
      const after = change(before);
      client.setQueryData<ProjectDetail>(queryKey, after);
      // An answer under way may have been read before, and would put the old values back.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
      return { before, after };
    },
    refresh: () => Promise.all([client.invalidateQueries({ queryKey }), outdate(client, 'projects')]),
    /** The project is gone: nothing of it may be shown again. */
    forget: () => {
      client.removeQueries({ queryKey });
      return outdate(client, 'projects');
    },
  };
}
export type ProjectCache = ReturnType<typeof useProjectCache>;
