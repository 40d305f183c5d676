import { PageHeader } from '../../../web/ui/page-header.tsx';

export function PartnerPage() {
  return <PageHeader title="Socio" />;
}
