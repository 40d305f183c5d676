import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  inviteeErrors,
  readPastedInvitees,
  repeatedInvitees,
  type WrittenInvitee,
  writeInvitees,
} from '../../../../domain/surveys/pasted-invitees.ts';
import { MOST_INVITED } from '../../../../domain/surveys/waves.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { people } from '../looks.tsx';
import { PasteTable, type Trouble } from './paste-table.tsx';
import { useAdding, type WayProps } from './use-adding.tsx';

type Rows = readonly WrittenInvitee[];

/** A list pasted from a mail or a spreadsheet, shown and mended before anybody is added. */
export function PasteDialog({ wave, onClose }: WayProps) {
  useReturnFocus();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<Rows | null>(null);
  // What was mended is kept like what was pasted; of what was added nothing stays in this browser.
  const kept = useMemo(() => (rows ? writeInvitees(rows) : text), [rows, text]);
  const { restoredAt, clear } = useDraft({
    draftKey: ['wave', wave.id, 'paste'],
    value: kept,
    changed: kept !== '',
    onRestore: setText,
  });
  const back = () => {
    setText(kept);
    setRows(null);
  };
  const finish = () => {
    clear();
    onClose();
  };
  return (
    <Modal
      opened
      size={rows ? '56rem' : '40rem'}
      onClose={onClose}
      title="Pegar lista"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {rows ? (
        <Preview wave={wave} rows={rows} onRows={setRows} onBack={back} onFinish={finish} />
      ) : (
        <Source text={text} restoredAt={restoredAt} onText={setText} onRows={setRows} />
      )}
    </Modal>
  );
}

interface SourceProps {
  text: string;
  /** When what an earlier visit left was typed. */
  restoredAt: string | null;
  onText: (text: string) => void;
  onRows: (rows: Rows) => void;
}

const NOBODY = 'No hay nadie en lo que pegaste: cada línea lleva el correo de una persona.';

function Source({ text, restoredAt, onText, onRows }: SourceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const read = () => {
    const rows = readPastedInvitees(text);
    if (rows.length === 0) return setProblem(NOBODY);
    if (rows.length > MOST_INVITED)
      return setProblem(
        `Son ${formatNumber(rows.length)} personas: agrega como máximo ${formatNumber(MOST_INVITED)} a la vez.`,
      );
    onRows(rows);
  };
  return (
    <Stack gap="sm">
      {restoredAt && text !== '' && (
        <Alert color="cyan">{t('draft.recovered', { when: formatInstant(restoredAt) })}</Alert>
      )}
      <Textarea
        label="Lista"
        description="Una persona por línea: «Nombre; correo», solo el correo, o las columnas copiadas de tu planilla."
        autosize
        minRows={6}
        maxRows={14}
        data-autofocus
        value={text}
        error={problem}
        onChange={event => {
          onText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Group justify="flex-end">
        <Button onClick={read}>Revisar la lista</Button>
      </Group>
    </Stack>
  );
}

const troubleOf = (rows: Rows): Trouble => ({
  errors: new Map(
    rows
      .map(each => [each.row, inviteeErrors(each)] as const)
      .filter(([, errors]) => Object.keys(errors).length > 0),
  ),
  repeated: repeatedInvitees(rows),
});

interface PreviewProps {
  wave: WayProps['wave'];
  rows: Rows;
  onRows: (rows: Rows) => void;
  onBack: () => void;
  /** All of them were added. */
  onFinish: () => void;
}

function Preview({ wave, rows, onRows, onBack, onFinish }: PreviewProps) {
  const { send, isPending, error } = useAdding(wave);
  const trouble = useMemo(() => troubleOf(rows), [rows]);
  const wrong = rows.filter(({ row }) => trouble.errors.has(row));
  const good = rows.filter(({ row }) => !trouble.errors.has(row) && !trouble.repeated.has(row));
  const add = async () => {
    if (!(await send(good.map(({ name, email }) => ({ name, email, organisationId: null }))))) return;
    if (wrong.length === 0) onFinish();
    else onRows(wrong);
  };
  return (
    <Stack gap="sm">
      <PasteTable rows={rows} trouble={trouble} onRows={onRows} />
      {error && (
        <Alert color="red" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Volver a la lista
        </Button>
        <Button loading={isPending} disabled={good.length === 0} onClick={() => void add()}>
          {wrong.length === 0
            ? `Agregar ${people(good.length)}`
            : `Agregar ${formatNumber(good.length)} y corregir ${formatNumber(wrong.length)}`}
        </Button>
      </Group>
    </Stack>
  );
}
