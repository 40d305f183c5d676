import { PageHeader } from '../../../web/ui/page-header.tsx';

/** Certificates that the reader may see. */
export function CertificatesPage() {
  return <PageHeader title="Certificados" />;
}
