import {
  IconArrowsExchange,
  IconAward,
  IconBell,
  IconBook2,
  IconBuilding,
  IconBuildingBank,
  IconCalendarCog,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
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
  IconTargetArrow,
  IconUserCheck,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { isAdmin, isReviewer, looksAfter, onlyReviews } from '../../../domain/kit/actor.ts';
import type { SessionUser } from '../../../domain/kit/session.ts';
import {
  OFFERED_PAGES,
  type OfferedPage,
  PAGE_GROUP_NAMES,
  PAGES,
  type PageGroup,
  pagesUnder,
} from '../../routing/pages.ts';

export interface NavigationItem {
  title: string;
  href: string;
  icon: TablerIcon;
}

export interface NavigationGroup {
  /** None where everything fits in one list. */
  name?: PageGroup;
  items: NavigationItem[];
}

/** Each is one page alone: who knows the navigation finds a page by it. */
const ICONS: Record<OfferedPage, TablerIcon> = {
  home: IconHome,
  projects: IconFolders,
  calls: IconSpeakerphone,
  reviews: IconChecklist,
  reports: IconChartBar,
  partners: IconHeartHandshake,
  surveys: IconClipboardText,
  certificates: IconAward,
  notifications: IconBell,
  faculties: IconBuildingBank,
  schools: IconBuilding,
  careers: IconSchool,
  courses: IconBook2,
  users: IconUsers,
  themes: IconTags,
  institutionalIndicators: IconTargetArrow,
  expenseRules: IconReceipt,
  adminCalls: IconCalendarCog,
  admissibility: IconClipboardCheck,
  adminReviews: IconUserCheck,
  changeStatus: IconReplace,
  reassign: IconArrowsExchange,
  mail: IconMail,
  dataRequests: IconShieldLock,
  searches: IconSearchOff,
  kinds: IconForms,
  settings: IconSettings,
  audit: IconHistory,
};

type Reader = Pick<SessionUser, 'roles'>;

const isInside = (user: Reader) => !onlyReviews(user);
/** Whose roles ever find something there, where that is not everybody's. */
const READERS: Partial<Record<OfferedPage, (user: Reader) => boolean>> = {
  reviews: isReviewer,
  // Who heads a unit reads its people.
  users: looksAfter,
  // The server lets reviewers from outside in, too, while they fill in a project of theirs, which no role tells.
  partners: isInside,
  surveys: isInside,
};

function isOffered(name: OfferedPage, user: Reader | null): boolean {
  if (!user || user.roles.length === 0) return name === 'home';
  return READERS[name]?.(user) ?? (isAdmin(user) || !PAGES[name].at.startsWith('/admin/'));
}

const itemOf = (name: OfferedPage): NavigationItem => ({
  title: PAGES[name].title,
  href: PAGES[name].at,
  icon: ICONS[name],
});

/**
 * What the side navigation offers to this person: only what their roles ever have. Without the administration so
 * little is left that groups would only stand in the way.
 */
export function navigationFor(user: Reader | null): NavigationGroup[] {
  const listOf = (pages: readonly OfferedPage[]) => pages.filter(name => isOffered(name, user)).map(itemOf);
  if (!user || !isAdmin(user)) return [{ items: listOf(OFFERED_PAGES) }];
  return PAGE_GROUP_NAMES.map(name => ({ name, items: listOf(pagesUnder(name)) }));
}
