import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { otherAccounts, switchAccount } from '../../../web/auth/microsoft.ts';
import { changeSession } from '../../../web/auth/session.ts';
import { signInMessage } from '../../../web/auth/sign-in-error.ts';
import { log } from '../../../web/log.ts';
import { paths } from '../../../web/routing/paths.ts';

type Known = Awaited<ReturnType<typeof otherAccounts>>[number];

function useKnownAccounts() {
  const [known, setKnown] = useState<Known[]>([]);
  useEffect(() => {
    otherAccounts().then(setKnown, error => log.info('Other accounts are not known', error));
  }, []);
  return known;
}

interface Props {
  section: ComponentType<{ title: string; text: string; children: ReactNode }>;
}

/** Microsoft accounts that have signed in with this browser before; nothing when there is no other. */
export function OtherMicrosoftAccounts({ section: Section }: Props) {
  const known = useKnownAccounts();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<string>();
  if (known.length === 0) return null;
  const change = async ({ homeAccountId }: Known) => {
    setBusy(homeAccountId);
    setFailure(undefined);
    try {
      const account = await switchAccount(homeAccountId);
      if (!account) return;
      await changeSession({ provider: 'microsoft', account });
      // A document of its own: nothing of the other person's may stay on screen.
      window.location.assign(paths.home());
    } catch (error) {
      setFailure(signInMessage(error));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Section
      title="Otras cuentas de este navegador"
      text="Cuentas de Microsoft con las que ya se ingresó aquí. Al cambiar, termina tu sesión actual."
    >
      <Stack gap="xs">
        {known.map(account => (
          <Group key={account.homeAccountId} justify="space-between" gap="md">
            <div style={{ minWidth: 0 }}>
              <Text fw={600}>{account.name}</Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {account.username}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              loading={busy === account.homeAccountId}
              onClick={() => void change(account)}
              aria-label={`Cambiar a ${account.name}`}
            >
              Cambiar a esta cuenta
            </Button>
          </Group>
        ))}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
      </Stack>
    </Section>
  );
}
