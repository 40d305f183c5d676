import { ActionIcon } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { isBeingChecked, isReady, isRejected } from '../../../domain/files/file-states.ts';
import { showScan } from '../../../domain/files/scans.ts';
import { formatSize } from '../../../domain/text/format.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import type { FileVersion, ListedFile } from '../contract.ts';
import { CheckState } from './check-state.tsx';
import classes from './files.module.css';
import { useFileActions } from './use-file-actions.tsx';

/** Every version of a file, newest first, with what the virus scanner said. */
export function FileVersions({ file }: { file: ListedFile }) {
  const all = [{ ...file, id: file.versionId }, ...file.versions].sort((a, b) => b.version - a.version);
  return (
    <ol className={classes.versions} aria-label={`Versiones de ${file.name}`}>
      {all.map(version => (
        <VersionRow key={version.id} file={file} version={version} />
      ))}
    </ol>
  );
}

function VersionRow({ file, version }: { file: ListedFile; version: FileVersion }) {
  const { open, remove } = useFileActions();
  const [removing, setRemoving] = useState(false);
  const label = `versión ${version.version} de ${file.name}`;
  // The first one is the file itself: it goes with all of them.
  const mayRemove = version.version > 1 && (file.mayRemove || isRejected(version));
  return (
    <li className={classes.version}>
      <span className={classes.about}>
        <span>
          <strong>Versión {version.version}</strong>
          {version.id === file.versionId && isReady(version) && ' · la que vale'}
        </span>
        <span className={classes.meta}>
          {version.name} · {formatSize(version.size)} · {version.uploadedBy.name},{' '}
          <DateTime value={version.uploadedAt} withTime />
          {!isBeingChecked(version.state) && ` · ${showScan(version.scan, version.scanDetail)}`}
        </span>
        <CheckState state={version.state} reason={version.reason} />
      </span>
      <span className={classes.tools}>
        {isReady(version) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Descargar la ${label}`}
            onClick={() => void open(file, { as: 'download', version: version.version })}
          >
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        )}
        {mayRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Eliminar la ${label}`}
            onClick={() => setRemoving(true)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </span>
      <ConfirmDialog
        open={removing}
        title="Eliminar versión"
        confirm="Eliminar versión"
        destructive
        onCancel={() => setRemoving(false)}
        onConfirm={() => remove(version.id)}
      >
        Se elimina la {label}; vale otra vez la anterior. Esto no se puede deshacer.
      </ConfirmDialog>
    </li>
  );
}
