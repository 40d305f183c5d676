import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { z } from 'zod';
import { BulkButtons } from '../bulk/bulk-actions.tsx';
import { DataList } from '../table/data-list.tsx';
import { useListState } from '../table/list-state.ts';
import { PageHeader } from '../ui/page-header.tsx';
import type { CatalogueRow, CatalogueScreen, Saving, ValuesOf } from './catalogue.ts';
import { CatalogueDrawer } from './catalogue-drawer.tsx';
import { useOpenRow } from './use-open-row.tsx';

/** List, search, create and edit of a catalogue; the row open is part of the address. */
export function CataloguePage<R extends CatalogueRow, E extends Saving>(
  screen: CatalogueScreen<R, ValuesOf<E>> & { endpoints: E },
) {
  const { endpoints, title, text, words, empty, actions } = screen;
  const list = useListState(endpoints.list.query as z.ZodObject);
  const open = typeof list.values.open === 'string' ? list.values.open : undefined;
  const close = () => list.set({ open: null });
  const row = useOpenRow<R>(endpoints.get, open, close);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => list.set({ open: 'new' })}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        text={text}
        actions={
          <>
            {actions}
            {add}
          </>
        }
      />
      <DataList
        title={title}
        endpoint={endpoints.list}
        columns={screen.columns}
        filters={screen.filters}
        {...(screen.groups && { groups: screen.groups })}
        {...(screen.bulk && {
          bulk: (rows: R[], clear: () => void) => (
            <BulkButtons rows={rows} clear={clear} actions={screen.bulk ?? []} nameOf={screen.nameOf} />
          ),
        })}
        onOpen={opened => list.set({ open: opened.id })}
        empty={{ action: add, ...empty }}
        tone={screen.tone ?? (r => (r.active === false ? 'dimmed' : undefined))}
      />
      {open === 'new' && <CatalogueDrawer key="new" screen={screen} row={null} open onClose={close} />}
      {row && <CatalogueDrawer key={row.id} screen={screen} row={row} open onClose={close} />}
    </>
  );
}
