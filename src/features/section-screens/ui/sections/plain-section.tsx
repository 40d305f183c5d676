import { keyOf, type SectionField } from '../../../../domain/sections/field.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { Columns } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';
import { type Entry, useScope } from '../scope.tsx';

/** A section without a screen of its own: its fields in the order the domain lists them. */
export function PlainSection() {
  const { fields } = useScope();
  return fields.map(field =>
    field.type === 'list' ? (
      <PlainList key={field.path} field={field} />
    ) : (
      <Field key={field.path} name={keyOf(field)} />
    ),
  );
}

function PlainList({ field }: { field: SectionField }) {
  const { nameOf } = useProject();
  const [first, second] = field.fields ?? [];
  const words = (info: SectionField | undefined, entry: Entry) =>
    info ? showValue(info, entry[keyOf(info)], nameOf) : '';
  return (
    <ListField<Entry>
      name={keyOf(field)}
      summary={entry => words(first, entry)}
      detail={entry => words(second, entry)}
    >
      <Columns>
        {(field.fields ?? []).map(f => (
          <Field key={f.path} name={keyOf(f)} />
        ))}
      </Columns>
    </ListField>
  );
}
