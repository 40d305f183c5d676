import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import type { OpenUpload } from '../../contract.ts';
import { DocumentGroup, type DocumentGroupProps } from '../document-group.tsx';
import { BrokenUploads } from './broken-uploads.tsx';
import { PickButton } from './pick-button.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.tsx';

interface UploadingGroupProps extends Omit<DocumentGroupProps, 'action' | 'below' | 'onReplace'> {
  /** Those that broke off. */
  open: readonly OpenUpload[];
}

/** The files of one document type, with those on their way. */
export function UploadingGroup({ open, ...group }: UploadingGroupProps) {
  const { type, label } = group.document;
  const uploads = useUploads((file, { known }) =>
    known
      ? toasts.info(`${asHtml(file.name)} ya estaba en el proyecto.`)
      : toasts.success(`${asHtml(file.name)} quedó guardado.`),
  );
  return (
    <DocumentGroup
      {...group}
      action={
        <PickButton
          label="Subir archivo"
          aria-label={`Subir archivo: ${label}`}
          onPick={file => uploads.start(file, type)}
        />
      }
      onReplace={(chosen, file) => uploads.start(chosen, type, file.id)}
      below={
        <>
          <UploadList uploads={uploads} />
          <BrokenUploads open={open} uploads={uploads} />
        </>
      }
    />
  );
}
