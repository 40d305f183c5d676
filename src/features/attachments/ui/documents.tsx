import { isReady } from '../../../domain/files/file-states.ts';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { listUploads, type OpenUpload } from '../contract.ts';
import { DocumentGroup, type DocumentGroupProps } from './document-group.tsx';
import { documentTypesOf } from './document-types.tsx';
import { FileViewer } from './preview/file-viewer.tsx';
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
    project.files.filter(f => f.documentType === type && isReady(f)),
  );
  return (
    <FileViewer files={inOrder}>
      {types.map(document => (
        <Group
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

// Fetched where something may be uploaded.
const UploadingGroup = lazyPart(() => import('./uploads/uploading-group.tsx'), 'UploadingGroup');

interface GroupProps extends Omit<DocumentGroupProps, 'action' | 'below' | 'onReplace'> {
  open: readonly OpenUpload[];
}

/** Shown with all the rest at once: whoever jumps to a field finds its button there. */
function Group({ open, ...group }: GroupProps) {
  const { project } = useProject();
  return project.mayUpload ? <UploadingGroup open={open} {...group} /> : <DocumentGroup {...group} />;
}
