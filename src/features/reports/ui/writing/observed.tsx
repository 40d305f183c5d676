import { Suspense } from 'react';
import type { ObservedPart } from '../../../../domain/reports/parts.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { Report } from '../../contract.ts';

const ObservedList = lazyPart(() => import('./observed-list.tsx'), 'ObservedList');

interface Props {
  report: Report;
  /** What is observed here. */
  isHere: (part: ObservedPart) => boolean;
  /** Says what each is about. */
  withPart?: boolean;
}

/** What was observed of a progress report, where it is about that; most have nothing. */
export function Observed({ report: { number, observations }, isHere, withPart = false }: Props) {
  const here = observations.flatMap((observation, n) =>
    number !== null && isHere(observation.part) ? [{ observation, n }] : [],
  );
  return <Suspense>{here.length > 0 && <ObservedList here={here} withPart={withPart} />}</Suspense>;
}
