import {
  IconBriefcase,
  IconBulb,
  IconCoin,
  IconHeartHandshake,
  IconMicrophone2,
  IconPalette,
  IconPlant2,
  IconRocket,
  IconSchool,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';

const ICONS: Record<KindDefinition['icon'], TablerIcon> = {
  school: IconSchool,
  'microphone-2': IconMicrophone2,
  coin: IconCoin,
  briefcase: IconBriefcase,
  bulb: IconBulb,
  'users-group': IconUsersGroup,
  'heart-handshake': IconHeartHandshake,
  palette: IconPalette,
  'plant-2': IconPlant2,
  rocket: IconRocket,
};

export function KindIcon({ icon, size = 20 }: { icon: KindDefinition['icon']; size?: number }) {
  const Icon = ICONS[icon];
  return <Icon size={size} aria-hidden />;
}
