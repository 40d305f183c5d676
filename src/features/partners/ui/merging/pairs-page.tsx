import { PageHeader } from '../../../../web/ui/page-header.tsx';

export function PairsPage() {
  return <PageHeader title="Posibles duplicados" />;
}
