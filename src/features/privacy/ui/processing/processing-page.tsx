import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { PrivacyLinks } from '../privacy-links.tsx';

export function ProcessingPage() {
  return <PageHeader title="Registro de tratamientos" actions={<PrivacyLinks at="processing" />} />;
}
