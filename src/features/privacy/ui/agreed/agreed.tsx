import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  AGREED_KINDS,
  type AgreedKind,
  isWithdrawnKind,
  type WithdrawnKind,
} from '../../../../domain/privacy/agreed.ts';
import { labelIn } from '../../../../domain/text/format.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { type AgreedRow, type Agreed as Answer, listAgreed, withdrawAgreed } from '../../agreed/contract.ts';
import classes from './agreed.module.css';

interface Asked {
  readonly kind: WithdrawnKind;
  readonly row: AgreedRow;
}

/** What somebody agreed to, by kind, each with a way to withdraw it. */
export function Agreed() {
  const { data, error, refetch } = useRead(listAgreed, {});
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Stack gap="sm">
      <h3 className={classes.title}>Lo que autorizaste</h3>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h="4rem" />}
      {data?.groups.length === 0 && (
        <Text size="sm" c="dimmed">
          No hay nada que retirar. Aquí aparecen tu nombre en páginas públicas, las listas de asistencia con
          tu correo y las encuestas que esperan tu respuesta.
        </Text>
      )}
      {data?.groups.map(group => (
        <GroupRows key={group.kind} group={group} onAsk={setAsked} />
      ))}
      {asked && (
        <WithdrawalDialog asked={asked} onClose={() => setAsked(null)} onRefused={() => void refetch()} />
      )}
    </Stack>
  );
}

interface GroupProps {
  group: Answer['groups'][number];
  onAsk: (asked: Asked) => void;
}

function GroupRows({ group: { kind, rows }, onAsk }: GroupProps) {
  return (
    <div>
      <h4 className={classes.group}>{labelIn(AGREED_KINDS, kind)}</h4>
      <ul className={classes.rows}>
        {rows.map(row => (
          <li key={row.id}>
            <Facts row={row} kind={kind} />
            {isWithdrawnKind(kind) && row.withdrawal && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Retirar: ${row.what}`}
                onClick={() => onAsk({ kind, row })}
              >
                Retirar
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ row, kind }: { row: AgreedRow; kind: AgreedKind }) {
  const { what, where, since, noticeVersion, note } = row;
  return (
    <div className={classes.facts}>
      <p>{what}</p>
      {where && (
        <p>
          <Where {...where} />
        </p>
      )}
      <p className={classes.quiet}>
        Desde el <DateTime value={since} />
        {noticeVersion !== null && `, con la versión ${noticeVersion} del aviso de privacidad`}
      </p>
      {!isWithdrawnKind(kind) && <p className={classes.quiet}>{note}</p>}
    </div>
  );
}

const Where = ({ title, project }: NonNullable<AgreedRow['where']>) =>
  project ? (
    <TextLink href={paths.project(project.kind, project.id)}>
      {project.code} · {title}
    </TextLink>
  ) : (
    title
  );

interface DialogProps {
  asked: Asked;
  onClose: () => void;
  /** What is listed may have changed meanwhile. */
  onRefused: () => void;
}

function WithdrawalDialog({ asked: { kind, row }, onClose, onRefused }: DialogProps) {
  const { mutateAsync } = useWrite(withdrawAgreed, [listAgreed]);
  const withdraw = async () => {
    try {
      await mutateAsync({ body: { kind, id: row.id } });
    } catch (error) {
      onRefused();
      throw error;
    }
    onClose();
    toasts.success('Autorización retirada.');
  };
  return (
    <ConfirmDialog
      open
      destructive
      title="Retirar autorización"
      confirm="Retirar"
      onConfirm={withdraw}
      onCancel={onClose}
    >
      <Text size="sm" fw={600}>
        {row.where ? `${row.what}, en «${row.where.title}»` : row.what}
      </Text>
      <Text size="sm" mt="xs">
        {row.note}
      </Text>
    </ConfirmDialog>
  );
}
