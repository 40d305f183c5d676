import { Select, TextInput } from '@mantine/core';
import { isNumber } from '../../../../domain/sections/field.ts';
import { useScope, useSectionField } from '../scope.tsx';
import { CellNumber } from './cell-number.tsx';

/** A field inside a table: the column and row name it for those who cannot see the table. */
export function CellField({ name, row }: { name: string; row: number }) {
  const field = useSectionField(name);
  const { control: Control } = useScope();
  if (!field) return null;
  const { info, value, set, error } = field;
  const shared = { size: 'xs', 'aria-label': `${info.label}, ítem ${row}`, error } as const;
  if (info.type === 'choice')
    return (
      <Select
        {...shared}
        data={(info.options ?? []).map(o => ({ value: o.value, label: o.label }))}
        value={typeof value === 'string' ? value : null}
        onChange={set}
        comboboxProps={{ zIndex: 2500, width: 'max-content' }}
        placeholder="Elige"
      />
    );
  if (info.type === 'line')
    return (
      <TextInput {...shared} value={String(value ?? '')} onChange={event => set(event.currentTarget.value)} />
    );
  if (!isNumber(info))
    return (
      Control && <Control field={field} common={{ name: field.path, label: info.label, required: false }} />
    );
  return (
    <CellNumber
      label={shared['aria-label']}
      error={error}
      value={typeof value === 'number' ? value : null}
      onChange={set}
      money={info.type === 'money'}
      decimals={info.type === 'decimal' ? 2 : 0}
    />
  );
}
