import { Button, CopyButton, Group } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../../../web/api.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useWrite } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useSaving } from '../../../../web/use-saving.ts';
import { getWave, type Wave } from '../../contract.ts';
import { closeWaveRoom, openWaveRoom, printWaveRoom } from '../../room/contract.ts';
import classes from '../surveys.module.css';

/** Lets people in a room answer by a code that is shown there, as long as the survey is open. */
export function RoomTab({ wave }: { wave: Wave }) {
  const { id, roomUrl } = wave;
  const make = useWrite(openWaveRoom, [getWave]);
  return (
    <>
      <p className={classes.quiet}>
        Quienes están en la sala escanean el código y responden desde su teléfono, sin invitación por correo.
        Cada dispositivo responde una vez; eso es solo una marca en el navegador y no impide que alguien
        responda de nuevo desde otro.
      </p>
      {roomUrl === null ? (
        <Button
          loading={make.isPending}
          onClick={() =>
            make.mutate({ params: { id } }, { onError: error => toasts.error(asHtml(messageOf(error))) })
          }
        >
          Crear código
        </Button>
      ) : (
        <OpenCode id={id} url={roomUrl} />
      )}
    </>
  );
}

function OpenCode({ id, url }: { id: string; url: string }) {
  const { saving, save } = useSaving();
  const [isEnding, setEnding] = useState(false);
  const close = useWrite(closeWaveRoom, [getWave]);
  const end = async () => {
    await close.mutateAsync({ params: { id } });
    setEnding(false);
    toasts.success('Código quitado.');
  };
  return (
    <div className={classes.code}>
      <span>Dirección del código</span>
      <span className={classes.address}>{url}</span>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          loading={saving}
          onClick={() => void save(() => download(printWaveRoom, { params: { id } }))}
        >
          Descargar hoja con QR
        </Button>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copiada' : 'Copiar dirección'}
            </Button>
          )}
        </CopyButton>
        <Button size="xs" variant="default" onClick={() => setEnding(true)}>
          Quitar código
        </Button>
      </Group>
      <ConfirmDialog
        open={isEnding}
        destructive
        title="Quitar el código"
        confirm="Quitar código"
        onConfirm={end}
        onCancel={() => setEnding(false)}
      >
        Las hojas que ya imprimiste dejan de servir. Puedes crear otro código mientras la encuesta esté
        abierta.
      </ConfirmDialog>
    </div>
  );
}
