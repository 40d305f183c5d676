import { ActionIcon, Button, Modal } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { opensInBrowser } from '../../../../domain/text/file-types.ts';
import { formatSize } from '../../../../domain/text/format.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { openInTab } from '../use-file-actions.tsx';
import classes from './file-preview.module.css';
import { type LinkOf, type PreviewedFile, ShownFile } from './shown-file.tsx';

interface FilePreviewProps {
  files: readonly PreviewedFile[];
  /** Index of the one shown; null while the viewer is shut. */
  open: number | null;
  link: LinkOf;
  onClose: () => void;
  onMove: (index: number) => void;
}

/** Shows files over the whole window, one after the other: photos, PDFs and videos as the browser does. */
export function FilePreview({ files, open, ...rest }: FilePreviewProps) {
  const file = open === null ? undefined : files[open];
  return file && open !== null && <Viewer files={files} file={file} index={open} {...rest} />;
}

interface ViewerProps extends Omit<FilePreviewProps, 'open'> {
  file: PreviewedFile;
  index: number;
}

/** The focus goes back to where it was before the viewer took it. */
function useFocusBack() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** The neighbours of a file among those that can be shown, in a circle; undefined where it has none. */
function neighbours(files: readonly PreviewedFile[], index: number) {
  const shown = files.flatMap((file, n) => (opensInBrowser(file.contentType) ? [n] : []));
  const others = shown.filter(n => n !== index);
  if (others.length === 0) return undefined;
  return {
    previous: others.findLast(n => n < index) ?? others.at(-1),
    next: others.find(n => n > index) ?? others[0],
    /** Empty for what cannot be shown, which has no place among them. */
    position: shown.includes(index) ? `${shown.indexOf(index) + 1} de ${shown.length}` : '',
  };
}

/** A player moves through its video by the same keys. */
const hasOwnKeys = (target: EventTarget | null) => target instanceof HTMLMediaElement;

function useArrowKeys(move: Readonly<Record<string, (() => void) | undefined>>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isPlain && !hasOwnKeys(event.target)) move[event.key]?.();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function Viewer({ files, file, index, link, onClose, onMove }: ViewerProps) {
  useFocusBack();
  const around = neighbours(files, index);
  const moveTo = (to: number | undefined) => to !== undefined && onMove(to);
  const toPrevious = () => moveTo(around?.previous);
  const toNext = () => moveTo(around?.next);
  useArrowKeys({ ArrowLeft: toPrevious, ArrowRight: toNext });
  const download = () => void openInTab(() => link(file, 'download'));
  return (
    <Modal.Root opened onClose={onClose} fullScreen returnFocus={false}>
      <Modal.Content>
        <div className={classes.viewer}>
          <div className={classes.head}>
            <div className={classes.about}>
              <Modal.Title className={classes.name}>{file.name}</Modal.Title>
              {file.size !== undefined && <span className={classes.size}>{formatSize(file.size)}</span>}
            </div>
            {around && (
              <div className={classes.moves}>
                <MoveButton label="Archivo anterior" icon={IconChevronLeft} onClick={toPrevious} />
                <span className={classes.position} role="status">
                  {around.position}
                </span>
                <MoveButton label="Archivo siguiente" icon={IconChevronRight} onClick={toNext} />
              </div>
            )}
            <div className={classes.tools}>
              <HeadButton label="Descargar" icon={IconDownload} onClick={download} />
              {opensInBrowser(file.contentType) && (
                <HeadButton
                  label="Abrir en otra pestaña"
                  icon={IconExternalLink}
                  onClick={() => void openInTab(() => link(file, 'view'))}
                />
              )}
              <HeadButton label={t('action.close')} icon={IconX} onClick={onClose} data-autofocus />
            </div>
          </div>
          <Modal.Body className={classes.stage}>
            <ShownFile key={`${file.id}/${file.version}`} file={file} link={link} onDownload={download} />
          </Modal.Body>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ButtonProps {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  'data-autofocus'?: true;
}

const MoveButton = ({ label, icon: Icon, onClick }: ButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
    <Icon size={20} aria-hidden />
  </ActionIcon>
);

/** On a phone its words are only heard. */
const HeadButton = ({ label, icon: Icon, ...rest }: ButtonProps) => (
  <Button variant="subtle" color="gray" px="xs" aria-label={label} {...rest}>
    <Icon size={18} aria-hidden />
    <span className={classes.words}>{label}</span>
  </Button>
);
