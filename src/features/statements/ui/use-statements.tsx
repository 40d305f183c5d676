import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DraftKey } from '../../../web/drafts.ts';
import { outdate, useRead } from '../../../web/query.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import { getStatements } from '../contract.ts';

export function useStatements() {
  const { project } = useProject();
  return useRead(getStatements, { params: { kind: project.kind, id: project.id } });
}

/** Reads again whatever tells of the project's money, and the project itself: who it waits for, what it lacks. */
export function useSpendingOutdated(): () => void {
  const client = useQueryClient();
  const { cache } = useProject();
  return () => {
    void outdate(client, 'spending');
    void cache.refresh();
  };
}

/** The statement on screen; lives in the address. */
export function useOpenStatement() {
  const { project } = useProject();
  const { place, go } = usePlace(project);
  // Whoever comes by a link is shown it, also from an expense of this page; whoever opens it here sees it already.
  const [linked, setLinked] = useState(place.field);
  const own = useRef<string | null>(null);
  useEffect(() => setLinked(place.field === own.current ? null : place.field), [place.field]);
  return {
    id: place.field,
    linked,
    open: (id: string | null) => {
      own.current = id;
      go({ tab: 'spending', section: null, field: id }, { resetScroll: false });
    },
  };
}

/** Where what is typed about a statement is kept. */
export const statementKey = (project: string, statement: string, what: string): DraftKey => [
  ...['project', project, 'statement', statement, what],
];
