import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { isEmpty } from '../../../../domain/sections/section.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { WhenNear } from '../../../../web/routing/when-near.tsx';
import { SectionFields } from '../fields/arranged.tsx';
import fields from '../fields/fields.module.css';
import { useScope } from '../scope.tsx';

const TerritoryMap = lazyPart(() => import('./territory-map.tsx'), 'TerritoryMap');

/** Who reads sees the map; who writes has it with the point. */
export function TerritorySection() {
  const { readOnly, values } = useScope();
  const hasPlaces = !isEmpty(values.comunaCodes) || !isEmpty(values.point);
  return (
    <>
      {readOnly && hasPlaces && (
        <div className={fields.mapPlace}>
          <WhenNear className={fields.mapWaiting}>
            <Suspense fallback={<Skeleton className={fields.mapWaiting ?? ''} />}>
              <TerritoryMap />
            </Suspense>
          </WhenNear>
        </div>
      )}
      <SectionFields />
    </>
  );
}
