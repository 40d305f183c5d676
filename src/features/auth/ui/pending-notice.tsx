import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { renewNow } from '../../../web/auth/renewal.ts';
import { signInMessage } from '../../../web/auth/sign-in-error.ts';
import { useSessionUser } from '../../../web/storage.ts';

/** Signed in, but the office has not said yet who this is. Shown at home in place of everything else. */
export function PendingNotice() {
  const user = useSessionUser();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState('');
  const ask = async () => {
    setBusy(true);
    setAnswer('');
    try {
      await renewNow();
      setAnswer('Tu cuenta todavía no está habilitada.');
    } catch (error) {
      setAnswer(signInMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Paper withBorder p="xl" maw="40rem" mt="lg">
      <Stack gap="sm" align="flex-start">
        <IconHourglass size={32} color="var(--mantine-color-orange-text)" aria-hidden />
        <Title order={1}>Tu cuenta espera que la oficina la habilite</Title>
        <Text>
          Ingresaste como <strong>{user?.name}</strong> ({user?.email}). La oficina de vinculación ya ve tu
          solicitud: cuando te asigne un rol podrás crear y ver proyectos.
        </Text>
        <Text c="dimmed">
          Si es urgente, escríbele e indica este correo. Si tienes otra cuenta de la institución, cierra
          sesión e ingresa con ella.
        </Text>
        <Button loading={busy} onClick={() => void ask()} mt="xs">
          Revisar de nuevo
        </Button>
        <Text size="sm" c="dimmed" aria-live="polite" mih="1.5em">
          {answer}
        </Text>
      </Stack>
    </Paper>
  );
}
