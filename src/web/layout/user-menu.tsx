import { Avatar, type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { PROVIDER_NAMES } from '../../domain/settings/providers.ts';
import { signOut } from '../auth/sign-out.ts';
import { forgetDrafts, unsavedWork } from '../drafts.ts';
import { t } from '../i18n/i18n.ts';
import { usePage } from '../routing/page-title.ts';
import { paths } from '../routing/paths.ts';
import { getProvider, useSessionUser } from '../storage.ts';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { PageLink } from '../ui/link.tsx';
import classes from './layout.module.css';

const schemes = () =>
  [
    { value: 'light', label: t('layout.schemeLight'), icon: IconSun },
    { value: 'dark', label: t('layout.schemeDark'), icon: IconMoon },
    { value: 'auto', label: t('layout.schemeAuto'), icon: IconDeviceDesktop },
  ] as const;

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={value => setColorScheme(value as MantineColorScheme)}>
      {schemes().map(({ value, label, icon: Icon }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          closeMenuOnClick={false}
          rightSection={<Icon size={16} aria-hidden />}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function MenuContent({ name, email, onLeave }: { name: string; email: string; onLeave: () => void }) {
  return (
    <>
      <div style={{ padding: '0.5rem 0.75rem' }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
        <Text size="xs" c="dimmed">
          {t('layout.signedInWith', { provider: PROVIDER_NAMES[getProvider()] })}
        </Text>
      </div>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconUser size={16} aria-hidden />}
        renderRoot={props => <PageLink {...props} href={paths.profile()} />}
      >
        {t('layout.profile')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t('layout.scheme')}</Menu.Label>
      <SchemeItems />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={onLeave}>
        {t('layout.signOut')}
      </Menu.Item>
    </>
  );
}

export function UserMenu() {
  const user = useSessionUser();
  const { logoutFallback } = usePage();
  const [unsaved, setUnsaved] = useState(0);
  if (!user) return null;
  const leave = async () => {
    const count = (await unsavedWork()).length;
    if (count > 0) setUnsaved(count);
    else await signOut(logoutFallback);
  };
  return (
    <>
      <Menu position="bottom-end" width={260} withinPortal={false}>
        <Menu.Target>
          <button
            type="button"
            className={`${classes.chromeButton} ${classes.plain}`}
            aria-label={t('layout.userMenu', { name: user.name })}
          >
            <Avatar size={26} color="cyan" variant="filled" name={user.name} alt="" />
            <span className={classes.notOnPhone}>{user.name}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuContent name={user.name} email={user.email} onLeave={leave} />
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        open={unsaved > 0}
        title={t('draft.unsavedTitle')}
        confirm={t('draft.signOutAnyway')}
        cancel={t('draft.stay')}
        destructive
        onCancel={() => setUnsaved(0)}
        onConfirm={async () => {
          await forgetDrafts();
          await signOut(logoutFallback);
        }}
      >
        {t('draft.unsavedSignOut', { count: unsaved })}
      </ConfirmDialog>
    </>
  );
}
