import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import {
  amountOf,
  BUDGET_CATEGORIES,
  BUDGET_SOURCES,
  type Budget,
  type BudgetLine,
  budgetTotal,
  newLine,
  totalsByCategory,
  totalsBySource,
} from '../../../../domain/sections/budget.ts';
import { isNumber, keyOf, type SectionField } from '../../../../domain/sections/field.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { SectionFields } from '../fields/arranged.tsx';
import { CellField } from '../fields/cell-field.tsx';
import {
  type Entry,
  EntryScope,
  type FieldState,
  ScopeProvider,
  useScope,
  useSectionField,
} from '../scope.tsx';
import { ChartPlace } from './chart-place.tsx';
import classes from './tables.module.css';

const BudgetChart = lazyPart(() => import('./budget-chart.tsx'), 'BudgetChart');
/** Most projects have no call, and no limits to tell. */
const BudgetLimits = lazyPart(() => import('./budget-limits.tsx'), 'BudgetLimits');

/** Without a call nobody is offered the fund; a line that names it keeps it until another source is chosen. */
export function BudgetSection() {
  const scope = useScope();
  const { project } = useProject();
  const lines = (scope.values.lines ?? []) as Budget['lines'];
  const hasFund = project.call !== null || lines.some(l => l.source === 'fund');
  const offered = useMemo(
    () => (hasFund ? scope : { ...scope, fields: scope.fields.map(withoutFund) }),
    [scope, hasFund],
  );
  return (
    <ScopeProvider value={offered}>
      {(project.call !== null || project.amountAwarded !== null) && (
        <Suspense fallback={<Skeleton h={22} mb="md" maw="44rem" />}>
          <BudgetLimits lines={lines} />
        </Suspense>
      )}
      <SectionFields instead={{ lines: <Lines /> }} />
    </ScopeProvider>
  );
}

const withoutFund = (field: SectionField): SectionField => ({
  ...field,
  ...(field.fields && { fields: field.fields.map(withoutFund) }),
  ...(keyOf(field) === 'source' &&
    field.options && { options: field.options.filter(o => o.value !== 'fund') }),
});

/** Fitting the budget to the award: every line that the fund does not pay stays as it is. */
function useIsOpen() {
  const { project } = useProject();
  const { readOnly } = useScope();
  const isFitting = !readOnly && project.fitting;
  return { isFitting, isOpen: (line: BudgetLine) => !isFitting || line.source === 'fund' };
}

function Lines() {
  const field = useSectionField<Budget['lines']>('lines');
  if (!field) return null;
  const { value: lines, readOnly } = field;
  return (
    <div data-field={field.path}>
      {lines.length === 0 && <p className={classes.none}>Todavía no hay ítems.</p>}
      {lines.length > 0 && <LinesTable field={field} />}
      {!readOnly && <AddLine field={field} />}
      {lines.length > 0 && <Totals data={{ lines }} />}
      {budgetTotal({ lines }) > 0 && (
        <ChartPlace height={280}>
          <BudgetChart />
        </ChartPlace>
      )}
    </div>
  );
}

const TOTAL = 'Total';

function LinesTable({ field }: { field: FieldState<Budget['lines']> }) {
  const { value: lines, readOnly, set, info } = field;
  const columns = info.fields ?? [];
  const { isOpen } = useIsOpen();
  return (
    <table className={`${classes.table} ${classes.budget}`} data-editing={!readOnly || undefined}>
      <caption className="visually-hidden">Ítems del presupuesto</caption>
      <thead>
        <tr>
          {columns.map(c => (
            <th key={c.path} scope="col" className={classesOf(c, isNumber(c) && classes.number)}>
              {c.label}
            </th>
          ))}
          <th scope="col" className={classes.number}>
            {TOTAL}
          </th>
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
            <Line
              line={line}
              index={index}
              columns={columns}
              isEditing={!readOnly}
              onRemove={readOnly || !isOpen(line) ? null : () => set(lines.filter(l => l.id !== line.id))}
            />
          </EntryScope>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={columns.length}>
            {TOTAL}
          </th>
          <td className={classes.number}>{formatMoney(budgetTotal({ lines }))}</td>
          {!readOnly && <td />}
        </tr>
      </tfoot>
    </table>
  );
}

/** Columns that the style sheet knows by the name of their field have a width, or a place on a phone. */
const classesOf = (column: SectionField, ...more: (string | false | undefined)[]) =>
  [classes[keyOf(column)], ...more].filter(Boolean).join(' ') || undefined;

interface LineProps {
  line: BudgetLine;
  index: number;
  columns: readonly SectionField[];
  /** The table has a column of tools, whether this line has one or not. */
  isEditing: boolean;
  /** `null` for somebody who reads. */
  onRemove: (() => void) | null;
}

function Line({ line, index, columns, isEditing, onRemove }: LineProps) {
  const label = `Quitar ${line.description || `el ítem ${index + 1}`}`;
  return (
    <tr>
      {columns.map(c =>
        onRemove ? (
          <td key={c.path} className={classesOf(c, classes.cell)} data-label={c.label}>
            <CellField name={keyOf(c)} row={index + 1} />
          </td>
        ) : (
          <ReadCell key={c.path} column={c} line={line} />
        ),
      )}
      <td data-label={TOTAL} className={classes.number}>
        {formatMoney(amountOf(line))}
      </td>
      {isEditing && !onRemove && <td className={classes.tool} />}
      {onRemove && (
        <td className={classes.tool}>
          <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </td>
      )}
    </tr>
  );
}

function ReadCell({ column, line }: { column: SectionField; line: Entry }) {
  const { nameOf } = useProject();
  return (
    <td data-label={column.label} className={classesOf(column, isNumber(column) && classes.number)}>
      {showValue(column, line[keyOf(column)], nameOf) || '—'}
    </td>
  );
}

function AddLine({ field: { value: lines, info, set } }: { field: FieldState<Budget['lines']> }) {
  const { isFitting } = useIsOpen();
  const add = () => ({ ...newLine(lines.at(-1)), ...(isFitting && { source: 'fund' as const }) });
  return (
    <Button
      variant="default"
      size="xs"
      mt="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => set([...lines, add()])}
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
