import { Drawer } from '@mantine/core';
import { t } from '../../i18n/i18n.ts';
import { SideNavigation } from './side-navigation.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** The navigation where there is no room for it beside the page. */
export const PhoneNavigation = ({ open, onClose }: Props) => (
  <Drawer
    opened={open}
    onClose={onClose}
    size={280}
    title={t('layout.navigation')}
    closeButtonProps={{ 'aria-label': t('layout.closeMenu') }}
  >
    <SideNavigation onGo={onClose} />
  </Drawer>
);
