import { Button, Group, Modal } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { MOST_PHOTOS } from '../../../../domain/reports/parts.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { usePlace } from '../../../project-record/ui/project-search.tsx';
import type { Report } from '../../contract.ts';
import { PhotoPicture } from '../photo-picture.tsx';
import classes from '../reports.module.css';

interface ChooserProps {
  photos: Report['choosable'];
  /** Versions that are chosen so far. */
  chosen: readonly string[];
  onAccept: (chosen: readonly string[]) => void;
  onClose: () => void;
}

/** Chooses among the photos of the project; each is a button that is pressed while it is chosen. */
export function PhotoChooser({ photos, chosen, onAccept, onClose }: ChooserProps) {
  useReturnFocus();
  const [ids, setIds] = useState(chosen);
  const isFull = ids.length >= MOST_PHOTOS;
  const toggle = (id: string) =>
    setIds(before =>
      before.includes(id) ? before.filter(each => each !== id) : [...before, id].slice(0, MOST_PHOTOS),
    );
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title="Elegir fotos"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Where isEmpty={photos.length === 0} onLeave={onClose} />
      <ul className={classes.choosable} aria-label="Fotos del proyecto">
        {photos.map(photo => (
          <li key={photo.versionId}>
            <button
              type="button"
              className={classes.choice}
              aria-pressed={ids.includes(photo.versionId)}
              aria-label={photo.name}
              title={photo.name}
              aria-disabled={(isFull && !ids.includes(photo.versionId)) || undefined}
              onClick={() => toggle(photo.versionId)}
            >
              <PhotoPicture photo={photo} alt="" />
              <span className={classes.tick} aria-hidden>
                <IconCheck size={16} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Group justify="space-between" className={classes.chooserFoot ?? ''}>
        <span className={classes.facts} role="status">
          {formatCount(ids.length, 'elegida', 'elegidas')} de hasta {MOST_PHOTOS}
          {isFull && ': quita una para elegir otra'}
        </span>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            onClick={() => {
              onAccept(ids);
              onClose();
            }}
          >
            {t('action.accept')}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}

/** Where photos come from, as they are chosen here and not sent. */
function Where({ isEmpty, onLeave }: { isEmpty: boolean; onLeave: () => void }) {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  const links = (
    <>
      Se agregan en las actividades de{' '}
      <TextLink underline="always" href={hrefOf({ tab: 'execution' })} onClick={onLeave}>
        Ejecución
      </TextLink>{' '}
      o en{' '}
      <TextLink underline="always" href={hrefOf({ tab: 'files' })} onClick={onLeave}>
        Archivos
      </TextLink>
      .
    </>
  );
  if (isEmpty) return <EmptyState headingLevel={3} title="El proyecto no tiene fotos" text={links} />;
  return (
    <p className={classes.facts}>
      Son las fotos del proyecto que se pueden mostrar, las más nuevas primero. {links}
    </p>
  );
}
