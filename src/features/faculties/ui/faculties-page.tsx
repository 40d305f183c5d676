import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';

export function FacultiesPage() {
  return (
    <>
      <PageHeader title="Facultades" />
      <EmptyState
        title="Esta pantalla todavía no está disponible"
        text="Aquí podrás administrar este catálogo."
      />
    </>
  );
}
