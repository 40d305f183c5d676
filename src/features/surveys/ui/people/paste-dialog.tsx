import { memo } from 'react';
import {
  type InviteeErrors,
  inviteeErrors,
  readPastedInvitees,
  repeatedInvitees,
  type WrittenInvitee,
  writeInvitees,
} from '../../../../domain/surveys/pasted-invitees.ts';
import { MOST_INVITED } from '../../../../domain/surveys/waves.ts';
import { MendRow, MendText } from '../../../../web/table/paste/mend-row.tsx';
import { PasteFrame } from '../../../../web/table/paste/paste-frame.tsx';
import { PastePreview } from '../../../../web/table/paste/paste-preview.tsx';
import { PasteSource } from '../../../../web/table/paste/paste-source.tsx';
import type { RowProps } from '../../../../web/table/paste/paste-table.tsx';
import { readTable } from '../../../../web/table/paste/read-table.ts';
import { useJudged } from '../../../../web/table/paste/use-judged.tsx';
import { type Pasted, usePasted } from '../../../../web/table/paste/use-pasted.tsx';
import { useAdding, type WayProps } from './use-adding.tsx';

type Rows = readonly WrittenInvitee[];

/** A list pasted from a mail or a spreadsheet, shown and mended before anybody is added. */
export function PasteDialog({ wave, onClose }: WayProps) {
  const pasted = usePasted(['wave', wave.id, 'paste'], writeInvitees, onClose);
  const { rows } = pasted;
  return (
    <PasteFrame title="Pegar lista" size={rows ? '56rem' : '40rem'} onClose={onClose}>
      {rows ? (
        <Preview wave={wave} rows={rows} pasted={pasted} />
      ) : (
        <PasteSource
          pasted={pasted}
          description="Una persona por línea: «Nombre; correo», solo el correo, o las columnas copiadas de tu planilla."
          nobody="No hay nadie en lo que pegaste: cada línea lleva el correo de una persona."
          most={MOST_INVITED}
          read={readPastedInvitees}
          readFile={readFile}
        />
      )}
    </PasteFrame>
  );
}

/** Signs that divide cells stand within quotes, too; as columns of a spreadsheet they mislead nobody. */
const readFile = (text: string): Rows =>
  readPastedInvitees(
    readTable(text)
      .map(cells => cells.map(cell => cell.replaceAll(/\s+/g, ' ')).join('\t'))
      .join('\n'),
  );

interface PreviewProps {
  wave: WayProps['wave'];
  rows: Rows;
  pasted: Pasted<WrittenInvitee>;
}

function Preview({ wave, rows, pasted }: PreviewProps) {
  const { send, isPending, error } = useAdding(wave);
  const judged = useJudged(rows, inviteeErrors, repeatedInvitees);
  const add = async () => {
    if (await send(judged.good.map(({ name, email }) => ({ name, email, organisationId: null }))))
      pasted.onAdded(judged.wrong);
  };
  return (
    <PastePreview
      {...{ pasted, rows, judged, isPending, error }}
      heads={HEADS}
      row={PersonRow}
      onAdd={() => void add()}
    />
  );
}

const HEADS = ['Nombre', 'Correo'];

/** Drawn again only when it has changed. */
const PersonRow = memo((props: RowProps<WrittenInvitee, InviteeErrors>) => {
  const { row, errors, onChange } = props;
  const cell = (field: 'name' | 'email', label: string) => (
    <td>
      <MendText
        line={row.line}
        label={label}
        value={row[field]}
        error={errors?.[field]}
        onText={text => onChange(row.line, { [field]: text })}
      />
    </td>
  );
  return (
    <MendRow {...props}>
      {cell('name', 'Nombre')}
      {cell('email', 'Correo')}
    </MendRow>
  );
});
