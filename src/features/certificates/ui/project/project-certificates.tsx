import { EmptyState } from '../../../../web/ui/empty-state.tsx';

/** The certificates of a project, and what it may still issue. */
export function ProjectCertificates() {
  return <EmptyState headingLevel={3} title="Todavía no hay certificados de este proyecto" />;
}
