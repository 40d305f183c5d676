import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatSize } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { cancelUpload, type OpenUpload } from '../../contract.ts';
import classes from '../files.module.css';
import { useFilesOutdated } from '../use-files.tsx';
import { PickButton } from './pick-button.tsx';
import { fingerprintOf } from './send-file.tsx';
import type { Uploads } from './use-uploads.tsx';

interface BrokenProps {
  open: readonly OpenUpload[];
  uploads: Uploads;
}

/** What broke off in an earlier visit, or goes on in another tab: a browser does not keep the files themselves. */
export function BrokenUploads({ open, uploads }: BrokenProps) {
  const own = new Set(uploads.items.map(item => fingerprintOf(item.file)));
  const broken = open.filter(upload => !own.has(upload.fingerprint));
  if (broken.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label="Subidas sin terminar">
      {broken.map(upload => (
        <BrokenRow key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

function BrokenRow({ upload, uploads }: { upload: OpenUpload; uploads: Uploads }) {
  const { project } = useProject();
  const outdateFiles = useFilesOutdated();
  const [isOther, setOther] = useState(false);
  const { name, size, received, documentType, fingerprint, file: target } = upload;
  const choose = (file: File) => {
    if (fingerprintOf(file) !== fingerprint) return setOther(true);
    setOther(false);
    uploads.start(file, documentType, target);
  };
  const cancel = async () => {
    const params = { kind: project.kind, id: project.id, upload: upload.id };
    await request(cancelUpload, { params }).catch(error => toasts.error(asHtml(messageOf(error))));
    outdateFiles();
  };
  return (
    <li className={classes.upload}>
      <span className={classes.name}>{name}</span>
      <span className={classes.broken} role={isOther ? 'alert' : undefined}>
        {isOther
          ? `Ese no es el archivo que subías: elige «${name}», de ${formatSize(size)}, sin cambios.`
          : `Llegaron ${formatSize(received)} de ${formatSize(size)}. Vuelve a elegir el archivo para seguir desde ahí.`}
      </span>
      <PickButton label="Elegir archivo" aria-label={`Volver a elegir ${name}`} onPick={choose} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Descartar la subida de ${name}`}
        onClick={() => void cancel()}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
