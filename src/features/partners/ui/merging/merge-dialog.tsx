import { Suspense } from 'react';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useOnce } from '../../../../web/routing/use-once.ts';
import type { Merged, Named } from './use-merging.tsx';

const MergeModal = lazyPart(() => import('./merge-modal.tsx'), 'MergeModal');

export interface MergeDialogProps {
  /** The organisation that is kept, unless the reader swaps them. */
  id: string;
  name: string;
  /** The one that is merged into it; left out, it is looked for in the dialog. */
  other?: Named;
  open: boolean;
  onClose: () => void;
  /** It is done and told, with its undo; the page of `merged` shows the one kept from now on. */
  onMerged?: (done: Merged) => void;
}

/** Asks which of two organisations is kept, tells what merging them does, and does it. */
export function MergeDialog(props: MergeDialogProps) {
  useReturnFocus(props.open);
  const asked = useOnce(props.open);
  return (
    asked && (
      <Suspense>
        <MergeModal {...props} />
      </Suspense>
    )
  );
}
