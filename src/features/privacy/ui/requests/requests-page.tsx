import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { PrivacyLinks } from '../privacy-links.tsx';

export function DataRequestsPage() {
  return <PageHeader title="Datos personales" actions={<PrivacyLinks at="dataRequests" />} />;
}
