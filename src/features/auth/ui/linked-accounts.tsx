import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { PROVIDER_NAMES, type Provider } from '../../../domain/settings/providers.ts';
import { formatDate } from '../../../domain/text/format.ts';
import { request } from '../../../web/api.ts';
import { loginMicrosoft } from '../../../web/auth/microsoft.ts';
import type { ProviderAccount } from '../../../web/auth/session.ts';
import { signInMessage } from '../../../web/auth/sign-in-error.ts';
import { config } from '../../../web/config.ts';
import { keyOf, useRead, useWrite } from '../../../web/query.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { linkAccount, listAccounts, unlinkAccount } from '../contract.ts';
import { GoogleButton, MicrosoftButton } from './provider-buttons.tsx';

type Account = OutputOf<typeof listAccounts>['accounts'][number];

/** Signs in with the other account, then tells the server that both belong to the same person. */
function useLink() {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const link = async (signIn: () => Promise<ProviderAccount | undefined>) => {
    setFailure(undefined);
    setBusy(true);
    try {
      const body = await signIn();
      if (!body) return;
      await request(linkAccount, { body });
      toasts.success(`Vinculaste tu cuenta de <strong>${PROVIDER_NAMES[body.provider]}</strong>.`);
      await client.invalidateQueries({ queryKey: keyOf(listAccounts) });
    } catch (error) {
      setFailure(signInMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { failure, busy, link };
}

function LinkOther({ provider }: { provider: Provider }) {
  const { failure, busy, link } = useLink();
  const withMicrosoft = () =>
    void link(async () => {
      const account = await loginMicrosoft();
      return account && { provider: 'microsoft', account };
    });
  return (
    <Stack gap="xs" maw="25rem">
      <Text size="sm">Vincula tu cuenta de {PROVIDER_NAMES[provider]}: ingresa con ella una vez.</Text>
      {provider === 'microsoft' ? (
        <MicrosoftButton busy={busy} onClick={withMicrosoft} />
      ) : (
        <GoogleButton
          busy={busy}
          onAnswer={answer => void link(async () => ({ provider: 'google', account: answer() }))}
        />
      )}
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
    </Stack>
  );
}

function AccountRow({ account, onUnlink }: { account: Account; onUnlink: () => void }) {
  const provider = PROVIDER_NAMES[account.provider];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" py="xs">
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>{provider}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {account.email ? `${account.email} · ` : ''}vinculada el {formatDate(new Date(account.linkedAt))}
        </Text>
      </div>
      {account.current ? (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          En uso
        </Text>
      ) : (
        <Button
          variant="default"
          size="xs"
          flex="none"
          onClick={onUnlink}
          aria-label={`Desvincular la cuenta de ${provider}`}
        >
          Desvincular
        </Button>
      )}
    </Group>
  );
}

export function LinkedAccounts() {
  const { data, error, refetch } = useRead(listAccounts);
  const unlink = useWrite(unlinkAccount, [listAccounts]);
  // Kept while the dialog closes, so that its text does not change under the eye.
  const [leaving, setLeaving] = useState<Account>();
  const [asking, ask] = useDisclosure();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton height={112} aria-label="Cargando tus cuentas" />;
  const { accounts } = data;
  const missing = (['microsoft', 'google'] as const).filter(
    provider => config()[provider] && !accounts.some(account => account.provider === provider),
  );
  return (
    <Stack gap="md">
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {accounts.map(account => (
          <AccountRow
            key={account.id}
            account={account}
            onUnlink={() => {
              setLeaving(account);
              ask.open();
            }}
          />
        ))}
      </ul>
      {missing.map(provider => (
        <LinkOther key={provider} provider={provider} />
      ))}
      <ConfirmDialog
        open={asking}
        title="¿Desvincular esta cuenta?"
        confirm="Desvincular cuenta"
        destructive
        onCancel={ask.close}
        onConfirm={async () => {
          if (!leaving) return;
          await unlink.mutateAsync({ params: { id: leaving.id } });
          toasts.success(
            `Desvinculaste <strong>${leaving.email ?? PROVIDER_NAMES[leaving.provider]}</strong>.`,
          );
          ask.close();
        }}
      >
        Ya no podrás entrar a este perfil con {leaving?.email ?? 'ella'}. Puedes volver a vincularla cuando
        quieras.
      </ConfirmDialog>
    </Stack>
  );
}
