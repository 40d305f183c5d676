import { ActionIcon } from '@mantine/core';
import { IconDownload, IconFile, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '../../../domain/text/format.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import type { ProjectFile } from '../../project-record/detail/contract.ts';
import classes from './files.module.css';
import { useFileActions } from './use-file-actions.tsx';

/** Bytes in the largest unit that keeps the figure readable. */
export function showSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${formatNumber(kilobytes, 0)} kB` : `${formatNumber(kilobytes / 1024, 1)} MB`;
}

export function FileRow({ file, mayRemove }: { file: ProjectFile; mayRemove: boolean }) {
  const { open, remove } = useFileActions();
  const [removing, setRemoving] = useState(false);
  return (
    <li className={classes.file}>
      <IconFile size={18} aria-hidden className={classes.icon} />
      <button type="button" className={classes.open} onClick={() => void open(file)}>
        {file.name}
      </button>
      <span className={classes.meta}>
        {showSize(file.size)} · {file.uploadedBy.name}, <DateTime value={file.uploadedAt} withTime />
      </span>
      <span className={classes.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Descargar ${file.name}`}
          onClick={() => void open(file)}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
        {mayRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Eliminar ${file.name}`}
            onClick={() => setRemoving(true)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </span>
      <ConfirmDialog
        open={removing}
        title="Eliminar archivo"
        confirm="Eliminar archivo"
        destructive
        onCancel={() => setRemoving(false)}
        onConfirm={() => remove(file)}
      >
        Se elimina «{file.name}». Esto no se puede deshacer.
      </ConfirmDialog>
    </li>
  );
}
