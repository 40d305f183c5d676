import { createContext, type ReactNode, Suspense, use, useState } from 'react';
import { opensInBrowser } from '../../../../domain/text/file-types.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useFileActions } from '../use-file-actions.tsx';
import type { PreviewedFile } from './shown-file.tsx';

// Fetched when the first file is opened.
const FilePreview = lazyPart(() => import('./file-preview.tsx'), 'FilePreview');

const Context = createContext<((file: PreviewedFile) => void) | null>(null);

/** Opens a file over the page where the browser can show it; else it is downloaded. */
export function useOpenFile(): (file: PreviewedFile) => void {
  const open = use(Context);
  if (!open) throw new Error('Outside of a file viewer');
  return open;
}

const isSame = (one: PreviewedFile) => (other: PreviewedFile) =>
  one.id === other.id && one.version === other.version;

interface FileViewerProps {
  /** Those of the project on screen, in the order in which one leads to the next. */
  files: readonly PreviewedFile[];
  children: ReactNode;
}

/** What is inside opens files over the page. One that is not among `files`, as an older version, is shown alone. */
export function FileViewer({ files, children }: FileViewerProps) {
  const { link, open } = useFileActions();
  const [shown, setShown] = useState<{ files: readonly PreviewedFile[]; index: number }>();
  const show = (file: PreviewedFile) => {
    if (!opensInBrowser(file.contentType)) return void open(file, { ...versionOf(file), as: 'download' });
    const index = files.findIndex(isSame(file));
    setShown(index < 0 ? { files: [file], index: 0 } : { files, index });
  };
  return (
    <Context value={show}>
      {children}
      {shown && (
        <Suspense>
          <FilePreview
            files={shown.files}
            open={shown.index}
            link={(file, as) => link(file, { ...versionOf(file), as })}
            onClose={() => setShown(undefined)}
            onMove={index => setShown({ ...shown, index })}
          />
        </Suspense>
      )}
    </Context>
  );
}

const versionOf = ({ version }: PreviewedFile) => (version === undefined ? {} : { version });
