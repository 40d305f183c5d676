import type { Attachments } from '../../../../domain/sections/attachments.ts';
import { Documents } from '../../../attachments/ui/documents.tsx';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';

export function AttachmentsSection() {
  const links = (
    <ListField<Attachments['links'][number]> name="links" summary={l => l.title} detail={l => l.url}>
      <EntryFields />
    </ListField>
  );
  return (
    <>
      <Documents />
      <SectionFields instead={{ links }} />
    </>
  );
}
