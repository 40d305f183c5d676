import { ActionIcon, Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ImportField } from '../../../domain/imports/field.ts';
import { formatDay } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { type PreviewRow, suggestImportTexts } from '../../imports/contract.ts';
import classes from './cell.module.css';

const SEARCH_MS = 200;

/** Days are told as everywhere on screen; what could not be read stays as it stands in the file. */
export const shown = (value: string | null | undefined) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value ?? '') ? formatDay(value ?? '') : value || '–';

interface CellProps {
  importId: string;
  row: PreviewRow;
  field: ImportField;
  onEdit: (text: string | null) => void;
}

/** What a cell may say, by what would be written: a code says little, so that the words stand beside it. */
function useSuggestions({ importId, field }: CellProps, typed: string): Map<string, string> {
  const [q] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const hasSuggestions = field.reference !== undefined || field.words !== undefined;
  const asked = { params: { id: importId }, query: { field: field.key, q } };
  const { data } = useRead(suggestImportTexts, asked, { enabled: hasSuggestions, keepPrevious: true });
  return new Map((data ?? []).filter(each => each.value !== '').map(each => [each.value, each.label]));
}

/** Takes the file's cell again; before the field loses the focus, which sends what is typed. */
const BackToFile = ({ onBack }: { onBack: () => void }) => (
  <ActionIcon
    variant="subtle"
    size="sm"
    aria-label="Volver a lo que dice el archivo"
    onMouseDown={event => {
      event.preventDefault();
      onBack();
    }}
  >
    <IconArrowBackUp size={14} aria-hidden />
  </ActionIcon>
);

function CellEditor({ close, ...props }: CellProps & { close: () => void }) {
  const { row, field, onEdit } = props;
  const before = row.values[field.key] ?? '';
  const [typed, setTyped] = useState(before);
  const labels = useSuggestions(props, typed);
  const input = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  /** Once: what takes the focus away leaves the cell, too. */
  const leave = (text: string | null | undefined) => {
    if (isLeft.current) return;
    isLeft.current = true;
    if (text !== undefined && text !== before) onEdit(text);
    close();
  };
  /** By keyboard one stays in the table, though the row may leave it. */
  const leaveToTable = (text?: string) => {
    const table = input.current?.closest('section');
    leave(text);
    table?.focus();
  };
  return (
    <Autocomplete
      size="xs"
      ref={input}
      autoFocus
      aria-label={`${field.label} de la fila ${row.line}`}
      value={typed}
      onChange={setTyped}
      data={[...labels.keys()]}
      renderOption={({ option }) => labels.get(option.value) ?? option.value}
      filter={({ options }) => options}
      onOptionSubmit={leaveToTable}
      onBlur={() => leave(typed)}
      onKeyDown={event => {
        if (event.key === 'Escape') leaveToTable();
        if (event.key === 'Enter' && !event.defaultPrevented) leaveToTable(typed);
      }}
      maxLength={2000}
      rightSection={row.edited.includes(field.key) && <BackToFile onBack={() => leave(null)} />}
    />
  );
}

/** A cell of the preview: mended in place, with what it may say. */
export function Cell(props: CellProps) {
  const { row, field } = props;
  const [open, setOpen] = useState(false);
  if (open) return <CellEditor {...props} close={() => setOpen(false)} />;
  const isWrong = row.errors.some(error => error.field === field.key);
  const isEdited = row.edited.includes(field.key);
  const value = shown(row.values[field.key]);
  return (
    <button
      type="button"
      className={[classes.cell, isWrong && classes.wrong, isEdited && classes.edited]
        .filter(Boolean)
        .join(' ')}
      aria-label={`${field.label} de la fila ${row.line}: ${value}`}
      title={row.values[field.key]}
      onClick={() => setOpen(true)}
    >
      {value}
    </button>
  );
}
