import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Contract } from '../../../domain/sections/contract.ts';
import type { SectionData, SectionSlug } from '../../../domain/sections/index.ts';
import type { Participants } from '../../../domain/sections/participants.ts';
import type { Plan } from '../../../domain/sections/plan.ts';
import { type DraftKey, unsavedWork } from '../../../web/drafts.ts';
import { outdate, useRead } from '../../../web/query.ts';
import {
  measurementKey,
  measurementOf,
  type OpenMeasurement,
} from '../../indicators/ui/open-measurement.tsx';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import { type Execution, getActivity, getExecution } from '../contract.ts';

const dataOf = <S extends SectionSlug>(project: ProjectDetail, slug: S) =>
  project.sections.find(s => s.slug === slug)?.data as SectionData[S] | undefined;

/** What the Ficha planned, as far as the execution is compared with it; empty where the reader may not see it. */
export function usePlanned(): {
  plan: Plan['activities'];
  deliverables: Contract['deliverables'];
  currency: Contract['currency'];
  participants: Participants | undefined;
} {
  const { project } = useProject();
  const contract = dataOf(project, 'contract');
  return {
    plan: dataOf(project, 'plan')?.activities ?? [],
    deliverables: contract?.deliverables ?? [],
    currency: contract?.currency ?? null,
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
  | { readonly form: 'deliverable'; readonly itemId: string }
  | OpenMeasurement;

/** Where what is typed into it is kept. */
export const draftKeyOf = (project: string, form: OpenForm): DraftKey => {
  if (form.form === 'measurement') return measurementKey(project, form);
  const entry = form.form === 'deliverable' ? form.itemId : (form.id ?? NEW);
  return ['project', project, form.form, entry, form.form === 'activity' ? (form.planItemId ?? '') : ''];
};
const NEW = 'new';

function formOf(key: DraftKey): OpenForm | null {
  const [, , noun, entry = '', planItemId = ''] = key;
  const id = entry === NEW ? null : entry;
  if (noun === 'activity') return { form: noun, id, planItemId: planItemId || null };
  if (noun === 'meeting') return { form: noun, id };
  return noun === 'deliverable' ? { form: noun, itemId: entry } : measurementOf(key);
}

const isThere = (form: OpenForm, { activities, meetings }: Execution): boolean =>
  form.form === 'deliverable' ||
  form.form === 'measurement' ||
  form.id === null ||
  (form.form === 'activity' ? activities : meetings).some(entry => entry.id === form.id);

/** What is being filled in; `unfinished` was left by a reload, as when a phone gives its memory to the camera. */
export function useOpenForm(execution: Execution) {
  const { project } = useProject();
  const [form, setForm] = useState<OpenForm | null>(null);
  const [unfinished, setUnfinished] = useState<OpenForm | null>(null);
  useEffect(() => {
    let alive = true;
    void unsavedWork().then(work => {
      const own = work.filter(({ key }) => key[0] === 'project' && key[1] === project.id);
      if (alive) setUnfinished(own.map(({ key }) => formOf(key)).find(each => each !== null) ?? null);
    });
    return () => {
      alive = false;
    };
  }, [project.id]);
  const nameOf = (each: OpenForm) => draftKeyOf(project.id, each).join();
  return {
    form,
    unfinished: unfinished && isThere(unfinished, execution) ? unfinished : null,
    open: (next: OpenForm | null) => {
      setForm(next);
      if (next) setUnfinished(before => (before && nameOf(before) === nameOf(next) ? null : before));
    },
  };
}
