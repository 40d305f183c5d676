import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudOff, IconPencil } from '@tabler/icons-react';
import { formatTime } from '../../dates.ts';
import { t } from '../../i18n/i18n.ts';
import type { SaveState } from './autosave.ts';
import classes from './save-status.module.css';

const ICONS = {
  saved: IconCheck,
  dirty: IconPencil,
  offline: IconCloudOff,
  error: IconAlertTriangle,
} as const;

interface SaveStatusProps {
  state: SaveState;
  /** When the server's version was stored, shown until something is saved here. */
  savedAt?: string | null;
}

function words(state: SaveState, savedAt: string | null | undefined): string {
  switch (state.kind) {
    case 'saved': {
      const at = state.at?.toISOString() ?? savedAt;
      return at ? t('draft.savedAt', { when: formatTime(at) }) : t('draft.saved');
    }
    case 'offline':
    case 'error':
      return state.message || t(`draft.${state.kind}`);
    default:
      return t(`draft.${state.kind}`);
  }
}

/** Always in view beside a form that saves itself. */
export function SaveStatus({ state, savedAt }: SaveStatusProps) {
  const Icon = state.kind === 'saving' ? null : ICONS[state.kind === 'conflict' ? 'error' : state.kind];
  return (
    <span className={classes.status} data-kind={state.kind} role="status">
      {Icon ? <Icon size={16} aria-hidden /> : <Loader size={14} />}
      {words(state, savedAt)}
    </span>
  );
}
