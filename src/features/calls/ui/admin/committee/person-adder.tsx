import { Select } from '@mantine/core';
import { useState } from 'react';
import { withHints } from '../../../../../web/form/choices/option-line.tsx';
import { useSearched } from '../../../../options/ui/searched.tsx';

interface AdderProps {
  /** Accounts that are in already. */
  taken: readonly string[];
  onAdd: (person: { id: string; name: string }) => void;
}

/** Finds somebody of the university by typing; whoever is chosen goes to the list, and the box is free for the next. */
export function PersonAdder({ taken, onAdd }: AdderProps) {
  const [typed, setTyped] = useState('');
  const { options, search, nothingFound } = useSearched({ noun: 'person', known: [], chosen: [] });
  const free = options.filter(option => !taken.includes(option.value));
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const add = (id: string | null) => {
    const person = free.find(option => option.value === id);
    if (person) onAdd({ id: person.value, name: person.label });
    type('');
  };
  return (
    <Select
      label="Agregar a alguien de la universidad"
      placeholder="Busca por nombre o correo"
      w="22rem"
      maw="100%"
      data={free}
      {...withHints(free)}
      value={null}
      onChange={add}
      searchValue={typed}
      onSearchChange={type}
      filter={({ options: all }) => all}
      searchable
      nothingFoundMessage={nothingFound}
    />
  );
}
