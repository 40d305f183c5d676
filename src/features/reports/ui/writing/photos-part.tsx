import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPhotoPlus, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { MOST_PHOTOS } from '../../../../domain/reports/parts.ts';
import { useField, useFormScope } from '../../../../web/form/form.tsx';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { Report, ReportFields } from '../../contract.ts';
import { Part } from '../part.tsx';
import { PhotoPicture } from '../photo-picture.tsx';
import classes from '../reports.module.css';
import { Observed } from './observed.tsx';

const PhotoChooser = lazyPart(() => import('./photo-chooser.tsx'), 'PhotoChooser');

type Chosen = ReportFields['photos'];
type Photo = Report['choosable'][number];

/** By the version that is shown; what was chosen before and may not be chosen any more included. */
const photosOf = ({ choosable, photos }: Report): ReadonlyMap<string, Photo> =>
  new Map([...photos, ...choosable].map(p => [p.versionId, p]));

/** Photos of the project that the report shows, in their order, with what is said of each. */
export function PhotosPart({ report }: { report: Report }) {
  const scope = useFormScope();
  const chosen = scope.getValue('photos') as Chosen;
  const [isChoosing, setChoosing] = useState(false);
  const error = scope.errorOf('photos');
  return (
    <Part title="Fotos" place="photos">
      <Observed report={report} isHere={part => part === 'photos'} />
      <div className={classes.tools}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPhotoPlus size={16} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          Elegir fotos
        </Button>
        <span className={classes.facts}>
          {chosen.length} de hasta {MOST_PHOTOS}
        </span>
      </div>
      {error && (
        <p role="alert" className={classes.wrong}>
          {error}
        </p>
      )}
      <ChosenPhotos chosen={chosen} photos={photosOf(report)} />
      <Suspense>
        {isChoosing && (
          <PhotoChooser
            photos={report.choosable}
            chosen={chosen.map(p => p.versionId)}
            onAccept={ids => scope.setValue('photos', reorder(chosen, ids))}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </Part>
  );
}

/** Those that stay keep their place and what is said of them; new ones come last. */
const reorder = (chosen: Chosen, ids: readonly string[]): Chosen => [
  ...chosen.filter(p => ids.includes(p.versionId)),
  ...ids.filter(id => !chosen.some(p => p.versionId === id)).map(versionId => ({ versionId, caption: '' })),
];

interface ChosenProps {
  chosen: Chosen;
  photos: ReadonlyMap<string, Photo>;
}

function ChosenPhotos({ chosen, photos }: ChosenProps) {
  const scope = useFormScope();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  if (chosen.length === 0) return null;
  const nameOf = (id: string) => photos.get(id)?.name ?? 'Foto';
  const move = (n: number, by: -1 | 1) => {
    const moved = chosen[n];
    if (!moved) return;
    scope.setValue('photos', chosen.toSpliced(n, 1).toSpliced(n + by, 0, moved));
    setSaid(`«${nameOf(moved.versionId)}» es ahora la ${n + by + 1} de ${chosen.length}.`);
    focusLater(list, moved.versionId, by < 0 ? 'up' : 'down');
  };
  const remove = (n: number) => {
    scope.setValue('photos', chosen.toSpliced(n, 1));
    const next = chosen[n + 1] ?? chosen[n - 1];
    if (next) focusLater(list, next.versionId, 'remove');
  };
  return (
    <>
      <ol className={classes.chosen} ref={list} aria-label="Fotos elegidas">
        {chosen.map(({ versionId }, n) => (
          <ChosenPhoto
            key={versionId}
            {...{ n, versionId }}
            photo={photos.get(versionId)}
            isLast={n === chosen.length - 1}
            onMove={by => move(n, by)}
            onRemove={() => remove(n)}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

type Way = 'up' | 'down' | 'remove';

/** What was moved keeps the focus; at the end of the list its other button has it. */
const focusLater = (list: { readonly current: HTMLElement | null }, versionId: string, way: Way) =>
  requestAnimationFrame(() => {
    const own = list.current?.querySelector(`[data-photo="${versionId}"]`);
    const button = own?.querySelector<HTMLElement>(`[data-way="${way}"]`);
    (button ?? own?.querySelector<HTMLElement>('[data-way]'))?.focus();
  });

interface PhotoProps {
  n: number;
  versionId: string;
  photo: Photo | undefined;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function ChosenPhoto({ n, versionId, photo, isLast, onMove, onRemove }: PhotoProps) {
  const name = photo?.name ?? 'Foto';
  return (
    <li className={classes.chosenPhoto} data-photo={versionId}>
      <span className={classes.picture}>
        <PhotoPicture photo={photo} alt="" />
      </span>
      <Caption n={n} name={name} />
      <span className={classes.ways}>
        {n > 0 && <Way way="up" icon={IconArrowUp} label={`Subir ${name}`} onClick={() => onMove(-1)} />}
        {!isLast && <Way way="down" icon={IconArrowDown} label={`Bajar ${name}`} onClick={() => onMove(1)} />}
        <Way way="remove" icon={IconTrash} label={`Quitar ${name}`} onClick={onRemove} />
      </span>
    </li>
  );
}

function Caption({ n, name }: { n: number; name: string }) {
  const { value, onChange, rules, input } = useField({ name: `photos.${n}.caption`, label: name });
  return (
    <TextInput
      {...input}
      className={classes.caption ?? ''}
      size="xs"
      description="Pie de foto"
      maxLength={rules.maxLength}
      value={String(value ?? '')}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

interface WayProps {
  way: Way;
  icon: TablerIcon;
  label: string;
  onClick: () => void;
}

const Way = ({ way, icon: Icon, label, onClick }: WayProps) => (
  <ActionIcon variant="subtle" color="gray" data-way={way} aria-label={label} title={label} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
