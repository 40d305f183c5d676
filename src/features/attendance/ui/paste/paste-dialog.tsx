import { Select } from '@mantine/core';
import { useState } from 'react';
import { attendanceFields, MOST_ATTENDANCES } from '../../../../domain/execution/attendance.ts';
import {
  recogniseList,
  repeatedRows,
  rowErrors,
  type WrittenRow,
  writeList,
} from '../../../../domain/execution/attendance-rows.ts';
import { ATTENDANCE_GROUPS, type AttendanceGroup } from '../../../../domain/execution/people.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { PasteFrame } from '../../../../web/table/paste/paste-frame.tsx';
import { PastePreview } from '../../../../web/table/paste/paste-preview.tsx';
import { PasteSource } from '../../../../web/table/paste/paste-source.tsx';
import { readTable } from '../../../../web/table/paste/read-table.ts';
import { useJudged } from '../../../../web/table/paste/use-judged.tsx';
import { type Pasted, usePasted } from '../../../../web/table/paste/use-pasted.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { NoticeBox } from '../notice-box.tsx';
import { useAdding, type WayProps } from '../use-adding.tsx';
import { HEADS, PersonRow } from './person-row.tsx';

type Rows = readonly WrittenRow[];

/** A list pasted from a spreadsheet or read from a CSV, shown before it is added. */
export function PasteDialog(props: WayProps) {
  const pasted = usePasted<WrittenRow>(['attendance', props.activity, 'paste'], writeList, props.onClose);
  const { rows } = pasted;
  return (
    <PasteFrame title="Pegar lista o CSV" size={rows ? '64rem' : '40rem'} onClose={props.onClose}>
      {rows ? <Preview {...props} rows={rows} pasted={pasted} /> : <Source pasted={pasted} />}
    </PasteFrame>
  );
}

function Source({ pasted }: { pasted: Pasted<WrittenRow> }) {
  const [group, setGroup] = useState<AttendanceGroup>('external');
  return (
    <PasteSource
      pasted={pasted}
      description="Copia las filas de tu planilla, con o sin encabezados: nombre, RUT, documento o correo, y grupo."
      nobody="No encontramos a nadie en lo que pegaste: cada línea lleva el nombre de una persona."
      most={MOST_ATTENDANCES}
      read={text => recogniseList(readTable(text), group).rows}
    >
      <Select
        label="Grupo de quienes no lo indican"
        data={[...ATTENDANCE_GROUPS]}
        allowDeselect={false}
        value={group}
        onChange={value => setGroup((value ?? 'external') as AttendanceGroup)}
      />
    </PasteSource>
  );
}

const repeatedLines = (rows: Rows) => new Set([...repeatedRows(rows)].flatMap(n => rows[n]?.line ?? []));

interface PreviewProps extends WayProps {
  rows: Rows;
  pasted: Pasted<WrittenRow>;
}

function Preview({ rows, pasted, ...way }: PreviewProps) {
  const { send, isPending, error, notice } = useAdding(way);
  const judged = useJudged(rows, rowErrors, repeatedLines);
  const add = async () => {
    const result = await send(judged.good.map(row => attendanceFields.parse(row)));
    if (!result) return;
    const { added, known } = result;
    const words = known > 0 ? ` ${formatCount(known, 'ya estaba', 'ya estaban')}.` : '';
    toasts.success(`${formatCount(added, 'persona agregada', 'personas agregadas')}.${words}`);
    pasted.onAdded(judged.wrong);
  };
  return (
    <PastePreview
      {...{ pasted, rows, judged, isPending, error }}
      heads={HEADS}
      row={PersonRow}
      onAdd={() => void add()}
    >
      <NoticeBox {...notice} />
    </PastePreview>
  );
}
