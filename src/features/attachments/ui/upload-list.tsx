import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { cleanFileName } from '../../../domain/text/clean-names.ts';
import classes from './files.module.css';
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
  const { file, sent, phase, message } = item;
  // As it will be kept.
  const name = cleanFileName(file.name);
  const percent = Math.floor((sent / file.size) * 100);
  return (
    <li className={classes.upload}>
      <span className={classes.name}>{name}</span>
      {phase === 'sending' ? (
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
      ) : (
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
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={phase === 'refused' ? `Quitar ${name} de la lista` : `Cancelar la subida de ${name}`}
        onClick={onCancel}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
