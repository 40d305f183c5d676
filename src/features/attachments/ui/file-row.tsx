import { ActionIcon } from '@mantine/core';
import { IconDownload, IconFileDescription } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { isReady } from '../../../domain/files/file-states.ts';
import { formatSize } from '../../../domain/text/format.ts';
import { fileUrl } from '../../../web/config.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import type { ProjectFile } from '../../project-record/detail/contract.ts';
import type { ListedFile } from '../contract.ts';
import { CheckState } from './check-state.tsx';
import { FileMenu } from './file-menu.tsx';
import classes from './files.module.css';
import { PhotoState } from './photo-state.tsx';
import { useOpenFile } from './preview/file-viewer.tsx';
import { useFileActions } from './use-file-actions.tsx';

// Fetched when somebody unfolds them.
const FileVersions = lazyPart(() => import('./file-versions.tsx'), 'FileVersions');

interface FileRowProps {
  file: ProjectFile;
  /** What the page knows once all of it is read. */
  listed: ListedFile | undefined;
  mayAnswerPhotos: boolean;
  onReplace?: ((chosen: File, file: ListedFile) => void) | undefined;
}

/** A file by the version that counts; the others unfold below it. */
export function FileRow({ file, listed, mayAnswerPhotos, onReplace }: FileRowProps) {
  const { open } = useFileActions();
  const show = useOpenFile();
  const [unfolded, setUnfolded] = useState(false);
  const mayOpen = isReady(file);
  return (
    <li className={classes.file}>
      <FileIcon listed={listed} />
      <div className={classes.about}>
        {mayOpen ? (
          <button type="button" className={classes.open} onClick={() => show(file)}>
            {file.name}
          </button>
        ) : (
          <span className={classes.unopened}>{file.name}</span>
        )}
        <span className={classes.meta}>
          {file.version > 1 && `Versión ${file.version} · `}
          {formatSize(file.size)} · {file.uploadedBy.name}, <DateTime value={file.uploadedAt} withTime />
        </span>
        <CheckState state={file.state} reason={file.reason} />
        {listed && mayOpen && <PhotoState file={listed} mayAnswer={mayAnswerPhotos} />}
      </div>
      <span className={classes.tools}>
        {mayOpen && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Descargar ${file.name}`}
            onClick={() => void open(file, { as: 'download' })}
          >
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        )}
        {listed && (
          <FileMenu
            file={listed}
            onReplace={onReplace}
            unfolded={unfolded}
            onVersions={() => setUnfolded(before => !before)}
          />
        )}
      </span>
      {listed && <PendingVersion file={listed} />}
      {unfolded && listed && (
        <Suspense>
          <FileVersions file={listed} />
        </Suspense>
      )}
    </li>
  );
}

function FileIcon({ listed }: { listed: ListedFile | undefined }) {
  const [isBroken, setBroken] = useState(false);
  if (!listed?.thumbnail || isBroken)
    return <IconFileDescription size={18} aria-hidden className={classes.icon} />;
  return (
    <img
      className={classes.thumbnail}
      src={fileUrl(listed.thumbnail)}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}

/** A newer version that does not count yet, or was rejected: the one above goes on until then. */
function PendingVersion({ file }: { file: ListedFile }) {
  const [newest] = file.versions.filter(v => v.version > file.version && !isReady(v));
  if (!newest) return null;
  return (
    <span className={classes.pending}>
      Versión {newest.version}: <CheckState state={newest.state} reason={newest.reason} />
    </span>
  );
}
