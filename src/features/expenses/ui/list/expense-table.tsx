import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EXPORT_FORMATS } from '../../../../domain/kit/export.ts';
import { BUDGET_CATEGORIES, BUDGET_SOURCES } from '../../../../domain/sections/budget.ts';
import { countsAsSpent, EXPENSE_LABELS, EXPENSE_STATES } from '../../../../domain/spending/expense-states.ts';
import { formatCount, formatMoney } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { SelectFilter } from '../../../../web/table/filters.tsx';
import { ListFooter } from '../../../../web/table/list-footer.tsx';
import type { ListState } from '../../../../web/table/list-state.ts';
import { ListTable } from '../../../../web/table/list-table.tsx';
import { Filters } from '../../../../web/table/toolbar/filter-row.tsx';
import { SearchField } from '../../../../web/table/toolbar/toolbar.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { useSaving } from '../../../../web/use-saving.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { ProjectExpenses } from '../../contract.ts';
import { ExpensePill } from '../expense-line.tsx';
import { categoryLabel, correctedWords, originalAmount, papersWords, sumOf } from '../expense-words.tsx';
import classes from '../expenses.module.css';
import { fileOfExpenses } from './expenses-file.tsx';
import { type ExpenseRow, useExpenseList } from './use-expense-list.tsx';

/** Two lines in a cell, the second one quieter. */
const Cell = ({ children, below, isNarrow }: { children: ReactNode; below?: string; isNarrow?: boolean }) => (
  <div className={`${classes.cell} ${isNarrow ? classes.narrow : ''}`}>
    {children}
    {below && <small title={below}> {below}</small>}
  </div>
);

const columnsOf = (data: ProjectExpenses): Column<ExpenseRow>[] => [
  {
    ...{ key: 'voucher', title: 'Comprobante', sort: 'voucher', value: row => row.name },
    render: row => (
      <Cell isNarrow below={[row.supplier, correctedWords(data, row.expense)].filter(Boolean).join(' · ')}>
        {row.name}
      </Cell>
    ),
  },
  {
    ...{ key: 'day', title: 'Fecha', sort: 'day', value: row => formatDay(row.expense.voucher.issuedOn) },
  },
  {
    ...{ key: 'line', title: 'Ítem', sort: 'line', value: row => row.lineName },
    render: row => (
      <Cell isNarrow below={categoryLabel(row.category)}>
        {row.lineName || '–'}
      </Cell>
    ),
  },
  {
    ...{ key: 'description', title: 'Descripción', value: row => row.expense.description, notOnPhone: true },
    render: ({ expense: { description } }) => (
      <div className={`${classes.narrow} ${classes.twoLines}`} title={description}>
        {description}
      </div>
    ),
  },
  {
    ...{ key: 'cost', title: 'Monto', sort: 'cost', align: 'right', value: row => row.expense.cost },
    render: ({ expense }) => (
      <Cell below={originalAmount(expense)}>
        <span className={`figures ${expense.cost < 0 ? classes.negative : ''}`}>
          {formatMoney(expense.cost)}
        </span>
      </Cell>
    ),
  },
  {
    ...{ key: 'state', title: 'Estado', sort: 'state', value: row => EXPENSE_LABELS[row.expense.state] },
    render: ({ expense }) => <ExpensePill state={expense.state} />,
  },
  {
    ...{ key: 'papers', title: 'Respaldos', value: row => papersWords(data, row.expense) },
    render: ({ expense }) => <span className={classes.papers}>{papersWords(data, expense)}</span>,
  },
];

interface Props {
  data: ProjectExpenses;
}

/** The expenses of a project: found, filtered and sorted in the browser, and so kept in the address. */
export function ExpenseTable({ data }: Props) {
  const { list, found, shown } = useExpenseList(data);
  return (
    <section aria-label="Gastos">
      <Toolbar data={data} list={list} found={found} />
      {found.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title={t('list.noMatch')}
          text={t('list.noMatchHint')}
          action={
            <Button variant="default" onClick={list.clear}>
              {t('list.clearFilters')}
            </Button>
          }
        />
      ) : (
        <>
          <ListTable
            key={String(list.values.page)}
            title="Gastos"
            columns={columnsOf(data)}
            rows={shown}
            list={list}
            stale={false}
            selection={undefined}
            onOpen={row => void list.set({ open: row.id })}
            tone={row => (countsAsSpent(row.expense) ? undefined : 'dimmed')}
          />
          <p className={classes.sum} role="status">
            {sumWords(found, list.narrowed)}
          </p>
          <ListFooter list={list} total={found.length} />
        </>
      )}
    </section>
  );
}

/** What the rows found come to, all pages; what was refused is no expense any more. */
function sumWords(found: readonly ExpenseRow[], isNarrowed: boolean): string {
  const counting = found.map(row => row.expense).filter(countsAsSpent);
  const refused = found.length - counting.length;
  const without =
    refused > 0 ? `, sin contar ${formatCount(refused, 'gasto rechazado', 'gastos rechazados')}` : '';
  const what = isNarrowed ? 'de lo que se muestra' : 'de todos los gastos';
  return `Total ${what}: ${formatMoney(sumOf(counting))} en ${formatCount(counting.length, 'gasto', 'gastos')}${without}.`;
}

const STATES = EXPENSE_STATES.map(value => ({ value, label: EXPENSE_LABELS[value] }));
const PAPERS = [{ value: 'missing', label: 'Falta algún respaldo' }];

interface ToolbarProps extends Props {
  list: ListState;
  found: readonly ExpenseRow[];
}

function Toolbar({ data, list, found }: ToolbarProps) {
  return (
    <div className={`${classes.toolbar} no-print`}>
      <SearchField list={list} label="Buscar: Gastos" />
      <Filters list={list} columns={columnsOf(data)}>
        <SelectFilter name="state" label="Estado" options={STATES} />
        <SelectFilter name="category" label="Categoría" options={BUDGET_CATEGORIES} />
        <SelectFilter name="source" label="Fuente" options={BUDGET_SOURCES} />
        <SelectFilter name="papers" label="Respaldos" options={PAPERS} />
      </Filters>
      {list.narrowed && (
        <Button variant="subtle" onClick={list.clear}>
          {t('list.clearFilters')}
        </Button>
      )}
      {found.length > 0 && <Download data={data} found={found} />}
    </div>
  );
}

function Download({ data, found }: Pick<ToolbarProps, 'data' | 'found'>) {
  const { project } = useProject();
  const { saving, save } = useSaving();
  return (
    <div className={classes.tools}>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" loading={saving} leftSection={<IconDownload size={16} aria-hidden />}>
            {t('action.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {EXPORT_FORMATS.map(({ value, label }) => (
            <Menu.Item
              key={value}
              onClick={() => void save(() => fileOfExpenses(project.code, data, found, value))}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
