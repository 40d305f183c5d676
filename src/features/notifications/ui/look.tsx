import {
  IconArrowsExchange,
  IconAward,
  IconChecklist,
  IconClock,
  IconFilePencil,
  IconGavel,
  IconHandFinger,
  IconMessage2,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import {
  NOTICE_INFO,
  NOTICE_PAGES,
  NOTICE_TYPES,
  type NoticeType,
} from '../../../domain/notices/notice-types.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Notification } from '../contract.ts';

export const NOTICE_ICONS: Record<NoticeType, TablerIcon> = {
  turn: IconHandFinger,
  request: IconFilePencil,
  review: IconChecklist,
  decision: IconGavel,
  observation: IconMessage2,
  reminder: IconClock,
  reassignment: IconArrowsExchange,
  team: IconUsersGroup,
  certificates: IconAward,
};

export const TYPE_OPTIONS = NOTICE_TYPES.map(type => ({ value: type, label: NOTICE_INFO[type].label }));

/** Where a notification leads: its project or page, else the list of what waits for the reader. */
export function hrefOf({ type, project, page }: Pick<Notification, 'type' | 'project' | 'page'>): string {
  if (type === 'review') return paths.reviews();
  if (project) return paths.project(project.kind, project.id);
  return page ? NOTICE_PAGES[page].at : paths.projects({ myTurn: true });
}
