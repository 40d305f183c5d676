import { List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { isByName, TRACE_GROUPS } from '../../../domain/privacy/traces.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { plain } from '../../../domain/text/plain.ts';
import { request } from '../../../web/api.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { eraseTraces, soughtOf, type TraceSearch } from '../contract.ts';
import { type Chosen, countOf } from './use-traces.tsx';

interface Props {
  open: boolean;
  sought: TraceSearch;
  chosen: Chosen;
  onErased: () => Promise<void>;
  onClose: () => void;
}

function WhatStays({ chosen }: Pick<Props, 'chosen'>) {
  return (
    <>
      <Text size="sm">Se elimina para siempre, y no se puede deshacer:</Text>
      <List size="sm" withPadding>
        {keysOf(TRACE_GROUPS)
          .filter(group => (chosen[group]?.length ?? 0) > 0)
          .map(group => (
            <List.Item key={group}>
              {TRACE_GROUPS[group].label}: {chosen[group]?.length}
            </List.Item>
          ))}
      </List>
      <Text size="sm">
        Quedan las cifras sin su nombre (asistencias, personas únicas y resultados de encuestas ya contadas),
        los folios de sus certificados y los respaldos contables. Lo que otras personas escribieron en textos
        libres no cambia.
      </Text>
    </>
  );
}

/** Asks for what was looked for once more before chosen rows go for good. */
export function EraseDialog({ open, sought, chosen, onErased, onClose }: Props) {
  const [confirmation, setConfirmation] = useState('');
  const [code, setCode] = useState('');
  const again = soughtOf(sought.kind, confirmation);
  const isSame =
    again !== null && (isByName(sought.kind) ? plain(again) === plain(sought.value) : again === sought.value);
  const close = () => {
    setConfirmation('');
    setCode('');
    onClose();
  };
  const erase = async () => {
    const ids = Object.fromEntries(Object.entries(chosen).map(([group, rows]) => [group, [...rows]]));
    await request(eraseTraces, { body: { ...sought, ids, confirmation, request: code } });
    close();
    toasts.success('Los datos se eliminaron.');
    await onErased();
  };
  const count = formatCount(countOf(chosen), 'registro', 'registros');
  return (
    <ConfirmDialog
      open={open}
      title={`Eliminar ${count}`}
      confirm="Eliminar para siempre"
      destructive
      persistent
      size="md"
      reason={isSame ? null : 'Escribe lo mismo que buscaste.'}
      onConfirm={erase}
      onCancel={close}
    >
      <Stack gap="sm">
        <WhatStays chosen={chosen} />
        <TextInput
          label={`Para confirmar, escribe ${sought.value}`}
          value={confirmation}
          maxLength={254}
          autoComplete="off"
          onChange={event => setConfirmation(event.currentTarget.value)}
        />
        <TextInput
          label="Solicitud que se responde"
          description="Su número, por ejemplo SD-2026-0007, si la hay. Queda en la auditoría."
          value={code}
          maxLength={20}
          autoComplete="off"
          onChange={event => setCode(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
