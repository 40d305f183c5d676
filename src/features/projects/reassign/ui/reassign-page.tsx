import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';

export function ReassignPage() {
  return (
    <>
      <PageHeader title="Reasignar" />
      <EmptyState
        title="Esta pantalla todavía no está disponible"
        text="Aquí la oficina podrá traspasar lo que tiene una persona a otra."
      />
    </>
  );
}
