import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { isActive } from '../../../domain/kit/user-states.ts';
import { ask, useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { formatInstant } from '../../../web/dates.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { inviteUser, type User } from '../contract.ts';

/** For whoever has never come in: when they were invited, and the mail again. */
export function Invitation({ user }: { user: User }) {
  const [busy, setBusy] = useState(false);
  const readAgain = useReadAgain();
  if (user.accounts.length > 0 || !isActive(user)) return null;
  const send = async () => {
    setBusy(true);
    try {
      await ask<User>(inviteUser, { params: { id: user.id } });
      await readAgain();
      toasts.success(asHtml(`La invitación para ${user.email} salió hacia el correo.`));
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {user.invitedAt && (
        <Text size="sm" c="dimmed">
          Invitación enviada: {formatInstant(user.invitedAt)}
        </Text>
      )}
      <Button variant="default" size="compact-sm" mt={4} loading={busy} onClick={() => void send()}>
        {user.invitedAt ? 'Enviar de nuevo la invitación' : 'Invitar por correo'}
      </Button>
    </>
  );
}
