import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { PrivacyLinks } from '../privacy-links.tsx';

export function IncidentsPage() {
  return <PageHeader title="Incidentes de datos" actions={<PrivacyLinks at="dataIncidents" />} />;
}
