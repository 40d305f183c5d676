import {
  IconArrowsExchange,
  IconChecklist,
  IconClock,
  IconFilePencil,
  IconGavel,
  IconHandFinger,
  IconMessage2,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { NOTICE_INFO, NOTICE_TYPES, type NoticeType } from '../../../domain/notices/notice-types.ts';
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
};

export const TYPE_OPTIONS = NOTICE_TYPES.map(type => ({ value: type, label: NOTICE_INFO[type].label }));

/** Where a notification leads: its project, else the list of what waits for the reader. */
export const hrefOf = ({ type, project }: Pick<Notification, 'type' | 'project'>) =>
  type === 'review'
    ? paths.reviews()
    : project
      ? paths.project(project.kind, project.id)
      : paths.projects({ myTurn: true });
