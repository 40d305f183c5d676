import { Suspense } from 'react';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { Agreement } from '../contract.ts';

const AgreementForm = lazyPart(() => import('./agreement-form.tsx'), 'AgreementForm');
const AgreementView = lazyPart(() => import('./agreement-view.tsx'), 'AgreementView');

interface AgreementDrawerProps {
  /** Null for a new one. */
  row: Agreement | null;
  /** With whom a new one is. */
  organisation?: { id: string; name: string };
  mayManage: boolean;
  onClose: () => void;
}

/** An agreement beside the list it stands in: to be changed by the office, to be read by others. */
export function AgreementDrawer({ row, organisation, mayManage, onClose }: AgreementDrawerProps) {
  return (
    <Suspense>
      {mayManage && (
        <AgreementForm key={row?.id ?? 'new'} row={row} organisation={organisation} onClose={onClose} />
      )}
      {!mayManage && row && <AgreementView row={row} onClose={onClose} />}
    </Suspense>
  );
}
