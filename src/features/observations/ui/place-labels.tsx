import { placeLabel } from '../../../domain/reports/gaps.ts';
import { listSections } from '../../ficha/ui/section-list.tsx';
import type { Observation } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';

/** How the place an observation is about is called in this project. */
export function usePlaceLabels(): (place: Observation['section']) => string {
  const { project } = useProject();
  const own = new Map<string, string>(listSections(project).map(s => [s.slug, s.label]));
  return place => own.get(place) ?? placeLabel(place);
}
