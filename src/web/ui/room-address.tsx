import { Button, CopyButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSaving } from '../use-saving.ts';
import classes from './room-address.module.css';

interface Props {
  /** What stands above the address. */
  words: ReactNode;
  url: string;
  /** The sheet that is shown in the room. */
  fetchSheet: () => Promise<{ blob: Blob; name: string }>;
  end: string;
  onEnd: () => void;
}

/** Address of a code that is open in a room: its sheet with a QR, a copy, its end. */
export function RoomAddress({ words, url, fetchSheet, end, onEnd }: Props) {
  const { saving, save } = useSaving();
  return (
    <div className={classes.code}>
      {words}
      <span className={classes.address}>{url}</span>
      <Group gap="xs" mt="xs">
        <Button size="xs" loading={saving} onClick={() => void save(fetchSheet)}>
          Descargar hoja con QR
        </Button>
        <CopyAddress url={url} />
        <Button size="xs" variant="default" onClick={onEnd}>
          {end}
        </Button>
      </Group>
    </div>
  );
}

export const CopyAddress = ({ url }: Pick<Props, 'url'>) => (
  <CopyButton value={url}>
    {({ copied, copy }) => (
      <Button size="xs" variant="default" onClick={copy}>
        {copied ? 'Copiada' : 'Copiar dirección'}
      </Button>
    )}
  </CopyButton>
);
