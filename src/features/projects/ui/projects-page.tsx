import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';

export function ProjectsPage() {
  return (
    <>
      <PageHeader title="Proyectos" />
      <EmptyState
        title="Esta pantalla todavía no está disponible"
        text="Aquí verás los proyectos a los que tienes acceso."
      />
    </>
  );
}
