import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { OptionLine } from '../../../../web/form/choices/option-line.tsx';
import { useField } from '../../../../web/form/form.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type PickerProps, PLACEHOLDERS, shared, useOptions, withCurrent } from './picker-field.tsx';

/** Several of a large catalogue. */
export function PickersField({ field, common, noun }: PickerProps) {
  const { value, onChange, input } = useField(common);
  const { nameOf } = useProject();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const ids = Array.isArray(value) ? value.map(String) : [];
  const { found, nothingFound, learn } = useOptions(noun, typed, isOpen);
  const hints = new Map(found.map(o => [o.id, o.hint]));
  return (
    <MultiSelect
      {...input}
      {...shared}
      data={withCurrent(
        found,
        ids.map(id => ({ id, label: nameOf(id) || '…' })),
      )}
      value={ids}
      onChange={next => {
        for (const id of next) {
          const picked = found.find(o => o.id === id);
          if (picked) learn(id, picked.label);
        }
        onChange(next);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpen(true)}
      hidePickedOptions
      renderOption={({ option }) => <OptionLine label={option.label} hint={hints.get(option.value)} />}
      maxValues={field.info.max ?? 50}
      placeholder={ids.length === 0 ? PLACEHOLDERS[noun] : ''}
      nothingFoundMessage={nothingFound}
    />
  );
}
