import { useRead } from '../../../web/query.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { type ListedFile, listUploads, type OpenUpload } from '../contract.ts';
import { type DocumentType, documentTypesOf } from './document-types.tsx';
import { FileRow } from './file-row.tsx';
import classes from './files.module.css';
import { FileViewer } from './preview/file-viewer.tsx';
import { BrokenUploads } from './uploads/broken-uploads.tsx';
import { PickButton } from './uploads/pick-button.tsx';
import { UploadList } from './uploads/upload-list.tsx';
import { useUploads } from './uploads/use-uploads.tsx';
import { useFiles } from './use-files.tsx';

/** The project's files by document type, with what is still asked for. */
export function Documents() {
  const { project } = useProject();
  const { data } = useFiles();
  const params = { kind: project.kind, id: project.id };
  const { data: open = [] } = useRead(listUploads, { params }, { enabled: project.mayUpload });
  const types = documentTypesOf({
    ...project,
    // Also where nothing but an upload that broke off is kept.
    files: [...project.files, ...open],
  });
  const inOrder = types.flatMap(({ type }) =>
    project.files.filter(f => f.documentType === type && f.state === 'ready'),
  );
  return (
    <FileViewer files={inOrder}>
      {types.map(document => (
        <DocumentGroup
          key={document.type}
          document={document}
          listed={data?.files ?? []}
          mayAnswerPhotos={data?.mayAnswerPhotos ?? false}
          open={open.filter(upload => upload.documentType === document.type)}
        />
      ))}
    </FileViewer>
  );
}

interface GroupProps {
  document: DocumentType;
  listed: readonly ListedFile[];
  mayAnswerPhotos: boolean;
  open: readonly OpenUpload[];
}

function DocumentGroup({ document, listed, mayAnswerPhotos, open }: GroupProps) {
  const { type, label, help, required } = document;
  const { project } = useProject();
  const uploads = useUploads((file, known) =>
    known
      ? toasts.info(`${asHtml(file.name)} ya estaba en el proyecto.`)
      : toasts.success(`${asHtml(file.name)} quedó guardado.`),
  );
  const files = project.files.filter(f => f.documentType === type);
  return (
    <section className={classes.group} data-field={`documents.${type}`}>
      <div className={classes.groupHead}>
        <div>
          <h3 className={classes.groupTitle}>
            {label}
            {required && <span className={classes.required}> *</span>}
          </h3>
          {help && <p className={classes.help}>{help}</p>}
        </div>
        {project.mayUpload && (
          <PickButton
            label="Subir archivo"
            aria-label={`Subir archivo: ${label}`}
            onPick={file => uploads.start(file, type)}
          />
        )}
      </div>
      {files.length > 0 ? (
        <ul className={classes.files}>
          {files.map(file => (
            <FileRow
              key={file.id}
              file={file}
              listed={listed.find(l => l.id === file.id)}
              mayAnswerPhotos={mayAnswerPhotos}
              uploads={uploads}
            />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>{required ? 'Falta este archivo.' : 'Sin archivos.'}</p>
      )}
      <UploadList uploads={uploads} />
      <BrokenUploads open={open} uploads={uploads} />
    </section>
  );
}
