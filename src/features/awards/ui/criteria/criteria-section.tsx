import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { FoldedSection } from '../folded/folded-section.tsx';
import type { MeasuredRanking } from './criteria-panel.tsx';

const CriteriaPanel = lazyPart(() => import('./criteria-panel.tsx'), 'CriteriaPanel');

/** Folded until somebody asks: how each proposal did in each criterion. */
export const CriteriaSection = ({ ranking }: { ranking: MeasuredRanking }) => (
  <FoldedSection
    title="Puntajes por criterio"
    content={() => (
      <Suspense fallback={<Skeleton h={320} />}>
        <CriteriaPanel ranking={ranking} />
      </Suspense>
    )}
  />
);
