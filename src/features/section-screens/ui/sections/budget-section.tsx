import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  amountOf,
  BUDGET_CATEGORIES,
  BUDGET_SOURCES,
  type Budget,
  type BudgetLine,
  budgetTotal,
  totalsByCategory,
  totalsBySource,
} from '../../../../domain/sections/budget.ts';
import { newItemId } from '../../../../domain/sections/field.ts';
import { formatMoney, formatNumber } from '../../../../domain/text/format.ts';
import { CellField } from '../fields/cell-field.tsx';
import { EntryScope, type FieldState, useSectionField } from '../scope.tsx';
import classes from './tables.module.css';

export function BudgetSection() {
  const field = useSectionField<Budget['lines']>('lines');
  if (!field) return null;
  const { value: lines, readOnly } = field;
  return (
    <div data-field={field.path}>
      {lines.length === 0 && (
        <p className={classes.none}>{readOnly ? 'Sin ítems.' : 'Todavía no hay ítems.'}</p>
      )}
      {lines.length > 0 && <LinesTable field={field} />}
      {!readOnly && <AddLine field={field} />}
      {lines.length > 0 && <Totals data={{ lines }} />}
    </div>
  );
}

const FIELDS = [
  ['category', 'Categoría'],
  ['description', 'Descripción'],
  ['quantity', 'Cantidad'],
  ['unitCost', 'Costo unitario'],
  ['source', 'Fuente'],
] as const;
const COLUMNS = [...FIELDS.map(([, title]) => title), 'Total'];
const NUMERIC = new Set<string>(['Cantidad', 'Costo unitario', 'Total']);

function LinesTable({ field }: { field: FieldState<Budget['lines']> }) {
  const { value: lines, readOnly, set } = field;
  return (
    <table className={`${classes.table} ${classes.budget}`} data-editing={!readOnly || undefined}>
      <caption className="visually-hidden">Ítems del presupuesto</caption>
      <thead>
        <tr>
          {COLUMNS.map(c => (
            <th key={c} scope="col" className={NUMERIC.has(c) ? classes.number : undefined}>
              {c}
            </th>
          ))}
          {!readOnly && (
            <th scope="col">
              <span className="visually-hidden">Quitar</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <EntryScope key={line.id} name="lines" index={index}>
            {readOnly ? (
              <ReadLine line={line} />
            ) : (
              <EditLine line={line} index={index} onRemove={() => set(lines.filter(l => l.id !== line.id))} />
            )}
          </EntryScope>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={5}>
            Total
          </th>
          <td className={classes.number}>{formatMoney(budgetTotal({ lines }))}</td>
          {!readOnly && <td />}
        </tr>
      </tfoot>
    </table>
  );
}

const labelIn = (options: readonly { value: string; label: string }[], value: string | null) =>
  options.find(o => o.value === value)?.label ?? '—';

function ReadLine({ line }: { line: BudgetLine }) {
  return (
    <tr>
      <td data-label="Categoría">{labelIn(BUDGET_CATEGORIES, line.category)}</td>
      <td data-label="Descripción">{line.description || '—'}</td>
      <td data-label="Cantidad" className={classes.number}>
        {line.quantity === null ? '—' : formatNumber(line.quantity)}
      </td>
      <td data-label="Costo unitario" className={classes.number}>
        {line.unitCost === null ? '—' : formatMoney(line.unitCost)}
      </td>
      <td data-label="Fuente">{labelIn(BUDGET_SOURCES, line.source)}</td>
      <td data-label="Total" className={classes.number}>
        {formatMoney(amountOf(line))}
      </td>
    </tr>
  );
}

function EditLine({ line, index, onRemove }: { line: BudgetLine; index: number; onRemove: () => void }) {
  const label = `Quitar ${line.description || `el ítem ${index + 1}`}`;
  return (
    <tr>
      {FIELDS.map(([name, title]) => (
        <td key={name} className={classes.cell} data-label={title}>
          <CellField name={name} row={index + 1} />
        </td>
      ))}
      <td data-label="Total" className={classes.number}>
        {formatMoney(amountOf(line))}
      </td>
      <td className={classes.tool}>
        <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

function AddLine({ field: { value: lines, info, set } }: { field: FieldState<Budget['lines']> }) {
  const last = lines.at(-1);
  const add = () =>
    set([
      ...lines,
      {
        id: newItemId(),
        // Lines of one category and source are usually typed together.
        category: last?.category ?? null,
        description: '',
        quantity: 1,
        unitCost: null,
        source: last?.source ?? null,
      },
    ]);
  return (
    <Button
      variant="default"
      size="xs"
      mt="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={add}
      disabled={lines.length >= (info.max ?? 200)}
    >
      Agregar ítem
    </Button>
  );
}

function Totals({ data }: { data: Budget }) {
  return (
    <div className={classes.pair}>
      <TotalsTable caption="Por categoría" groups={BUDGET_CATEGORIES} totals={totalsByCategory(data)} />
      <TotalsTable caption="Por fuente" groups={BUDGET_SOURCES} totals={totalsBySource(data)} />
    </div>
  );
}

interface TotalsProps<V extends string> {
  caption: string;
  groups: readonly { readonly value: V; readonly label: string }[];
  totals: Record<V, number>;
}

function TotalsTable<V extends string>({ caption, groups, totals }: TotalsProps<V>) {
  return (
    <table className={classes.table}>
      <caption>{caption}</caption>
      <tbody>
        {groups.map(g => (
          <tr key={g.value}>
            <th scope="row">{g.label}</th>
            <td className={classes.number}>{formatMoney(totals[g.value])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
