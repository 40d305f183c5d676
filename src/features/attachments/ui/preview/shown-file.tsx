import { Button, Loader } from '@mantine/core';
import { IconDownload, IconFileDescription } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isPhoto, opensInBrowser } from '../../../../domain/text/file-types.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import type { Opening } from '../../contract.ts';
import classes from './file-preview.module.css';

export interface PreviewedFile {
  /** Of the file, through all its versions. */
  readonly id: string;
  /** The one that counts where none is named. */
  readonly version?: number;
  readonly name: string;
  readonly contentType: string;
  /** Bytes; not told where it is not known. */
  readonly size?: number;
}

/** Asks for an absolute address that opens the file; throws what the server refused. */
export type LinkOf = (file: PreviewedFile, as: Opening) => Promise<string>;

interface ShownFileProps {
  file: PreviewedFile;
  link: LinkOf;
  onDownload: () => void;
}

const FAILED = 'No se pudo mostrar el archivo. Inténtalo otra vez o descárgalo.';

/** The file itself, where the browser can show it. Another file needs another `key`. */
export function ShownFile({ file, link, onDownload }: ShownFileProps) {
  const [tries, setTries] = useState(0);
  if (!opensInBrowser(file.contentType))
    return (
      <EmptyState
        icon={<IconFileDescription size={28} aria-hidden />}
        title="Este tipo de archivo no se puede mostrar aquí."
        action={
          <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
            Descargar el archivo
          </Button>
        }
      />
    );
  return (
    <LinkedFile key={tries} file={file} ask={() => link(file, 'view')} onRetry={() => setTries(tries + 1)} />
  );
}

interface LinkedFileProps {
  file: PreviewedFile;
  ask: () => Promise<string>;
  onRetry: () => void;
}

/** One try: a link is asked for once and shown. */
function LinkedFile({ file, ask, onRetry }: LinkedFileProps) {
  const [address, setAddress] = useState<string>();
  const [loaded, setLoaded] = useState(false);
  const [failure, setFailure] = useState<{ error?: unknown }>();
  const asked = useRef(ask);
  useEffect(() => {
    let isGone = false;
    asked.current().then(
      given => !isGone && setAddress(given),
      error => !isGone && setFailure({ error }),
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (failure)
    return <ErrorState {...('error' in failure ? failure : { message: FAILED })} onRetry={onRetry} />;
  // A viewer of PDFs shows by itself how far it is, and tells the page nothing.
  const isWaiting = !address || (!loaded && file.contentType !== 'application/pdf');
  const events = { onReady: () => setLoaded(true), onFail: () => setFailure({}) };
  return (
    <>
      {isWaiting && (
        <div className={classes.waiting} role="status" aria-busy>
          <Loader aria-hidden />
          <span className="visually-hidden">Cargando {file.name}…</span>
        </div>
      )}
      {address && <Content file={file} address={address} {...events} />}
    </>
  );
}

interface ContentProps {
  file: PreviewedFile;
  address: string;
  onReady: () => void;
  /** The link came too late, the connection broke off, or the browser does not understand the content. */
  onFail: () => void;
}

function Content({ file: { name, contentType }, address, onReady, onFail }: ContentProps): ReactNode {
  if (isPhoto(contentType))
    return <img className={classes.photo} src={address} alt={name} onLoad={onReady} onError={onFail} />;
  if (contentType === 'video/mp4')
    return (
      // biome-ignore lint/a11y/useMediaCaption: what people upload has no captions
      <video
        className={classes.video}
        src={address}
        aria-label={name}
        controls
        playsInline
        preload="metadata"
        onLoadedMetadata={onReady}
        onError={onFail}
      />
    );
  return <iframe className={classes.frame} src={address} title={name} />;
}
