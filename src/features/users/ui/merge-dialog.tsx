import { Alert, Button, Checkbox, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ROLE_LABELS } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { ask, useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { useReturnFocus } from '../../../web/form/dialog-focus.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import type { User } from '../contract.ts';
import { mergeUsers, previewMerge } from '../merge/contract.ts';
import { PersonPicker } from './person-picker.tsx';

type Preview = OutputOf<typeof previewMerge>;

function Effects({ from, into, moves, roles, refused }: Preview) {
  if (refused)
    return (
      <Alert color="orange" role="alert">
        {refused}
      </Alert>
    );
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        Queda <b>{into.name}</b> ({into.email}). El registro de {from.name} ({from.email}) desaparece de las
        listas, y los dos ingresos llegan al que queda.
      </Text>
      <Text size="sm">Roles: {roles.map(role => ROLE_LABELS[role]).join(', ') || 'ninguno'}.</Text>
      {moves.length === 0 ? (
        <Text size="sm">No tiene nada que pasar.</Text>
      ) : (
        <>
          <Text size="sm">Pasa a {into.name}:</Text>
          <List size="sm">
            {moves.map(({ what, count }) => (
              <List.Item key={what}>
                {what}: {count.toLocaleString('es-CL')}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}

function useMerge(done: (into: string) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const readAgain = useReadAgain();
  const merge = async ({ from, into }: Preview) => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { into: into.id, updatedAt: from.updatedAt, intoUpdatedAt: into.updatedAt };
      await ask<User>(mergeUsers, { params: { id: from.id }, body });
      done(into.id);
      toasts.success(asHtml(`${from.name} y ${into.name} son ahora una sola persona.`));
      await readAgain();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, merge };
}

function whyNot(into: string | null, preview: Preview | undefined, sure: boolean): string | null {
  if (into === null) return 'Elige con quién.';
  if (!preview) return 'Espera a ver qué pasa.';
  if (preview.refused) return preview.refused;
  return sure ? null : 'Confirma que son la misma persona.';
}

/** Two records of one person become one: whom into, what moves, and that it cannot be undone. */
function MergeDialog({ user, onClose, done }: { user: User; onClose: () => void; done: () => void }) {
  useReturnFocus();
  const [into, setInto] = useState<string | null>(null);
  const [sure, setSure] = useState(false);
  const input = { params: { id: user.id }, query: { into: into ?? '' } };
  const { data, error } = useRead(previewMerge, input, { enabled: into !== null });
  const { busy, problem, merge } = useMerge(done);
  const reason = whyNot(into, data, sure);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Unir a ${user.name} con otro registro`}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        <PersonPicker
          label="Registro que queda"
          description="El que la persona seguirá usando; conserva su nombre y su correo."
          placeholder="Busca por nombre o correo"
          value={into}
          onChange={next => {
            setInto(next);
            setSure(false);
          }}
          activeOnly
        />
        {into && !data && !error && <Skeleton h="6rem" />}
        {into && data && <Effects {...data} />}
        {into && data && !data.refused && (
          <Checkbox
            label="Son la misma persona. Sé que no se puede deshacer."
            checked={sure}
            onChange={event => setSure(event.currentTarget.checked)}
          />
        )}
        {(problem || error) && (
          <Alert color="red" role="alert">
            {problem ?? messageOf(error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <ActionButton color="red" loading={busy} reason={reason} onClick={() => data && void merge(data)}>
            Unir
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}

export function MergeButton({ user, done }: { user: User; done: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Unir con otro registro…
      </Button>
      {open && <MergeDialog user={user} onClose={() => setOpen(false)} done={done} />}
    </>
  );
}
