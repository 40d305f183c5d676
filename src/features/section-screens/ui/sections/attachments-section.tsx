import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { Attachments } from '../../../../domain/sections/attachments.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { WhenNear } from '../../../../web/routing/when-near.tsx';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import fields from '../fields/fields.module.css';
import { ListField } from '../fields/list-field.tsx';
import { useScope } from '../scope.tsx';

/** At the foot of what a reader has. */
const Documents = lazyPart(() => import('../../../attachments/ui/documents.tsx'), 'Documents');

export function AttachmentsSection() {
  const { readOnly, target } = useScope();
  const links = (
    <ListField<Attachments['links'][number]> name="links" summary={l => l.title} detail={l => l.url}>
      <EntryFields />
    </ListField>
  );
  return (
    <>
      {readOnly && target === null ? (
        <WhenNear className={fields.filesWaiting}>
          <Suspense fallback={<Skeleton h={160} />}>
            <Documents />
          </Suspense>
        </WhenNear>
      ) : (
        // Whoever was led to one finds it: the section is not there before it is.
        <Documents />
      )}
      <SectionFields instead={{ links }} />
    </>
  );
}
