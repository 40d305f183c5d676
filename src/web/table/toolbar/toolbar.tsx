import { Button, Menu, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
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
import { GroupMenu } from '../groups/group-menu.tsx';
import type { useGrouping } from '../groups/use-grouping.tsx';
import type { ListState } from '../list-state.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { Filters } from './filter-row.tsx';
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
