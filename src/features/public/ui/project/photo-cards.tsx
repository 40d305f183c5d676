import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPhoto, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { fileUrl } from '../../../../web/config.ts';
import { useField, useFormScope } from '../../../../web/form/form.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import type { OfferedPhoto } from '../../contract.ts';
import classes from '../publication.module.css';

/** What of a card the keyboard can be on. */
export type Way = 'up' | 'down' | 'caption' | 'show';

function Picture({ thumbnail }: { thumbnail: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={classes.picture}>
      {thumbnail && !isBroken ? (
        <img src={fileUrl(thumbnail)} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <IconPhoto size={24} aria-hidden />
      )}
    </span>
  );
}

interface CardProps {
  photo: OfferedPhoto;
  /** Where it is said who can be recognised on it; left out for whoever only reads. */
  filesHref?: string | undefined;
  ways?: ReactNode;
  children: ReactNode;
}

function Card({ photo: { file, name, thumbnail, refusal }, filesHref, ways, children }: CardProps) {
  return (
    <li className={classes.photo} data-photo={file}>
      {/* A new link is another try. */}
      <Picture key={thumbnail} thumbnail={thumbnail} />
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        {refusal && (
          <span className={classes.refusal}>
            {refusal}{' '}
            {filesHref && (
              <>
                Míralo en la pestaña{' '}
                <TextLink inherit underline="always" href={filesHref}>
                  Archivos
                </TextLink>
                .
              </>
            )}
          </span>
        )}
        {children}
      </div>
      {ways && <span className={classes.ways}>{ways}</span>}
    </li>
  );
}

export const ShownPhoto = ({ photo }: { photo: OfferedPhoto }) => (
  <Card photo={photo}>
    <span>{photo.caption}</span>
  </Card>
);

interface ShowProps {
  name: string;
  isShown: boolean;
  /** It cannot be chosen. */
  isOff?: boolean;
  onChange: () => void;
}

const Show = ({ name, isShown, isOff = false, onChange }: ShowProps) => (
  <Checkbox
    data-way="show"
    label={
      <>
        Mostrar <span className="visually-hidden">{name}</span>
      </>
    }
    checked={isShown}
    disabled={isOff}
    onChange={onChange}
  />
);

interface OtherProps {
  photo: OfferedPhoto;
  isFull: boolean;
  filesHref: string;
  onShow: () => void;
}

/** One that is not chosen. */
export const OtherPhoto = ({ photo, isFull, filesHref, onShow }: OtherProps) => (
  <Card photo={photo} filesHref={filesHref}>
    <Show name={photo.name} isShown={false} isOff={isFull || photo.refusal !== null} onChange={onShow} />
  </Card>
);

interface ChosenProps {
  n: number;
  photo: OfferedPhoto;
  isLast: boolean;
  filesHref: string | undefined;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
}

export function ChosenPhoto({ n, photo, isLast, filesHref, onRemove, onMove }: ChosenProps) {
  const { name } = photo;
  const wrong = useFormScope().errorOf(`photos.${n}.file`);
  const ways = (
    <>
      {n > 0 && <Move way="up" icon={IconArrowUp} label={`Subir ${name}`} onClick={() => onMove(-1)} />}
      {!isLast && <Move way="down" icon={IconArrowDown} label={`Bajar ${name}`} onClick={() => onMove(1)} />}
    </>
  );
  return (
    <Card photo={photo} filesHref={filesHref} ways={ways}>
      <Show name={name} isShown onChange={onRemove} />
      {wrong && <span className={classes.wrong}>{wrong}</span>}
      <Caption n={n} name={name} />
    </Card>
  );
}

function Caption({ n, name }: { n: number; name: string }) {
  const label = (
    <>
      Pie de foto <span className="visually-hidden">de {name}</span>
    </>
  );
  const { value, onChange, rules, input } = useField({ name: `photos.${n}.caption`, label });
  return (
    <TextInput
      {...input}
      data-way="caption"
      withAsterisk
      size="sm"
      autoComplete="off"
      maxLength={rules.maxLength}
      value={String(value ?? '')}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

interface MoveProps {
  way: Way;
  icon: TablerIcon;
  label: string;
  onClick: () => void;
}

const Move = ({ way, icon: Icon, label, onClick }: MoveProps) => (
  <ActionIcon variant="subtle" color="gray" data-way={way} aria-label={label} title={label} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
