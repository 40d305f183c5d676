import {
  IconArrowsExchange,
  IconBell,
  IconBook2,
  IconBuildingBank,
  IconCertificate,
  IconChecklist,
  IconFolders,
  IconForms,
  IconHistory,
  IconHome,
  IconMail,
  IconReplace,
  IconSchool,
  IconSettings,
  IconSpeakerphone,
  IconTags,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { isAdmin, isReviewer } from '../../domain/kit/actor.ts';
import type { SessionUser } from '../../domain/kit/session.ts';
import { t } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';

export interface NavigationItem {
  title: string;
  href: string;
  icon: TablerIcon;
}

export interface NavigationGroup {
  title?: string;
  items: NavigationItem[];
}

const general = (user: Pick<SessionUser, 'roles'> | null): NavigationGroup => ({
  items: [
    { title: t('pages.home'), href: paths.home(), icon: IconHome },
    { title: t('pages.projects'), href: paths.projects(), icon: IconFolders },
    { title: t('pages.calls'), href: paths.calls(), icon: IconSpeakerphone },
    ...(user && isReviewer(user)
      ? [{ title: t('pages.reviews'), href: paths.reviews(), icon: IconChecklist }]
      : []),
    { title: t('pages.notifications'), href: paths.notifications(), icon: IconBell },
  ],
});

const catalogues = (): NavigationItem[] => [
  { title: t('pages.faculties'), href: paths.faculties(), icon: IconBuildingBank },
  { title: t('pages.schools'), href: paths.schools(), icon: IconSchool },
  { title: t('pages.careers'), href: paths.careers(), icon: IconCertificate },
  { title: t('pages.courses'), href: paths.courses(), icon: IconBook2 },
  { title: t('pages.themes'), href: paths.themes(), icon: IconTags },
];

const office = (): NavigationItem[] => [
  { title: t('pages.users'), href: paths.users(), icon: IconUsers },
  { title: t('pages.adminCalls'), href: paths.adminCalls(), icon: IconSpeakerphone },
  { title: t('pages.admissibility'), href: paths.admissibility(), icon: IconChecklist },
  { title: t('pages.changeStatus'), href: paths.changeStatus(), icon: IconReplace },
  { title: t('pages.adminReviews'), href: paths.adminReviews(), icon: IconChecklist },
  { title: t('pages.reassign'), href: paths.reassign(), icon: IconArrowsExchange },
  { title: t('pages.mail'), href: paths.mail(), icon: IconMail },
  { title: t('pages.kinds'), href: paths.kinds(), icon: IconForms },
  { title: t('pages.settings'), href: paths.settings(), icon: IconSettings },
  { title: t('pages.audit'), href: paths.audit(), icon: IconHistory },
];

/** What the side navigation offers to this person: only what their roles ever have. */
export function navigationFor(user: Pick<SessionUser, 'roles'> | null): NavigationGroup[] {
  if (!user || user.roles.length === 0) return [{ items: general(user).items.slice(0, 1) }];
  if (isAdmin(user)) {
    return [general(user), { title: t('pages.admin'), items: [...catalogues(), ...office()] }];
  }
  return [general(user)];
}
