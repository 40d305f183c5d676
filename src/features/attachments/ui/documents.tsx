import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { type DocumentType, documentTypesOf } from './document-types.tsx';
import { FileRow } from './file-row.tsx';
import classes from './files.module.css';
import { PickButton } from './pick-button.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.tsx';

/** The project's files by document type, with what is still asked for. */
export function Documents() {
  const { project } = useProject();
  return documentTypesOf(project).map(document => <DocumentGroup key={document.type} document={document} />);
}

function DocumentGroup({ document: { type, label, help, required } }: { document: DocumentType }) {
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
            <FileRow key={file.id} file={file} mayRemove={project.mayRemoveFiles} />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>{required ? 'Falta este archivo.' : 'Sin archivos.'}</p>
      )}
      <UploadList uploads={uploads} />
    </section>
  );
}
