import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LOGO_MOST_MB, LOGO_TYPES } from '../../../../domain/settings/logo.ts';
import { request } from '../../../../web/api.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { FileDropzone } from '../../../../web/ui/file-dropzone.tsx';
import { asHtml, toasts } from '../../../../web/ui/toasts/toasts.ts';
import { upload } from '../../../../web/upload.ts';
import { removeLogo, saveLogo } from '../../logo/contract.ts';

interface LogoChangerProps {
  /** Address of what is stored. */
  readonly logo: string | null;
  readonly onChange: (logo: string | null) => void;
}

function useLogo({ logo, onChange }: LogoChangerProps) {
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const send = (picture: Blob) =>
    attempt(async () => {
      onChange((await upload(saveLogo, {}, picture)).logo);
      toasts.success('Logo guardado. En otras pantallas se ve al volver a cargarlas.');
    });
  const remove = () =>
    attempt(async () => {
      // Read before it is gone, to be put back.
      const picture = logo && (await (await fetch(logo)).blob());
      onChange((await request(removeLogo)).logo);
      toasts.success(
        'Logo quitado.',
        picture ? { label: 'Deshacer', run: () => void send(picture) } : undefined,
      );
    });
  return { busy, send, remove };
}

/** Sets or removes the logo at once. Fetched when somebody wants to: most who come to the settings do not. */
export function LogoChanger(props: LogoChangerProps) {
  const { busy, send, remove } = useLogo(props);
  return (
    <Stack gap="xs">
      <FileDropzone
        maxMb={LOGO_MOST_MB}
        accept={{ ...LOGO_TYPES }}
        multiple={false}
        disabled={busy}
        onFiles={([file]) => file && void send(file)}
      />
      <Text size="xs" c="dimmed">
        Se guarda de inmediato. Lo mejor es un PNG con fondo transparente, sin márgenes: recibe un fondo que
        lo hace visible.
      </Text>
      {props.logo && (
        <div>
          <Button variant="default" size="xs" loading={busy} onClick={() => void remove()}>
            Quitar logo
          </Button>
        </div>
      )}
    </Stack>
  );
}
