import { Alert, Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { attendanceFields, MOST_ATTENDANCES } from '../../../../domain/execution/attendance.ts';
import { recogniseList, type WrittenRow, writeList } from '../../../../domain/execution/attendance-rows.ts';
import { ATTENDANCE_GROUPS, type AttendanceGroup } from '../../../../domain/execution/people.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { NoticeBox } from '../notice-box.tsx';
import { useAdding, type WayProps } from '../use-adding.tsx';
import { isWrong, PasteTable, troubleOf } from './paste-table.tsx';
import { readTable, readText } from './read-table.tsx';

type Rows = readonly WrittenRow[];

/** A list pasted from a spreadsheet or read from a CSV, shown before it is added. */
export function PasteDialog(props: WayProps) {
  useReturnFocus();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<Rows | null>(null);
  // What was mended is kept like what was pasted; of what was added nothing stays in this browser.
  const kept = useMemo(() => (rows ? writeList(rows) : text), [rows, text]);
  const { restoredAt, clear } = useDraft({
    draftKey: ['attendance', props.activity, 'paste'],
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
    props.onClose();
  };
  return (
    <Modal
      opened
      size={rows ? '64rem' : '40rem'}
      onClose={props.onClose}
      title="Pegar lista o CSV"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {rows ? (
        <Preview {...props} rows={rows} onRows={setRows} onBack={back} onFinish={finish} />
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

const NOBODY = 'No encontramos a nadie en lo que pegaste: cada línea lleva el nombre de una persona.';

function Source({ text, restoredAt, onText, onRows }: SourceProps) {
  const [group, setGroup] = useState<AttendanceGroup>('external');
  const [problem, setProblem] = useState<string | null>(null);
  const read = (what: string) => {
    const { rows } = recogniseList(readTable(what), group);
    if (rows.length === 0) return setProblem(NOBODY);
    if (rows.length > MOST_ATTENDANCES)
      return setProblem(
        `Son ${formatNumber(rows.length)} personas: agrega como máximo ${formatNumber(MOST_ATTENDANCES)} a la vez.`,
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
        description="Copia las filas de tu planilla, con o sin encabezados: nombre, RUT, documento o correo, y grupo."
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
      <Select
        label="Grupo de quienes no lo indican"
        data={[...ATTENDANCE_GROUPS]}
        allowDeselect={false}
        value={group}
        onChange={value => setGroup((value ?? 'external') as AttendanceGroup)}
      />
      <Group justify="space-between">
        <CsvButton onText={read} />
        <Button onClick={() => read(text)}>Revisar la lista</Button>
      </Group>
    </Stack>
  );
}

function CsvButton({ onText }: { onText: (text: string) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".csv,.txt,.tsv"
        hidden
        aria-label="Archivo CSV"
        onChange={event => {
          const file = event.currentTarget.files?.[0];
          if (file) void readText(file).then(onText);
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => picker.current?.click()}>
        Elegir un CSV
      </Button>
    </>
  );
}

interface PreviewProps extends WayProps {
  rows: Rows;
  onRows: (rows: Rows) => void;
  onBack: () => void;
  /** All of them were added. */
  onFinish: () => void;
}

function Preview({ rows, onRows, onBack, onFinish, ...way }: PreviewProps) {
  const { send, isPending, error, notice } = useAdding(way);
  const trouble = useMemo(() => troubleOf(rows), [rows]);
  const wrong = rows.filter(row => isWrong(trouble, row));
  const good = rows.filter(row => !isWrong(trouble, row) && !trouble.repeated.has(row.line));
  const add = async () => {
    const result = await send(good.map(row => attendanceFields.parse(row)));
    if (!result) return;
    const { added, known } = result;
    const words = known > 0 ? ` ${formatCount(known, 'ya estaba', 'ya estaban')}.` : '';
    toasts.success(`${formatCount(added, 'persona agregada', 'personas agregadas')}.${words}`);
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
      <NoticeBox {...notice} />
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Volver a la lista
        </Button>
        <Button loading={isPending} disabled={good.length === 0} onClick={() => void add()}>
          {wrong.length === 0
            ? `Agregar ${formatCount(good.length, 'persona', 'personas')}`
            : `Agregar ${formatNumber(good.length)} y corregir ${formatNumber(wrong.length)}`}
        </Button>
      </Group>
    </Stack>
  );
}
