import { Skeleton } from '@mantine/core';
import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { WhenNear } from '../../../../web/routing/when-near.tsx';
import classes from './tables.module.css';

interface Props {
  /** Pixels it takes about, so that nothing moves when it comes; `narrow` on a phone, where that is not the same. */
  height: number;
  narrow?: number;
  children: ReactNode;
}

/** Where the drawing of a section stands. */
export function ChartPlace({ height, narrow = height, children }: Props) {
  const heights = { '--height': `${height}px`, '--narrow': `${narrow}px` } as CSSProperties;
  const waiting = <Skeleton className={classes.waiting ?? ''} />;
  return (
    <div className={classes.chart} style={heights}>
      <WhenNear className={classes.waiting}>
        <Suspense fallback={waiting}>{children}</Suspense>
      </WhenNear>
    </div>
  );
}
