import type { Attachments } from '../../../../domain/sections/attachments.ts';
import { Documents } from '../../../attachments/ui/documents.tsx';
import { Columns } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';

export function AttachmentsSection() {
  return (
    <>
      <Documents />
      <ListField<Attachments['links'][number]> name="links" summary={l => l.title} detail={l => l.url}>
        <Columns>
          <Field name="title" />
          <Field name="url" />
        </Columns>
      </ListField>
    </>
  );
}
