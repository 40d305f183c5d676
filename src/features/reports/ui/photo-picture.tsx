import { isReady, isRejected } from '../../../domain/files/file-states.ts';
import { fileUrl } from '../../../web/config.ts';
import type { Report } from '../contract.ts';
import classes from './reports.module.css';

type Photo = Pick<Report['choosable'][number], 'name' | 'state' | 'thumbnail'>;

/** A photo, small; one that has no picture yet is told by its name. `alt` is empty where its name stands beside it. */
export function PhotoPicture({ photo, alt }: { photo: Photo | undefined; alt: string }) {
  const { name = 'Foto', state = 'ready', thumbnail = null } = photo ?? {};
  if (thumbnail && isReady({ state })) return <img src={fileUrl(thumbnail)} alt={alt} loading="lazy" />;
  const why = isRejected({ state }) ? 'La revisión la rechazó' : isReady({ state }) ? '' : 'En revisión';
  return (
    <span className={classes.noPicture}>
      {name}
      {why && <small>{why}</small>}
    </span>
  );
}
