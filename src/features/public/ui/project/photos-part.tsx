import { useRef, useState } from 'react';
import { MOST_PUBLISHED_PHOTOS } from '../../../../domain/publishing/publication.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import type { KitForm } from '../../../../web/form/form.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import type { ProjectAddress } from '../../../project-record/ui/project-cache.tsx';
import { usePlace } from '../../../project-record/ui/project-search.tsx';
import type { OfferedPhoto, Publication, PublicationFields } from '../../contract.ts';
import classes from '../publication.module.css';
import { ChosenPhoto, OtherPhoto, ShownPhoto, type Way } from './photo-cards.tsx';

interface PhotosProps {
  project: ProjectAddress;
  publication: Publication;
  form: KitForm<PublicationFields>;
}

/** Photos of the project: which of them are shown, in which order, and what is said of each. */
export function PhotosPart({ project, publication, form }: PhotosProps) {
  const { photos, mayManage } = publication;
  return (
    <section className={classes.part} aria-labelledby="publication-photos">
      <h3 id="publication-photos">Fotos</h3>
      {!mayManage ? (
        <ShownPhotos photos={photos.filter(p => p.position !== null)} />
      ) : photos.length === 0 && form.values.photos.length === 0 ? (
        <EmptyState headingLevel={3} title="El proyecto no tiene fotos" text={<Where project={project} />} />
      ) : (
        <Choice project={project} photos={photos} form={form} />
      )}
    </section>
  );
}

/** Where photos come from, as they are chosen here and not sent. */
function Where({ project }: { project: ProjectAddress }) {
  const { hrefOf } = usePlace(project);
  return (
    <>
      Se suben en la pestaña{' '}
      <TextLink inherit underline="always" href={hrefOf({ tab: 'files' })}>
        Archivos
      </TextLink>{' '}
      o en una actividad de{' '}
      <TextLink inherit underline="always" href={hrefOf({ tab: 'execution' })}>
        Ejecución
      </TextLink>
      .
    </>
  );
}

function ShownPhotos({ photos }: { photos: readonly OfferedPhoto[] }) {
  if (photos.length === 0) return <p className={classes.quiet}>No se muestran fotos.</p>;
  return (
    <ol className={classes.photos} aria-label="Fotos que se muestran">
      {photos.map(photo => (
        <ShownPhoto key={photo.file} photo={photo} />
      ))}
    </ol>
  );
}

/** Chosen before, and no longer among those of the project. */
const goneOf = (file: string, caption: string): OfferedPhoto => ({
  ...{ file, caption, name: 'Foto', thumbnail: null, position: null },
  refusal: 'Ya no está entre las fotos del proyecto: quítala.',
});

interface ChoiceProps {
  project: ProjectAddress;
  photos: readonly OfferedPhoto[];
  form: KitForm<PublicationFields>;
}

/** What became of a photo is said, and the keyboard goes with it. */
function useChoosing(photos: readonly OfferedPhoto[], form: KitForm<PublicationFields>) {
  const own = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const chosen = form.values.photos;
  const photoOf = ({ file, caption }: PublicationFields['photos'][number]) =>
    photos.find(p => p.file === file) ?? goneOf(file, caption);
  const goTo = (file: string, way: Way) =>
    requestAnimationFrame(() => {
      const card = own.current?.querySelector(`[data-photo="${file}"]`);
      const target = card?.querySelector<HTMLElement>(`[data-way="${way}"]`);
      // At the end of the list the other button has it.
      (target ?? card?.querySelector<HTMLElement>('button[data-way]'))?.focus();
    });
  return {
    own,
    said,
    chosen,
    photoOf,
    add: ({ file, name, caption }: OfferedPhoto) => {
      form.insertListItem('photos', { file, caption });
      setSaid(`«${name}» es la ${chosen.length + 1} de ${chosen.length + 1}.`);
      goTo(file, 'caption');
    },
    remove: (n: number, { file, name }: OfferedPhoto) => {
      form.removeListItem('photos', n);
      setSaid(`«${name}» ya no está entre las elegidas.`);
      goTo(file, 'show');
    },
    move: (n: number, by: -1 | 1, { file, name }: OfferedPhoto) => {
      form.reorderListItem('photos', { from: n, to: n + by });
      setSaid(`«${name}» es ahora la ${n + by + 1} de ${chosen.length}.`);
      goTo(file, by < 0 ? 'up' : 'down');
    },
  };
}

function Choice({ project, photos, form }: ChoiceProps) {
  const { own, said, chosen, photoOf, add, remove, move } = useChoosing(photos, form);
  const { hrefOf } = usePlace(project);
  const filesHref = hrefOf({ tab: 'files' });
  const others = photos.filter(p => !chosen.some(c => c.file === p.file));
  const isFull = chosen.length >= MOST_PUBLISHED_PHOTOS;
  return (
    <div ref={own}>
      <p className={classes.quiet}>
        {formatCount(chosen.length, 'foto elegida', 'fotos elegidas')} de un máximo de {MOST_PUBLISHED_PHOTOS}
        {isFull && ': quita una para elegir otra'}. En el pie de cada foto describe lo que se ve, también para
        quien no puede verla, sin nombres de personas. <Where project={project} />
      </p>
      {chosen.length > 0 && (
        <ol className={classes.photos} aria-label="Fotos elegidas, en su orden">
          {chosen.map((one, n) => {
            const photo = photoOf(one);
            return (
              <ChosenPhoto
                key={one.file}
                isLast={n === chosen.length - 1}
                onRemove={() => remove(n, photo)}
                onMove={by => move(n, by, photo)}
                filesHref={photos.includes(photo) ? filesHref : undefined}
                {...{ n, photo }}
              />
            );
          })}
        </ol>
      )}
      {others.length > 0 && (
        <ul className={classes.photos} aria-label="Otras fotos del proyecto">
          {others.map(photo => (
            <OtherPhoto key={photo.file} onShow={() => add(photo)} {...{ photo, isFull, filesHref }} />
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}
