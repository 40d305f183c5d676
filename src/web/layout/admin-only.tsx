import { Outlet } from '@tanstack/react-router';
import { isAdmin, PERMISSION_LABELS } from '../../domain/permissions.ts';
import { t } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import { useSessionUser } from '../storage.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link.tsx';

/** What the administration's addresses show to everybody else; the server refuses them in any case. */
export function AdminOnly() {
  const user = useSessionUser();
  if (user && isAdmin(user)) return <Outlet />;
  return (
    <EmptyState
      headingLevel={1}
      title={t('pages.forbidden')}
      text={t('pages.forbiddenText', { what: PERMISSION_LABELS['catalogues.manage'] })}
      action={<LinkButton href={paths.home()}>{t('pages.backHome')}</LinkButton>}
    />
  );
}
