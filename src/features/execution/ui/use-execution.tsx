import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contract } from '../../../domain/sections/contract.ts';
import type { SectionData, SectionSlug } from '../../../domain/sections/index.ts';
import type { Participants } from '../../../domain/sections/participants.ts';
import type { Plan } from '../../../domain/sections/plan.ts';
import { outdate, useRead } from '../../../web/query.ts';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import { getActivity, getExecution } from '../contract.ts';

const dataOf = <S extends SectionSlug>(project: ProjectDetail, slug: S) =>
  project.sections.find(s => s.slug === slug)?.data as SectionData[S] | undefined;

/** What the Ficha planned, as far as the execution is compared with it; empty where the reader may not see it. */
export function usePlanned(): {
  plan: Plan['activities'];
  deliverables: Contract['deliverables'];
  participants: Participants | undefined;
} {
  const { project } = useProject();
  return {
    plan: dataOf(project, 'plan')?.activities ?? [],
    deliverables: dataOf(project, 'contract')?.deliverables ?? [],
    participants: dataOf(project, 'participants'),
  };
}

export function useExecution() {
  const { project } = useProject();
  return useRead(getExecution, { params: { kind: project.kind, id: project.id } });
}

/** Reads again whatever shows the execution; of the project itself what its final report lacks. */
export function useExecutionOutdated(): () => void {
  const client = useQueryClient();
  const { cache } = useProject();
  return () => {
    void outdate(client, getExecution);
    void outdate(client, getActivity);
    void cache.refresh();
  };
}

/** The activity on screen; lives in the address. */
export function useOpenActivity() {
  const { project } = useProject();
  const { place, go } = usePlace(project);
  return {
    id: place.field,
    open: (id: string | null) => go({ tab: 'execution', section: null, field: id }, { resetScroll: false }),
  };
}

/** What is being filled in. */
export type OpenForm =
  | { readonly form: 'activity'; readonly id: string | null; readonly planItemId: string | null }
  | { readonly form: 'meeting'; readonly id: string | null }
  | { readonly form: 'deliverable'; readonly itemId: string };

export function useOpenForm() {
  return useState<OpenForm | null>(null);
}
