import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';

export function LoginPage() {
  return (
    <>
      <PageHeader title="Ingreso" />
      <EmptyState
        title="Esta pantalla todavía no está disponible"
        text="El ingreso con Microsoft o Google se habilitará aquí."
      />
    </>
  );
}
