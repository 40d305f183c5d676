import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { isBeingChecked, isRejected } from '../../../domain/files/file-states.ts';
import type { ProjectFile } from '../../project-record/detail/contract.ts';
import classes from './files.module.css';

interface CheckStateProps {
  state: ProjectFile['state'];
  reason: string | null;
}

/** What became of a version that may not be used, or not yet. */
export function CheckState({ state, reason }: CheckStateProps) {
  if (isBeingChecked(state))
    return (
      <span className={classes.checking} role="status">
        <IconHourglass size={14} aria-hidden /> En revisión
      </span>
    );
  if (!isRejected({ state })) return null;
  return (
    <span className={classes.rejected}>
      <IconAlertTriangle size={14} aria-hidden /> Rechazado: {reason}
    </span>
  );
}
