import type { PartProps } from '../../project-record/ui/project-slots.tsx';

/** The surveys about a project. */
export function ProjectSurveys(_props: PartProps) {
  return null;
}
