import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';

export function NewProjectPage() {
  return (
    <>
      <PageHeader title="Nuevo proyecto" />
      <EmptyState title="Esta pantalla todavía no está disponible" text="Aquí podrás iniciar un proyecto." />
    </>
  );
}
