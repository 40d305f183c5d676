import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';

export function ProjectPage() {
  return (
    <>
      <PageHeader title="Proyecto" />
      <EmptyState title="Esta pantalla todavía no está disponible" text="Aquí verás la ficha del proyecto." />
    </>
  );
}
