import { PageHeader } from '../../../web/ui/page-header.tsx';

export function PartnersPage() {
  return <PageHeader title="Socios" />;
}
