import { useScope, useSectionField } from '../scope.tsx';
import { FieldPlace, ReadField } from './field-frame.tsx';

/** A field of the section by its name: its control, or its value for somebody who only reads. */
export function Field({ name }: { name: string }) {
  const field = useSectionField(name);
  const { control: Control } = useScope();
  if (!field) return null;
  if (field.readOnly || !Control) return <ReadField field={field} />;
  const { label, help, required } = field.info;
  return (
    <FieldPlace path={field.path}>
      <Control
        field={field}
        common={{ name: field.path, label, required, ...(help ? { description: help } : {}) }}
      />
    </FieldPlace>
  );
}
