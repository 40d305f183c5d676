import { FileViewer, useOpenFile } from '../../../attachments/ui/preview/file-viewer.tsx';
import type { Report } from '../../contract.ts';
import { PhotoPicture } from '../photo-picture.tsx';
import classes from '../reports.module.css';

type Photo = Report['photos'][number];

/** A photo as the viewer takes a file. */
const asFile = ({ id, name, state }: Photo) => ({ id, name, state, contentType: 'image/jpeg' });

/** The photos of a report with what is said of each; one is opened over the page. */
export function PhotoGrid({ photos }: Pick<Report, 'photos'>) {
  if (photos.length === 0) return <p className={classes.facts}>Sin fotos.</p>;
  return (
    <FileViewer files={photos.map(asFile)}>
      <ul className={classes.photos}>
        {photos.map(photo => (
          <li key={photo.versionId}>
            <figure>
              <OpenPhoto photo={photo} />
              {photo.caption && <figcaption>{photo.caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </FileViewer>
  );
}

function OpenPhoto({ photo }: { photo: Photo }) {
  const open = useOpenFile();
  return (
    <button type="button" className={classes.picture} onClick={() => open(asFile(photo))}>
      <PhotoPicture photo={photo} alt={photo.caption || photo.name} />
    </button>
  );
}
