import { useSessionUser } from '../../../web/storage.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { PendingNotice } from '../../auth/ui/pending-notice.tsx';

export function HomePage() {
  const user = useSessionUser();
  // Signed in without a role: the office has not enabled the account yet.
  if (user?.roles.length === 0) return <PendingNotice />;
  return (
    <>
      <PageHeader title="Inicio" />
      <EmptyState
        title="Esta pantalla todavía no está disponible"
        text="Aquí verás lo que te toca y tus proyectos."
      />
    </>
  );
}
