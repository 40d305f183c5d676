import { Drawer, type DrawerProps } from '@mantine/core';
import { useReturnFocus } from '../../form/dialog-focus.ts';
import { t } from '../../i18n/i18n.ts';

type SideDrawerProps = Omit<DrawerProps, 'opened' | 'position' | 'closeButtonProps'>;

/** What stands in a list, whole beside it: open while it is mounted, and gives the keyboard back as it goes. */
export function SideDrawer(props: SideDrawerProps) {
  useReturnFocus();
  return (
    <Drawer
      size={520}
      {...props}
      opened
      position="right"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    />
  );
}
