import { PageHeader } from '../../../web/ui/page-header.tsx';

export function AgreementsPage() {
  return <PageHeader title="Convenios" />;
}
