import { PageHeader } from '../../../../web/ui/page-header.tsx';

/** Certificates of what was closed earlier, and of reviewers. */
export function IssuePage() {
  return <PageHeader title="Emitir certificados" />;
}
