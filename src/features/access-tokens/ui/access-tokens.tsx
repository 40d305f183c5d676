import { Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TOKEN_SCOPES } from '../../../domain/kit/permissions.ts';
import { fileUrl } from '../../../web/config.ts';
import { useRead, useWrite } from '../../../web/query.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { type AccessToken, listAccessTokens, MOST_TOKENS, revokeAccessToken } from '../contract.ts';
import { NewToken } from './new-token.tsx';
import { TokenDrawer } from './token-drawer.tsx';

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, scopes, expiresAt, expired, lastUsedAt } = token;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" py="xs">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {expired && (
            <Badge variant="light" color="gray" tt="none">
              Vencido
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Lee: {scopes.map(scope => TOKEN_SCOPES[scope].label).join(', ')}
        </Text>
        <Text size="sm" c="dimmed">
          {expired ? 'Venció' : 'Vence'} el <DateTime value={expiresAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              usado por última vez el <DateTime value={lastUsedAt} withTime />
            </>
          ) : (
            'nunca usado'
          )}
        </Text>
      </div>
      <Button variant="default" size="xs" flex="none" onClick={onRevoke} aria-label={`Revocar ${name}`}>
        Revocar
      </Button>
    </Group>
  );
}

function RevokeDialog({ token, onClose }: { token: AccessToken | null; onClose: () => void }) {
  const revoke = useWrite(revokeAccessToken, [listAccessTokens]);
  const confirm = async () => {
    if (token) await revoke.mutateAsync({ params: { id: token.id } });
    toasts.success('Revocaste el token: ya no lee nada.');
    onClose();
  };
  return (
    <ConfirmDialog
      open={token !== null}
      title={`¿Revocar «${token?.name ?? ''}»?`}
      confirm="Revocar"
      destructive
      onCancel={onClose}
      onConfirm={confirm}
    >
      El programa que lo usa deja de leer de inmediato, también lo que esté descargando. No se puede deshacer:
      tendrás que crear otro.
    </ConfirmDialog>
  );
}

type Made = Omit<Parameters<typeof NewToken>[0], 'onClose'>;

/** With what programs read in the name of the person: made, shown once, ended. */
export function AccessTokens() {
  const { data, error, refetch } = useRead(listAccessTokens);
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const [revoking, setRevoking] = useState<AccessToken | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton height={64} aria-label="Cargando tus tokens" />;
  const { tokens } = data;
  return (
    <Stack gap="md">
      {made && <NewToken {...made} onClose={() => setMade(null)} />}
      {tokens.length > 0 && (
        <ul aria-label="Tus tokens de acceso" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {tokens.map(token => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      <Group gap="md">
        <ActionButton
          size="xs"
          variant={tokens.length > 0 ? 'default' : 'filled'}
          onClick={() => setIsMaking(true)}
          reason={
            tokens.length < MOST_TOKENS
              ? null
              : `Tienes ${MOST_TOKENS}, que es el máximo: revoca uno que no uses.`
          }
        >
          Crear token
        </ActionButton>
        <Anchor size="sm" href={fileUrl('/docs/')} target="_blank" rel="noreferrer">
          Documentación de la API
        </Anchor>
      </Group>
      {isMaking && <TokenDrawer onMade={setMade} onClose={() => setIsMaking(false)} />}
      <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />
    </Stack>
  );
}
