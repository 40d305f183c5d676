import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';

export function UsersPage() {
  return (
    <>
      <PageHeader title="Usuarios" />
      <EmptyState
        title="Esta pantalla todavía no está disponible"
        text="Aquí podrás administrar este catálogo."
      />
    </>
  );
}
