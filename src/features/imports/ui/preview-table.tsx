import { Group, Pagination, SegmentedControl, Text, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCirclePlus,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { IMPORT_FIELDS, type ImportField } from '../../../domain/career-import.ts';
import { formatNumber } from '../../../domain/format.ts';
import classes from '../../../web/table/data-list.module.css';
import { Pill, type Tone } from '../../../web/ui/pill.tsx';
import { LEVELS, SHIFTS } from '../../careers/contract.ts';
import type { PreviewRow } from '../careers/contract.ts';
import { type CareerImport, errorsLeft, type Preview } from './use-import.tsx';

type Result = PreviewRow['result'];

const LOOKS: Record<Result, { label: string; many: string; icon: TablerIcon; tone: Tone }> = {
  new: { label: 'Nueva', many: 'Nuevas', icon: IconCirclePlus, tone: 'review' },
  changed: { label: 'Cambia', many: 'Cambian', icon: IconPencil, tone: 'attention' },
  unchanged: { label: 'Igual', many: 'Iguales', icon: IconCircleCheck, tone: 'quiet' },
  wrong: { label: 'Con error', many: 'Con errores', icon: IconAlertTriangle, tone: 'bad' },
};
const RESULT_ORDER: Result[] = ['new', 'changed', 'unchanged', 'wrong'];
const PER_PAGE = 50;

const fieldLabel = (key: ImportField) => IMPORT_FIELDS.find(field => field.key === key)?.label ?? key;
const labelIn = (options: readonly { value: string; label: string }[], value: string | null) =>
  options.find(option => option.value === value)?.label ?? value ?? '';

/** What happens to a row, or why it cannot. */
function Note({ row }: { row: PreviewRow }) {
  if (row.errors.length > 0)
    return (
      <Text size="xs" c="var(--mantine-color-error)">
        {row.errors.map(({ field, message }) => `${fieldLabel(field)}: ${message}`).join(' ')}
      </Text>
    );
  return (
    <Text size="xs">
      {row.changes.map(({ field, from }) => `${fieldLabel(field)}: antes «${from || '–'}»`).join(' · ')}
    </Text>
  );
}

function Row({ row, flow }: { row: PreviewRow; flow: CareerImport }) {
  const { label, icon, tone } = LOOKS[row.result];
  const { values, line } = row;
  const nothing = row.errors.length + row.changes.length === 0;
  const cells: [string, string][] = [
    ['Código único', values.officialCode],
    ['Escuela', values.school],
    ['Sede', values.campus],
    ['Nivel', labelIn(LEVELS, values.level)],
    ['Jornada', labelIn(SHIFTS, values.shift)],
  ];
  return (
    <tr>
      <td data-label="Fila" className="figures">
        {line}
      </td>
      <td data-label="Resultado">
        <div>
          <Pill icon={icon} tone={tone}>
            {label}
          </Pill>
        </div>
      </td>
      <td data-label="Nombre" style={{ minWidth: '18rem' }}>
        <TextInput
          size="xs"
          aria-label={`Nombre de la fila ${line}`}
          value={flow.names[line] ?? values.name}
          onChange={event => flow.rename(line, event.currentTarget.value)}
          error={errorsLeft(row, flow.names).some(error => error.field === 'name')}
          maxLength={200}
        />
      </td>
      {cells.map(([title, value]) => (
        <td key={title} data-label={title} title={value}>
          {value || '–'}
        </td>
      ))}
      <td
        data-label="Observación"
        data-not-on-phone={nothing || undefined}
        style={{ whiteSpace: 'normal', minWidth: '12rem' }}
      >
        <Note row={row} />
      </td>
    </tr>
  );
}

const HEADINGS = [
  'Fila',
  'Resultado',
  'Nombre',
  'Código único',
  'Escuela',
  'Sede',
  'Nivel',
  'Jornada',
  'Observación',
];

/** Every row of the file with what would happen to it; names are corrected in place. */
export function PreviewTable({ flow, preview }: { flow: CareerImport; preview: Preview }) {
  const [shown, setShown] = useState<Result | 'all'>(preview.counts.wrong > 0 ? 'wrong' : 'all');
  const [page, setPage] = useState(1);
  const rows = preview.rows.filter(row => shown === 'all' || row.result === shown);
  const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const at = Math.min(page, pages);
  const choices = [
    { value: 'all', label: `Todas ${formatNumber(preview.rows.length)}` },
    ...RESULT_ORDER.map(result => ({
      value: result,
      label: `${LOOKS[result].many} ${formatNumber(preview.counts[result])}`,
      disabled: preview.counts[result] === 0,
    })),
  ];
  return (
    <div>
      <Group justify="space-between" mb="xs" style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label="Filas que se muestran"
          data={choices}
          value={shown}
          onChange={value => {
            setShown(value as Result | 'all');
            setPage(1);
          }}
        />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <section className={classes.scroller} aria-label="Vista previa" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {HEADINGS.map(title => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice((at - 1) * PER_PAGE, at * PER_PAGE).map(row => (
              <Row key={row.line} row={row} flow={flow} />
            ))}
          </tbody>
        </table>
      </section>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label="Páginas de la vista previa"
          size="sm"
          mt="xs"
          total={pages}
          value={at}
          onChange={setPage}
          getItemProps={n => ({ 'aria-label': `Página ${n}` })}
          getControlProps={control => ({
            'aria-label': control === 'next' || control === 'last' ? 'Página siguiente' : 'Página anterior',
          })}
        />
      )}
    </div>
  );
}
