import type { ReactNode } from 'react';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ListedFile } from '../contract.ts';
import type { DocumentType } from './document-types.tsx';
import { FileRow } from './file-row.tsx';
import classes from './files.module.css';

export interface DocumentGroupProps {
  document: DocumentType;
  /** What the page knows of files once all of it is read. */
  listed: readonly ListedFile[];
  mayAnswerPhotos: boolean;
  action?: ReactNode;
  below?: ReactNode;
  /** Sends another version of a file. */
  onReplace?: (chosen: File, file: ListedFile) => void;
}

/** The files of one document type. */
export function DocumentGroup({ document, listed, action, below, ...row }: DocumentGroupProps) {
  const { type, label, help, required } = document;
  const { project } = useProject();
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
        {action}
      </div>
      {files.length > 0 ? (
        <ul className={classes.files}>
          {files.map(file => (
            <FileRow key={file.id} file={file} listed={listed.find(l => l.id === file.id)} {...row} />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>{required ? 'Falta este archivo.' : 'Sin archivos.'}</p>
      )}
      {below}
    </section>
  );
}
