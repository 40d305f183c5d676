import { SegmentedControl } from '@mantine/core';

export type Who = 'account' | 'outside';

/** Whether a member of the team has an account here. */
export function WhoSwitch({ value, onChange }: { value: Who; onChange: (next: Who) => void }) {
  return (
    <SegmentedControl
      size="xs"
      value={value}
      onChange={onChange}
      aria-label="Quién es"
      data={[
        { value: 'account', label: 'De la universidad' },
        { value: 'outside', label: 'Persona externa' },
      ]}
    />
  );
}
