import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconHourglass, IconX } from '@tabler/icons-react';
import { cleanFileName } from '../../../../domain/text/clean-names.ts';
import classes from '../files.module.css';
import type { UploadItem, Uploads } from './use-uploads.tsx';

/** Files on their way, with progress, cancel and resume. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.items.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label="Subidas en curso">
      {uploads.items.map(item => (
        <UploadRow
          key={item.key}
          item={item}
          onCancel={() => uploads.cancel(item)}
          onResume={() => uploads.resume(item)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  item: UploadItem;
  onCancel: () => void;
  onResume: () => void;
}

function UploadRow({ item, onCancel, onResume }: RowProps) {
  // As it will be kept.
  const name = cleanFileName(item.file.name);
  return (
    <li className={classes.upload}>
      <span className={classes.name}>{name}</span>
      <UploadState item={item} name={name} onResume={onResume} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={item.phase === 'refused' ? `Quitar ${name} de la lista` : `Cancelar la subida de ${name}`}
        onClick={onCancel}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function UploadState({ item, name, onResume }: { item: UploadItem; name: string; onResume: () => void }) {
  const { file, sent, phase, message } = item;
  const percent = Math.floor((sent / file.size) * 100);
  switch (phase) {
    case 'sending':
      return (
        <>
          <Progress
            className={classes.progress ?? ''}
            value={percent}
            aria-label={`Subiendo ${name}`}
            size="sm"
            transitionDuration={150}
          />
          <span className="figures">{percent} %</span>
        </>
      );
    case 'checking':
      return (
        <span className={classes.checking} role="status">
          <IconHourglass size={14} aria-hidden /> {message ?? 'Llegó completo; lo estamos revisando…'}
        </span>
      );
    case 'paused':
    case 'refused':
      return (
        <>
          <span className={classes.message} role="alert">
            {message}
          </span>
          {phase === 'paused' && (
            <Button size="compact-sm" variant="default" onClick={onResume}>
              Reanudar
            </Button>
          )}
        </>
      );
  }
}
