import { Button, Menu, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconDownload, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnyEndpoint } from '../../../domain/kit/endpoint.ts';
import { EXPORT_FORMATS, type ExportFormat, exportOf } from '../../../domain/kit/export.ts';
import { download, request } from '../../api.ts';
import { t } from '../../i18n/i18n.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { useSaving } from '../../use-saving.ts';
import type { ColumnMemory } from '../columns/use-columns.tsx';
import type { Column } from '../columns.ts';
import classes from '../data-list.module.css';
import type { DataListProps, ListEndpoint, ListInput, Page, Row } from '../data-list.tsx';
import { FiltersScope } from '../filters.tsx';
import { GroupMenu } from '../groups/group-menu.tsx';
import type { useGrouping } from '../groups/use-grouping.tsx';
import type { ListState } from '../list-state.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { ToolMenu } from './tool-menu.tsx';
import { ViewsButton } from './views-button.tsx';

const MOST_A_PAGE = 200;

interface ToolbarProps<R extends Row> extends DataListProps<R> {
  list: ListState;
  shown: Column<R>[];
  memory: ColumnMemory;
  groupMenu: ReturnType<typeof useGrouping>['menu'];
  input: ListInput;
  total: number | undefined;
}

/** Its text goes into the address a moment after the last letter. */
export function SearchField({ list, label }: { list: ListState; label: string }) {
  const stored = String(list.values.q ?? '');
  const [text, setText] = useState(stored);
  const sent = useRef(stored);
  const send = useDebouncedCallback((q: string) => {
    sent.current = q.trim();
    list.set({ q: q.trim() }, { replace: true });
  }, 300);
  // Going back, or quitting the filters, changes the address from outside.
  useEffect(() => {
    if (stored !== sent.current) setText(stored);
    sent.current = stored;
  }, [stored]);
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={label}
      placeholder={t('list.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={event => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}

/** Every row that matches, not only the page shown, fetched a page at a time. */
export async function fetchAll<R extends Row>(
  endpoint: ListEndpoint<R>,
  { params, query }: ListInput,
): Promise<R[]> {
  const rows: R[] = [];
  for (let page = 1; ; page += 1) {
    const part = { params, query: { ...query, page, size: MOST_A_PAGE } };
    const answer = (await request<AnyEndpoint>(endpoint, part)) as Page<R>;
    rows.push(...answer.rows);
    if (answer.rows.length === 0 || rows.length >= answer.total) return rows;
  }
}

/** Every row that the filters find, as the server writes them into a file. */
function ExportMenu<R extends Row>({ endpoint, input, total }: ToolbarProps<R>) {
  const { saving, save } = useSaving();
  const run = async (format: ExportFormat) => {
    const asked = { params: input.params, query: { ...input.query, format } };
    if (await save(() => download<AnyEndpoint>(exportOf(endpoint), asked)))
      toasts.success(t('list.exported', { count: total ?? 0 }));
  };
  return (
    <ToolMenu label={t('action.export')} icon={<IconDownload size={18} aria-hidden />} loading={saving}>
      {EXPORT_FORMATS.map(({ value, label }) => (
        <Menu.Item key={value} onClick={() => void run(value)}>
          {label}
        </Menu.Item>
      ))}
    </ToolMenu>
  );
}

function SortSelect<R>({ columns, list }: { columns: readonly Column<R>[]; list: ListState }) {
  const options = columns.flatMap(({ title, sort, sortWords }) => {
    if (sort === undefined) return [];
    const [up, down] = sortWords ?? [
      t('list.ascending', { column: title }),
      t('list.descending', { column: title }),
    ];
    return [
      { value: sort, label: up },
      { value: `-${sort}`, label: down },
    ];
  });
  if (options.length === 0) return null;
  return (
    <NativeSelect
      className={classes.onlyPhone}
      aria-label={t('list.order')}
      data={options}
      value={String(list.values.sort ?? '')}
      onChange={event => list.set({ sort: event.currentTarget.value })}
    />
  );
}

interface FiltersProps<R> {
  list: ListState;
  columns: readonly Column<R>[];
  children: ReactNode;
}

/** In a row on a wide screen; on a phone, where the headings to sort by are missing too, behind a button. */
export function Filters<R>({ list, columns, children }: FiltersProps<R>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        className={classes.onlyPhone}
        aria-expanded={open}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {t('list.filters')}
      </Button>
      <div className={classes.filters} data-open={open || undefined}>
        <FiltersScope value={list}>{children}</FiltersScope>
        <SortSelect columns={columns} list={list} />
      </div>
    </>
  );
}

export function Toolbar<R extends Row>(props: ToolbarProps<R>) {
  const { list, title, filters, exportable = true, endpoint, total, groups, columns, shown, memory } = props;
  const asks = (name: string) => name in (endpoint.query?.shape ?? {});
  // One of everything there is, and in an order of the reader's: of others nobody keeps how they look at them.
  const viewed = asks('sort') && !endpoint.path.includes(':');
  return (
    <div className={`${classes.toolbar} no-print`}>
      {viewed && <ViewsButton list={endpoint.path} state={list} />}
      {asks('q') && <SearchField list={list} label={`${t('list.search')}: ${title}`} />}
      <Filters list={list} columns={columns}>
        {filters}
      </Filters>
      {list.narrowed && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={list.clear}
          className={classes.clear}
        >
          {t('list.clearFilters')}
        </Button>
      )}
      <div className={classes.tools}>
        {total !== undefined && <span className={classes.total}>{t('list.rows', { count: total })}</span>}
        {groups && asks('group') && <GroupMenu options={groups} list={list} {...props.groupMenu} />}
        <ColumnChooser {...{ list, columns, shown, memory }} />
        {exportable && <ExportMenu {...props} />}
      </div>
    </div>
  );
}
