import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { isActive, USER_STATES } from '../../../domain/kit/user-states.ts';
import { useTypedSearch } from '../../../web/form/typed-search.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { useRead } from '../../../web/query.ts';
import { type User, users } from '../contract.ts';

interface PersonPickerProps {
  label: string;
  /** Read by screen readers where the label is not shown. */
  hideLabel?: boolean;
  description?: string;
  placeholder?: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** Whoever left may be blocked already; who takes over is active. */
  activeOnly?: boolean;
}

const hintOf = (user: User) =>
  isActive(user) ? user.email : `${user.email} · cuenta ${USER_STATES[user.state].toLowerCase()}`;

/** A person of the university by name or e-mail, enabled or not. */
export function PersonPicker(props: PersonPickerProps) {
  const { label, hideLabel, value, onChange, activeOnly, ...rest } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const { data: chosen } = useRead(
    users.get,
    { params: { id: value ?? '' } },
    { enabled: value !== null, keepPrevious: false },
  );
  const search = useTypedSearch(
    users.list,
    typed === chosen?.name ? '' : typed,
    query => ({
      query: { ...query, sort: 'name' as const, size: 20, ...(activeOnly && { state: 'active' as const }) },
    }),
    isOpen,
  );
  const people = (search.data?.rows ?? []).filter(p => search.fits(p.name));
  const options = people.map(p => ({ value: p.id, label: p.name }));
  if (value && !people.some(p => p.id === value)) options.unshift({ value, label: chosen?.name ?? '…' });
  return (
    <Select
      {...rest}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpen(true)}
      filter={({ options: all }) => all}
      clearable
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      nothingFoundMessage={search.nothingFound}
      renderOption={({ option }) => {
        const person = people.find(p => p.id === option.value);
        return (
          <div>
            {option.label}
            {person && (
              <Text size="xs" c="dimmed">
                {hintOf(person)}
              </Text>
            )}
          </div>
        );
      }}
    />
  );
}
