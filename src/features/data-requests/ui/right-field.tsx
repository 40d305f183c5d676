import { DATA_RIGHTS } from '../../../domain/privacy/requests.ts';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { useFormScope } from '../../../web/form/form.tsx';

const OPTIONS = DATA_RIGHTS.map(({ value, label, help }) => ({ value, label, hint: help }));

/** Which right is asked for, with what it means. */
export function RightField({ label }: { label: string }) {
  const chosen = useFormScope().getValue('right');
  return (
    <SelectField
      name="right"
      label={label}
      options={OPTIONS}
      description={OPTIONS.find(({ value }) => value === chosen)?.hint ?? 'Elige lo que se pide.'}
    />
  );
}
