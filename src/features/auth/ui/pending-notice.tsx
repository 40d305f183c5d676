import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { saveUser, useSessionUser } from '../../../web/storage.ts';
import { getMe } from '../contract.ts';

/** Signed in, but the office has not said yet who this is. Shown at home in place of everything else. */
export function PendingNotice() {
  const user = useSessionUser();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState('');
  const ask = async () => {
    setBusy(true);
    setAnswer('');
    try {
      saveUser((await request(getMe)).user);
      setAnswer('Tu cuenta todavía no está habilitada.');
    } catch (error) {
      setAnswer(messageOf(error));
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
