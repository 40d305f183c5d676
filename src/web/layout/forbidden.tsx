import { PERMISSION_LABELS, type Permission } from '../../domain/kit/permissions.ts';
import { t } from '../i18n/i18n.ts';
import { paths } from '../routing/paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link.tsx';

/** What stands at an address instead of its page for whoever lacks the permission. */
export const Forbidden = ({ permission }: { permission: Permission }) => (
  <EmptyState
    headingLevel={1}
    title={t('pages.forbidden')}
    text={t('pages.forbiddenText', { what: PERMISSION_LABELS[permission] })}
    action={<LinkButton href={paths.home()}>{t('pages.backHome')}</LinkButton>}
  />
);
