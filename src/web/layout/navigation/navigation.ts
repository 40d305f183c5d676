import {
  IconArrowsExchange,
  IconAward,
  IconBell,
  IconBook2,
  IconBuildingBank,
  IconCertificate,
  IconChartBar,
  IconChecklist,
  IconClipboardText,
  IconFolders,
  IconForms,
  IconHeartHandshake,
  IconHistory,
  IconHome,
  IconMail,
  IconReceipt,
  IconReplace,
  IconSchool,
  IconSearchOff,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconTags,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { isAdmin, isReviewer } from '../../../domain/kit/actor.ts';
import type { SessionUser } from '../../../domain/kit/session.ts';
import { t } from '../../i18n/i18n.ts';
import { type OfferedPage, PAGES, pagesUnder } from '../../routing/pages.ts';

export interface NavigationItem {
  title: string;
  href: string;
  icon: TablerIcon;
}

export interface NavigationGroup {
  title?: string;
  items: NavigationItem[];
}

const ICONS: Record<OfferedPage, TablerIcon> = {
  home: IconHome,
  projects: IconFolders,
  calls: IconSpeakerphone,
  reviews: IconChecklist,
  partners: IconHeartHandshake,
  surveys: IconClipboardText,
  certificates: IconAward,
  reports: IconChartBar,
  notifications: IconBell,
  faculties: IconBuildingBank,
  schools: IconSchool,
  careers: IconCertificate,
  courses: IconBook2,
  themes: IconTags,
  institutionalIndicators: IconChartBar,
  users: IconUsers,
  adminCalls: IconSpeakerphone,
  admissibility: IconChecklist,
  changeStatus: IconReplace,
  adminReviews: IconChecklist,
  reassign: IconArrowsExchange,
  mail: IconMail,
  kinds: IconForms,
  expenseRules: IconReceipt,
  dataRequests: IconShieldLock,
  searches: IconSearchOff,
  settings: IconSettings,
  audit: IconHistory,
};

const itemOf = (name: OfferedPage): NavigationItem => ({
  title: PAGES[name].title,
  href: PAGES[name].at,
  icon: ICONS[name],
});

/** What the side navigation offers to this person: only what their roles ever have. */
export function navigationFor(user: Pick<SessionUser, 'roles'> | null): NavigationGroup[] {
  if (!user || user.roles.length === 0) return [{ items: [itemOf('home')] }];
  const general = pagesUnder('general').filter(name => name !== 'reviews' || isReviewer(user));
  const groups: NavigationGroup[] = [{ items: general.map(itemOf) }];
  if (isAdmin(user)) {
    const office = [...pagesUnder('catalogues'), ...pagesUnder('office')];
    groups.push({ title: t('pages.admin'), items: office.map(itemOf) });
  }
  return groups;
}
