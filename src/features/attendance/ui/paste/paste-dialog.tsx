import { Alert, Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { attendanceFields, MOST_ATTENDANCES } from '../../../../domain/execution/attendance.ts';
import { recogniseList, type WrittenRow } from '../../../../domain/execution/attendance-rows.ts';
import { ATTENDANCE_GROUPS, type AttendanceGroup } from '../../../../domain/execution/people.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import { useWrite } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { addAttendances } from '../../contract.ts';
import { NOT_ACCEPTED, NoticeBox } from '../notice-box.tsx';
import type { WayProps } from '../person-drawer.tsx';
import { useListParams } from '../use-attendance.tsx';
import { PasteTable, troubleOf } from './paste-table.tsx';
import { readTable, readText } from './read-table.tsx';

/** A list pasted from a spreadsheet or read from a CSV, shown before it is added. */
export function PasteDialog(props: WayProps) {
  const [rows, setRows] = useState<readonly WrittenRow[] | null>(null);
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
        <Preview {...props} rows={rows} onRows={setRows} onBack={() => setRows(null)} />
      ) : (
        <Source activity={props.activity} onRows={setRows} />
      )}
    </Modal>
  );
}

interface SourceProps {
  activity: string;
  onRows: (rows: readonly WrittenRow[]) => void;
}

const NOBODY = 'No encontramos a nadie en lo que pegaste: cada línea lleva el nombre de una persona.';

function Source({ activity, onRows }: SourceProps) {
  const [text, setText] = useState('');
  const [group, setGroup] = useState<AttendanceGroup>('external');
  const [problem, setProblem] = useState<string | null>(null);
  useDraft({
    draftKey: ['attendance', activity, 'paste'],
    value: text,
    changed: text !== '',
    onRestore: setText,
  });
  const read = (what: string) => {
    const { rows } = recogniseList(readTable(what), group);
    if (rows.length === 0) return setProblem(NOBODY);
    if (rows.length > MOST_ATTENDANCES)
      return setProblem(`Son ${rows.length} personas: agrega como máximo ${MOST_ATTENDANCES} a la vez.`);
    onRows(rows);
  };
  return (
    <Stack gap="sm">
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
          setText(event.currentTarget.value);
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
  rows: readonly WrittenRow[];
  onRows: (rows: readonly WrittenRow[]) => void;
  onBack: () => void;
}

function Preview({ rows, onRows, onBack, ...way }: PreviewProps) {
  const { activity, noticeVersion, onDone, onClose } = way;
  const params = useListParams(activity);
  const [accepted, setAccepted] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = useWrite(addAttendances);
  const trouble = troubleOf(rows);
  const good = rows.filter((_, n) => !trouble.errors.has(n));
  const bad = rows.length - good.length;
  const send = async () => {
    if (!accepted) return setRefusal(NOT_ACCEPTED);
    const body = { rows: good.map(row => attendanceFields.parse(row)), noticeVersion };
    const { added, known } = await add.mutateAsync({ params, body });
    const words = known > 0 ? ` ${formatCount(known, 'ya estaba', 'ya estaban')}.` : '';
    toasts.success(`${formatCount(added, 'persona agregada', 'personas agregadas')}.${words}`);
    onDone();
    if (bad === 0) onClose();
    else onRows(rows.filter((_, n) => trouble.errors.has(n)));
  };
  return (
    <Stack gap="sm">
      <PasteTable rows={rows} trouble={trouble} onRows={onRows} />
      {add.error && (
        <Alert color="red" role="alert">
          {messageOf(add.error)}
        </Alert>
      )}
      <NoticeBox
        version={noticeVersion}
        checked={accepted}
        error={refusal}
        onChange={checked => {
          setAccepted(checked);
          setRefusal(null);
        }}
      />
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Volver a la lista
        </Button>
        <Button
          loading={add.isPending}
          disabled={good.length === 0}
          onClick={() => void send().catch(() => undefined)}
        >
          {bad === 0
            ? `Agregar ${formatCount(good.length, 'persona', 'personas')}`
            : `Agregar ${good.length} y seguir con ${formatCount(bad, 'fila', 'filas')} por corregir`}
        </Button>
      </Group>
    </Stack>
  );
}
