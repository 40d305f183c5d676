import { Button, Group } from '@mantine/core';
import { IconBan, IconCircleCheck, IconHourglass, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { optionsOf } from '../../../domain/kit/look-up.ts';
import { isBlocked, isPending, USER_STATES } from '../../../domain/kit/user-states.ts';
import { ask, useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { useListState } from '../../../web/table/list-state.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { setUserState, type User, users } from '../contract.ts';

type State = User['state'];

const LOOKS: Record<State, { icon: TablerIcon; tone: Tone }> = {
  pending: { icon: IconHourglass, tone: 'attention' },
  active: { icon: IconCircleCheck, tone: 'good' },
  blocked: { icon: IconBan, tone: 'bad' },
};

export const stateLabel = (state: State): string => USER_STATES[state];
export const STATE_OPTIONS = optionsOf(USER_STATES);

/** State of an account; whoever waits is enabled from here. */
export function UserState({ user }: { user: User }) {
  const list = useListState(users.list.query as z.ZodObject);
  return (
    <Group gap="xs" wrap="nowrap">
      <Pill {...LOOKS[user.state]}>{stateLabel(user.state)}</Pill>
      {isPending(user) && (
        <Button
          size="compact-sm"
          aria-label={`Habilitar a ${user.name}`}
          onClick={() => list.set({ open: user.id })}
        >
          Habilitar
        </Button>
      )}
    </Group>
  );
}

/** How many wait for the office, with the way to them. */
export function PendingPeople() {
  const { data } = useRead(users.list, { query: { state: 'pending', size: 1 } });
  if (!data || data.total === 0) return 'Quién puede entrar, con qué roles y qué unidades tiene a cargo.';
  const text =
    data.total === 1
      ? '1 persona espera que la habilites.'
      : `${data.total} personas esperan que las habilites.`;
  return <TextLink href={paths.users({ state: 'pending' })}>{text}</TextLink>;
}

const VERBS = {
  pending: {
    button: 'Rechazar',
    title: (name: string) => `¿Rechazar a ${name}?`,
    text: 'No podrá entrar. Puedes volver a habilitar la cuenta cuando quieras.',
    done: (name: string) => `Se rechazó a ${name}.`,
  },
  active: {
    button: 'Bloquear',
    title: (name: string) => `¿Bloquear a ${name}?`,
    text: 'Se cierran sus sesiones y no podrá entrar. Lo que tiene a cargo queda como está.',
    done: (name: string) => `${name} quedó con la cuenta bloqueada.`,
  },
  blocked: {
    button: 'Desbloquear',
    title: (name: string) => `¿Desbloquear a ${name}?`,
    text: 'Podrá volver a entrar con sus roles de antes.',
    done: (name: string) => `${name} puede volver a entrar.`,
  },
} satisfies Record<State, unknown>;

/** Refuse, block or unblock; the toast takes it back. */
export function StateButton({ user, done }: { user: User; done: () => void }) {
  const [asking, setAsking] = useState(false);
  const readAgain = useReadAgain();
  const self = useSessionUser();
  const { button, title, text, done: said } = VERBS[user.state];
  const set = async (from: User, state: State): Promise<User> => {
    const body = { state, updatedAt: from.updatedAt };
    const after = await ask<User>(setUserState, { params: { id: from.id }, body });
    await readAgain();
    return after;
  };
  const change = async () => {
    const after = await set(user, isBlocked(user) ? 'active' : 'blocked');
    setAsking(false);
    done();
    const undo = () => void set(after, user.state).catch(error => toasts.error(asHtml(messageOf(error))));
    toasts.success(asHtml(said(user.name)), { label: 'Deshacer', run: undo });
  };
  if (user.id === self?.id) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {button}
      </Button>
      <ConfirmDialog
        open={asking}
        title={title(user.name)}
        confirm={button}
        destructive={!isBlocked(user)}
        onConfirm={change}
        onCancel={() => setAsking(false)}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
