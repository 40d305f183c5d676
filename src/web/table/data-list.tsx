import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { AnyEndpoint, Endpoint } from '../../domain/kit/endpoint.ts';
import type { RowGroup } from '../../domain/text/rules.ts';
import type { Option } from '../form/choices/select-field.tsx';
import { t } from '../i18n/i18n.ts';
import { messageOf } from '../problem-error.ts';
import { useRead } from '../query.ts';
import { type Search, stringifySearch } from '../routing/paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { asHtml, toasts } from '../ui/toasts/toasts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { useColumns } from './columns/use-columns.tsx';
import { type Column, chooseColumns } from './columns.ts';
import classes from './data-list.module.css';
import { FoundRows } from './filters.tsx';
import { useGrouping } from './groups/use-grouping.tsx';
import { ListFooter } from './list-footer.tsx';
import { type ListState, pageInstead, useListState } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import { type Selection, useSelection } from './selection.ts';
import { fetchAll, Toolbar } from './toolbar/toolbar.tsx';

export interface Row {
  id: string;
}

export interface Page<R> {
  rows: R[];
  total: number;
  groups?: RowGroup[] | undefined;
}

/** What a list asks its endpoint for. */
export interface ListInput {
  params: Record<string, string> | undefined;
  query: Search;
}

/** An endpoint whose query comes from `listQuery` and whose answer from `pageOf`. */
export type ListEndpoint<R> = Endpoint<z.ZodType, z.ZodObject, z.ZodType, z.ZodType<Page<R>>>;

export interface DataListProps<R extends Row> {
  /** Names the list for screen readers: "Facultades". */
  title: string;
  endpoint: ListEndpoint<R>;
  params?: Record<string, string>;
  /** Fixed part of the query that is not in the address. */
  fixed?: Search;
  columns: readonly Column<R>[];
  /** Parts of the query that say which list it is, such as a currency: they narrow nothing. Always the same array. */
  choosing?: readonly string[];
  /** What its rows may be put together by, with the words for it; each is a value of the endpoint's `group`. */
  groups?: readonly Option[];
  /** `SelectFilter`, `SwitchFilter`, … */
  filters?: ReactNode;
  /** Address a row leads to; or `onOpen`, e.g. to open it in a drawer. */
  href?: (row: R) => string;
  onOpen?: (row: R) => void;
  /** Words for the list when nothing exists yet. */
  empty: { title: string; text?: string; action?: ReactNode };
  /** Actions on selected rows; with it rows can be selected. */
  bulk?: (rows: R[], clear: () => void) => ReactNode;
  /** Why a row cannot be selected; null where it can. */
  notSelectable?: (row: R) => string | null;
  /** Rows by id: with it the selection lives in the address and outlives a reload. */
  findRows?: (ids: readonly string[]) => Promise<R[]>;
  /** Marks a row, e.g. an inactive one. */
  tone?: (row: R) => 'dimmed' | 'mine' | undefined;
  /** Off where the server has no file of the rows (`serveExport`). */
  exportable?: boolean;
}

/** Beyond this, a selection is no longer something a person has looked at. */
const MOST_SELECTED = 2000;

interface SelectEverythingProps<R extends Row> {
  endpoint: ListEndpoint<R>;
  input: ListInput;
  total: number;
  selection: Selection<R>;
  notSelectable?: DataListProps<R>['notSelectable'];
}

/** From the rows of a page to all that match. */
function SelectEverything<R extends Row>(props: SelectEverythingProps<R>) {
  const { endpoint, input, total, selection, notSelectable = () => null } = props;
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const all: R[] = await fetchAll(endpoint, input);
      selection.takeEverything(all.filter(row => notSelectable(row) === null));
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void run()}>
      {t('list.selectEverything', { count: total })}
    </Button>
  );
}

function NoRows<R extends Row>({ list, empty }: { list: ListState; empty: DataListProps<R>['empty'] }) {
  if (!list.narrowed) return <EmptyState {...empty} />;
  return (
    <EmptyState
      title={t('list.noMatch')}
      text={t('list.noMatchHint')}
      action={
        <button type="button" className={classes.linkButton} onClick={list.clear}>
          {t('list.clearFilters')}
        </button>
      }
    />
  );
}

/** Leads from a page that is no longer there to the last one. */
function useLastPage({ set, values }: ListState, answer: Page<Row> | undefined) {
  const last = answer ? pageInstead(values, answer) : null;
  useEffect(() => {
    if (last !== null) void set({ page: last }, { replace: true });
  }, [last, set]);
}

/**
 * Server-side table of a list endpoint: search, filters, sort, groups, page and columns live in the address. Columns
 * that it has none of are those remembered in this browser, else the usual ones.
 */
export function DataList<R extends Row>(props: DataListProps<R>) {
  const { endpoint, params, fixed, columns, empty, bulk, title } = props;
  const list = useListState(endpoint.query as z.ZodObject, props.choosing);
  const input: ListInput = { params, query: { ...list.query, ...fixed } };
  const findAll = () => fetchAll(endpoint, input);
  const selection = useSelection<R>({ list, findRows: props.findRows, findAll });
  const memory = useColumns(endpoint.path);
  const shown = chooseColumns(columns, list.values.cols ?? memory.cols);
  const asked = { params, query: Object.assign({}, ...shown.map(each => each.needs), input.query) };
  const { data, error, isPlaceholderData, refetch } = useRead<AnyEndpoint>(endpoint, asked, {
    keepPrevious: true,
  });
  const page = data as Page<R> | undefined;
  useLastPage(list, isPlaceholderData ? undefined : page);
  const groups = useGrouping(props.groups, { list, answer: page, stale: isPlaceholderData });
  return (
    <section className={classes.list} aria-label={title} data-list>
      <FoundRows value={isPlaceholderData ? undefined : page?.rows}>
        <Toolbar {...props} {...{ list, shown, memory, input, total: page?.total, groupMenu: groups.menu }} />
      </FoundRows>
      {bulk && selection.selected.size > 0 && (
        <BulkBar count={selection.selected.size} onClear={selection.clear}>
          {bulk([...selection.selected.values()], selection.clear)}
          {page && page.total > selection.selected.size && page.total <= MOST_SELECTED && (
            <SelectEverything {...props} input={input} total={page.total} selection={selection} />
          )}
        </BulkBar>
      )}
      {error && !page ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : page?.total === 0 ? (
        <NoRows list={list} empty={empty} />
      ) : (
        <ListTable
          {...props}
          key={stringifySearch({ page: String(list.values.page) })}
          columns={shown}
          list={list}
          rows={page?.rows}
          memory={memory}
          grouping={groups.grouping}
          stale={isPlaceholderData}
          selection={bulk ? selection : undefined}
        />
      )}
      {page && page.total > 0 && <ListFooter list={list} total={page.total} />}
    </section>
  );
}
