import { ActionIcon, Menu, type MenuProps, Tooltip } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';

interface Props extends Omit<MenuProps, 'children'> {
  label: string;
  icon: ReactNode;
  /** What it is for holds now. */
  on?: boolean;
  loading?: boolean;
  /** Items; may be fetched when it first opens. */
  children: ReactNode;
}

/** One of the menus beside the number of rows. */
export function ToolMenu({ label, icon, on = false, loading = false, children, ...menu }: Props) {
  return (
    <Menu position="bottom-end" withinPortal={false} {...menu}>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon variant={on ? 'light' : 'default'} size={36} aria-label={label} loading={loading}>
            {icon}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>{children}</Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
