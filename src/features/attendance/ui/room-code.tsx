import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../domain/text/format.ts';
import { download, request } from '../../../web/api.ts';
import { useReturnFocus } from '../../../web/form/dialog-focus.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useWrite } from '../../../web/query.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { RoomAddress } from '../../../web/ui/room-address.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { type RoomCode as Code, closeRoomCode, openRoomCode, printRoomCode } from '../contract.ts';
import { useListParams } from './use-attendance.tsx';

const LENGTHS = [
  { value: '60', label: 'Una hora' },
  { value: '120', label: 'Dos horas' },
  { value: '240', label: 'Cuatro horas' },
  { value: '1440', label: 'Un día' },
];

interface Props {
  activity: string;
  code: Code | null;
  onDone: () => void;
  onClose: () => void;
}

/** Lets people in the room write themselves down: the code that is open, or for how long one is to be. */
export function RoomCode(props: Props) {
  const { code } = props;
  return code ? <OpenCode {...props} code={code} /> : <Opening {...props} />;
}

function Opening({ activity, onDone, onClose }: Props) {
  useReturnFocus();
  const params = useListParams(activity);
  const [minutes, setMinutes] = useState('120');
  const open = useWrite(openRoomCode);
  const start = () =>
    open.mutate(
      { params, body: { minutes: Number(minutes) } },
      {
        onSuccess: () => {
          onClose();
          onDone();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title="Código en la sala"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        <Radio.Group
          label="Abierto durante"
          description="Cada persona escanea el código y se anota desde su teléfono, con el aviso de privacidad a la vista."
          value={minutes}
          onChange={setMinutes}
        >
          <Stack gap="xs" mt="xs">
            {LENGTHS.map(each => (
              <Radio key={each.value} {...each} />
            ))}
          </Stack>
        </Radio.Group>
        {open.error && <p role="alert">{messageOf(open.error)}</p>}
        <Group justify="flex-end">
          <Button loading={open.isPending} onClick={start}>
            Abrir código
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function OpenCode({ activity, code, onDone }: Props & { code: Code }) {
  const params = useListParams(activity);
  const end = async () => {
    try {
      await request(closeRoomCode, { params });
      toasts.success('Código cerrado.');
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    }
    onDone();
  };
  return (
    <RoomAddress
      words={
        <>
          <span>Código abierto hasta el</span> <DateTime value={code.closesAt} withTime />
          {' · '}
          {formatCount(code.answers, 'respuesta', 'respuestas')}
        </>
      }
      url={code.url}
      fetchSheet={() => download(printRoomCode, { params })}
      end="Cerrar código"
      onEnd={() => void end()}
    />
  );
}
