import {
  Alert,
  Button,
  Group,
  Modal,
  ScrollArea,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { ask, useReadAgain } from '../../../web/catalogue/catalogue.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import type { User } from '../../users/contract.ts';
import {
  anonymiseUser,
  exportOwn,
  exportPerson,
  getOwnRegister,
  getRegister,
  type Register,
} from '../personal-data/contract.ts';
import { ExportButton } from './export-button.tsx';

function RegisterTable({ rows }: Pick<Register, 'rows'>) {
  return (
    <ScrollArea
      w="100%"
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Datos guardados' }}
    >
      <Table withRowBorders fz="sm" miw="34rem">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Qué se guarda</Table.Th>
            <Table.Th ta="right">Registros</Table.Th>
            <Table.Th>Para qué</Table.Th>
            <Table.Th>Hasta cuándo</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            .filter(row => row.count > 0)
            .map(({ what, count, why, kept }) => (
              <Table.Tr key={what}>
                <Table.Td>{what}</Table.Td>
                <Table.Td ta="right">{count.toLocaleString('es-CL')}</Table.Td>
                <Table.Td>{why}</Table.Td>
                <Table.Td>{kept}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function Anonymise({ user, refused, done }: { user: User; refused: string | null; done: () => void }) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const readAgain = useReadAgain();
  const isSame = typed.trim().toLowerCase() === user.email.toLowerCase();
  const run = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { confirmation: typed, updatedAt: user.updatedAt };
      await ask<User>(anonymiseUser, { params: { id: user.id }, body });
      done();
      toasts.success('Los datos de la persona se anonimizaron.');
      await readAgain();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="xs">
      <Text size="sm">
        Anonimizar borra para siempre su nombre, su correo, sus ingresos y sus avisos, también en listas de
        asistencia y encuestas que tienen su correo. Los proyectos, las decisiones y las cifras quedan, como
        de «Persona anonimizada». Lo que otras personas escribieron sobre ella en textos libres no cambia.
      </Text>
      {!refused && (
        <TextInput
          label={`Para confirmar, escribe ${user.email}`}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end">
        <ActionButton
          color="red"
          loading={busy}
          reason={refused ?? (isSame ? null : 'Escribe su correo para confirmar.')}
          onClick={() => void run()}
        >
          Anonimizar
        </ActionButton>
      </Group>
      {refused && (
        <Text size="sm" c="dimmed">
          {refused}
        </Text>
      )}
    </Stack>
  );
}

function Loaded({ user, done }: { user: User; done: () => void }) {
  const input = { params: { id: user.id } };
  const { data, error, refetch } = useRead(getRegister, input);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="16rem" />;
  return (
    <Stack gap="md">
      <RegisterTable rows={data.rows} />
      <div>
        <ExportButton fetchData={() => request(exportPerson, input)} />
      </div>
      {!user.anonymised && <Anonymise user={user} refused={data.refused} done={done} />}
    </Stack>
  );
}

/** From the drawer of a person: what is kept about them and why, a copy of it, and how to forget it. */
export function PersonalDataButton({ user, done }: { user: User; done: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Datos personales…
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        size="xl"
        title={`Datos personales de ${user.name}`}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <Loaded user={user} done={done} />
      </Modal>
    </>
  );
}

/** The same about oneself. */
export function OwnPersonalData() {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useRead(getOwnRegister, {}, { enabled: open });
  return (
    <Stack gap="md" align="flex-start">
      <Group gap="xs">
        <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ocultar' : 'Ver qué se guarda'}
        </Button>
        <ExportButton fetchData={() => request(exportOwn, {})} />
      </Group>
      {open && error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {open && data && <RegisterTable rows={data.rows} />}
    </Stack>
  );
}
