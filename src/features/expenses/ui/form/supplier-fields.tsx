import { Autocomplete, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { plain } from '../../../../domain/text/plain.ts';
import { OptionLine } from '../../../../web/form/choices/option-line.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useField, useFormScope } from '../../../../web/form/form.tsx';
import type { ProjectExpenses } from '../../contract.ts';
import classes from '../expenses.module.css';

interface Props {
  data: ProjectExpenses;
  required: boolean;
  disabled: boolean;
}

const FOREIGN = 'voucher.supplier.foreignId';
const RUT = 'voucher.supplier.rut';
const NAME = 'voucher.supplier.name';

/** Those that the project has bought from, the latest name of each, by RUT. */
const knownSuppliers = ({ expenses }: ProjectExpenses): ReadonlyMap<string, string> =>
  new Map(
    expenses
      .toReversed()
      .map(({ voucher: { supplier } }) => [supplier.rut, supplier.name] as const)
      .filter(([rut]) => rut !== ''),
  );

/** Who issued the voucher: by RUT, or somebody abroad by another id. */
export function SupplierFields({ data, required, disabled }: Props) {
  const scope = useFormScope();
  const [isMarked, setMarked] = useState(false);
  // What was stored or restored says it, too.
  const isForeign = isMarked || scope.getValue(FOREIGN) !== '';
  const mark = (on: boolean) => {
    setMarked(on);
    scope.setValue(on ? RUT : FOREIGN, '');
  };
  return (
    <div>
      <div className={classes.pair}>
        {isForeign ? (
          <ForeignField required={required} disabled={disabled} />
        ) : (
          <RutField data={data} required={required} disabled={disabled} />
        )}
        <TextField name={NAME} label="Nombre del proveedor" required={required} disabled={disabled} />
      </div>
      <Checkbox
        mt="xs"
        size="sm"
        label="Proveedor extranjero (sin RUT)"
        checked={isForeign}
        disabled={disabled}
        onChange={event => mark(event.currentTarget.checked)}
      />
    </div>
  );
}

/** Nobody named at all is refused at the RUT, which is not on screen here. */
function ForeignField({ required, disabled }: Omit<Props, 'data'>) {
  const scope = useFormScope();
  const missing = scope.errorOf(RUT);
  return (
    <div>
      <TextField name={FOREIGN} label="Identificador extranjero" required={required} disabled={disabled} />
      {missing && !scope.errorOf(FOREIGN) && (
        <p className={classes.wrong} role="alert">
          {missing}
        </p>
      )}
    </div>
  );
}

const digits = (text: string) => plain(text).replace(/[^0-9k]/g, '');

function RutField({ data, required, disabled }: Props) {
  const { value, onChange, input, scope } = useField({
    name: RUT,
    label: 'RUT del proveedor',
    required,
    disabled,
  });
  const suppliers = useMemo(() => knownSuppliers(data), [data]);
  const typed = String(value ?? '');
  const leave = (rut: string) => {
    const kept = scope.kept(RUT, rut);
    if (kept !== value) onChange(kept);
    const name = suppliers.get(kept);
    if (name && scope.getValue(NAME) === '') scope.setValue(NAME, name);
  };
  return (
    <Autocomplete
      {...input}
      autoComplete="off"
      placeholder="76.123.456-0"
      data={[...suppliers.keys()]}
      value={typed}
      onChange={onChange}
      onOptionSubmit={rut => {
        onChange(rut);
        const name = suppliers.get(rut);
        if (name) scope.setValue(NAME, name);
      }}
      onBlur={event => {
        leave(typed);
        input.onBlur(event);
      }}
      // By number, however it is written, or by name.
      filter={({ options, search }) =>
        options.filter(
          o =>
            'value' in o &&
            ((digits(search) !== '' && digits(String(o.value)).includes(digits(search))) ||
              plain(suppliers.get(String(o.value)) ?? '').includes(plain(search))),
        )
      }
      renderOption={({ option }) => <OptionLine label={option.value} hint={suppliers.get(option.value)} />}
      limit={20}
    />
  );
}
