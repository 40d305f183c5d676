import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../../../web/api.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useWrite } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { RoomAddress } from '../../../../web/ui/room-address.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
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
  const [isEnding, setEnding] = useState(false);
  const close = useWrite(closeWaveRoom, [getWave]);
  const end = async () => {
    await close.mutateAsync({ params: { id } });
    setEnding(false);
    toasts.success('Código quitado.');
  };
  return (
    <Box maw="44rem">
      <RoomAddress
        words={<span>Dirección del código</span>}
        url={url}
        fetchSheet={() => download(printWaveRoom, { params: { id } })}
        end="Quitar código"
        onEnd={() => setEnding(true)}
      />
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
    </Box>
  );
}
