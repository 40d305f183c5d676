import { RIGHT_HELP } from '../../../domain/privacy/requests.ts';
import { DATA_RIGHTS } from '../../../domain/privacy/rights.ts';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { useFormScope } from '../../../web/form/form.tsx';

const OPTIONS = DATA_RIGHTS.map(right => ({ ...right, hint: RIGHT_HELP[right.value] }));

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
