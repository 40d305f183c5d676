import { Group, Pagination, SegmentedControl, Skeleton, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCirclePlus,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ImportKind } from '../../../domain/imports/field.ts';
import { RESULTS, type Result } from '../../../domain/imports/plan.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import cards from '../../../web/table/cards.module.css';
import classes from '../../../web/table/data-list.module.css';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import { IMPORT_PAGE, type Import, listImportRows, type PreviewRow } from '../../imports/contract.ts';
import { Cell, shown } from './cell.tsx';
import type { Flow } from './use-import.tsx';

const LOOKS: Record<Result, { label: string; many: string; icon: TablerIcon; tone: Tone }> = {
  new: { label: 'Nuev', many: 'Nuev', icon: IconCirclePlus, tone: 'review' },
  changed: { label: 'Cambia', many: 'Cambian', icon: IconPencil, tone: 'attention' },
  unchanged: { label: 'Igual', many: 'Iguales', icon: IconCircleCheck, tone: 'quiet' },
  wrong: { label: 'Con error', many: 'Con errores', icon: IconAlertTriangle, tone: 'bad' },
};
const labelOf = (result: Result, { ending }: ImportKind) =>
  LOOKS[result].label + (result === 'new' ? ending : '');
export const manyOf = (result: Result, { ending }: ImportKind) =>
  LOOKS[result].many + (result === 'new' ? `${ending}s` : '');

const hasNote = ({ errors, result, changes }: PreviewRow) =>
  errors.length > 0 || (result !== 'new' && Object.keys(changes).length > 0);

/** What happens to a row, or why it cannot. */
function Note({ row, kind }: { row: PreviewRow; kind: ImportKind }) {
  const label = (key: string) => kind.fields.find(field => field.key === key)?.label ?? key;
  if (row.errors.length > 0)
    return (
      <Text size="xs" c="var(--mantine-color-error)">
        {row.errors.map(({ field, message }) => `${label(field)}: ${message}`).join(' ')}
      </Text>
    );
  return (
    <Text size="xs">
      {Object.entries(row.changes)
        .map(([field, [before]]) => `${label(field)}: antes «${shown(before)}»`)
        .join(' · ')}
    </Text>
  );
}

interface RowsProps {
  flow: Flow;
  seen: Import;
  fixed: boolean;
}

interface RowProps extends Omit<RowsProps, 'seen'> {
  importId: string;
  row: PreviewRow;
  shape: Shape;
}

function Row({ importId, row, shape, flow, fixed }: RowProps) {
  const { kind } = flow;
  const { icon, tone } = LOOKS[row.result];
  return (
    <tr>
      <td data-label="Fila" className="figures">
        {row.line}
      </td>
      <td data-label="Resultado">
        <div>
          <Pill icon={icon} tone={tone}>
            {labelOf(row.result, kind)}
          </Pill>
        </div>
      </td>
      {shape.notes && (
        <td
          data-label="Observación"
          data-not-on-phone={!hasNote(row) || undefined}
          style={{ whiteSpace: 'normal', minWidth: 'min(20rem, 45vw)' }}
        >
          {hasNote(row) && <Note row={row} kind={kind} />}
        </td>
      )}
      {shape.columns.map(field => (
        <td
          key={field.key}
          data-label={field.label}
          style={field.key === 'name' ? { minWidth: 'min(16rem, 45vw)' } : undefined}
        >
          {fixed ? (
            <span title={row.values[field.key]}>{shown(row.values[field.key])}</span>
          ) : (
            <Cell
              importId={importId}
              row={row}
              field={field}
              onEdit={text => flow.mending.edit(row.line, field.key, text)}
            />
          )}
        </td>
      ))}
    </tr>
  );
}

interface Shape {
  /** Those that the file has, or that got a value without it. */
  columns: ImportKind['fields'];
  /** Whether there is anything to say of any row. */
  notes: boolean;
}

/** What of the kind's columns is worth its room; the name first, as that is what people read and correct. */
function shapeOf({ fields }: ImportKind, { mapping }: Import, rows: readonly PreviewRow[]): Shape {
  const isTold = ({ key }: { key: string }) =>
    key in mapping || rows.some(row => row.values[key] || row.errors.some(error => error.field === key));
  const filled = fields.filter(isTold);
  const isName = (field: { key: string }) => field.key === 'name';
  return {
    columns: [...filled.filter(isName), ...filled.filter(f => !isName(f))],
    notes: rows.some(hasNote),
  };
}

function Choice({ flow, seen }: { flow: Flow; seen: Import }) {
  const { kind, list } = flow;
  const choices = [
    { value: 'all', label: `Todas ${formatNumber(seen.total)}` },
    ...RESULTS.map(result => ({
      value: result,
      label: `${manyOf(result, kind)} ${formatNumber(seen.counts[result] ?? 0)}`,
      disabled: (seen.counts[result] ?? 0) === 0,
    })),
  ];
  return (
    <Group justify="space-between" mb="xs" style={{ overflowX: 'auto' }}>
      <SegmentedControl
        aria-label="Filas que se muestran"
        data={choices}
        value={(list.values.result as string | undefined) ?? 'all'}
        onChange={value => list.set({ result: value === 'all' ? null : value })}
      />
    </Group>
  );
}

function Table({ flow, seen, rows, fixed }: RowsProps & { rows: readonly PreviewRow[] }) {
  const shape = shapeOf(flow.kind, seen, rows);
  const headings = [
    ...['Fila', 'Resultado', ...(shape.notes ? ['Observación'] : [])],
    ...shape.columns.map(f => f.label),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label="Vista previa" tabIndex={0}>
      <table className={`${classes.table} ${cards.rows}`}>
        <thead>
          <tr>
            {headings.map(title => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row key={row.line} importId={seen.id} row={row} shape={shape} flow={flow} fixed={fixed} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Every row of the file with what would happen to it; any cell is mended in place until it is imported. */
export function PreviewTable({ flow, seen, fixed }: RowsProps) {
  const { list } = flow;
  const result = list.values.result as Result | undefined;
  const page = Number(list.values.page ?? 1);
  const query = { page, ...(result && { result }) };
  const { data, error, refetch } = useRead(
    listImportRows,
    { params: { id: seen.id }, query },
    { keepPrevious: true },
  );
  const total = result ? (seen.counts[result] ?? 0) : seen.total;
  const pages = Math.max(1, Math.ceil(total / IMPORT_PAGE));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div>
      <Choice flow={flow} seen={seen} />
      {data ? <Table flow={flow} seen={seen} rows={data} fixed={fixed} /> : <Skeleton h={240} />}
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label="Páginas de la vista previa"
          size="sm"
          mt="xs"
          total={pages}
          value={Math.min(page, pages)}
          onChange={next => list.set({ page: next })}
          getItemProps={n => ({ 'aria-label': `Página ${n}` })}
          getControlProps={control => ({
            'aria-label': control === 'next' || control === 'last' ? 'Página siguiente' : 'Página anterior',
          })}
        />
      )}
    </div>
  );
}
