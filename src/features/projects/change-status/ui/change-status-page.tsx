import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';

export function ChangeStatusPage() {
  return (
    <>
      <PageHeader title="Cambiar estado" />
      <EmptyState
        title="Esta pantalla todavía no está disponible"
        text="Aquí la oficina podrá cambiar el estado de uno o más proyectos."
      />
    </>
  );
}
