import { Input, Text } from '@mantine/core';
import { PROVIDER_NAMES } from '../../../domain/settings/providers.ts';
import { formatDay, formatInstant } from '../../../web/dates.ts';
import type { User } from '../contract.ts';

/** With which accounts somebody enters, and when they last did. */
export function LinkedAccounts({ user }: { user: User }) {
  return (
    <Input.Wrapper label="Cuentas de ingreso" labelElement="div">
      {user.accounts.length === 0 && (
        <Text size="sm" c="dimmed">
          Todavía no ha entrado nunca.
        </Text>
      )}
      {user.accounts.map(({ provider, email, linkedAt }) => (
        <Text key={`${provider} ${email} ${linkedAt}`} size="sm">
          {PROVIDER_NAMES[provider]} · {email ?? 'sin correo'} · desde el {formatDay(linkedAt)}
        </Text>
      ))}
      {user.lastSignInAt && (
        <Text size="sm" c="dimmed">
          Último ingreso: {formatInstant(user.lastSignInAt)}
        </Text>
      )}
    </Input.Wrapper>
  );
}
