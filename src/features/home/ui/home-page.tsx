import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';

export function HomePage() {
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
