import { Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useOnce } from '../../../web/routing/use-once.ts';
import { type Need, placeOfNeed, useNeeds } from '../../ficha/ui/editor/needs.tsx';
import { useObserving } from '../../observations/ui/observing/observing.tsx';
import { mainAction } from '../../project-record/ui/main-action.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import { OfferButton } from './actions/action-buttons.tsx';
import { useAsk } from './actions/action-context.tsx';
import type { Offer } from './actions/use-action.tsx';
import classes from './project-page.module.css';

// Who observes nothing is told of nothing observed.
const ObservingBar = lazyPart<{ onReturn: (action: Offer['action']) => void }, 'ObservingBar'>(
  () => import('../../observations/ui/observing/observing-bar.tsx'),
  'ObservingBar',
);
// Who sends nothing is told of nothing missing.
const MissingPanel = lazyPart(() => import('../../ficha/ui/editor/missing-panel.tsx'), 'MissingPanel');
const MissingDialog = lazyPart(() => import('../../ficha/ui/editor/missing-dialog.tsx'), 'MissingDialog');

/** Always in view at the foot: whether everything is saved, what is missing or observed, and the main action. */
export function PageBar({ slotRef }: { slotRef: (slot: HTMLElement | null) => void }) {
  const { project } = useProject();
  const { go } = usePlace(project);
  const [asked, setAsked] = useState(false);
  const wasAsked = useOnce(asked);
  const main = mainAction(project.actions);
  const writes = project.sections.some(s => s.mayEdit);
  const needs = useNeeds();
  const ask = useAsk();
  const observed = useObserving()?.begun.length ?? 0;
  if (!main && !writes && observed === 0) return null;
  const jump = (section: Need['section'], field: string) => {
    setAsked(false);
    go(placeOfNeed(section, field), { resetScroll: false });
  };
  const refused = needs && needs.items.length > 0 ? () => setAsked(true) : undefined;
  return (
    <div className={`${classes.bar} no-print`}>
      <div ref={slotRef} className={classes.slot} />
      <Suspense fallback={<Skeleton h={36} w={144} />}>
        {needs && <MissingPanel needs={needs} onJump={jump} />}
      </Suspense>
      {main && <OfferButton offer={main} variant={observed > 0 ? 'default' : 'filled'} onRefused={refused} />}
      <Suspense>{observed > 0 && <ObservingBar onReturn={ask} />}</Suspense>
      {needs && wasAsked && (
        <Suspense>
          <MissingDialog needs={needs} open={asked} onClose={() => setAsked(false)} onJump={jump} />
        </Suspense>
      )}
    </div>
  );
}
