import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';

export function ProfilePage() {
  return (
    <>
      <PageHeader title="Mi perfil" />
      <EmptyState
        title="Esta pantalla todavía no está disponible"
        text="Aquí verás tus datos, tus roles y tus cuentas vinculadas."
      />
    </>
  );
}
