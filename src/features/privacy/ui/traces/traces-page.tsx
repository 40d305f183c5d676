import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { PrivacyLinks } from '../privacy-links.tsx';

export function TracesPage() {
  return <PageHeader title="Personas sin cuenta" actions={<PrivacyLinks at="dataTraces" />} />;
}
