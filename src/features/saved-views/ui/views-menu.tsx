import { Button, Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useOnce } from '../../../web/routing/use-once.ts';
import type { ListViewsProps } from '../../../web/table/toolbar/list-views.ts';
import { type SavedView, VIEWED_LISTS, type ViewedList } from '../contract.ts';
import { useViews, type Views } from './use-views.tsx';
import classes from './views.module.css';

// Most visits to a list need none of these.
const ViewsList = lazyPart(() => import('./views-list.tsx'), 'ViewsList');
const GoneNotice = lazyPart(() => import('./gone-notice.tsx'), 'GoneNotice');
const ViewDialogs = lazyPart(() => import('./view-dialogs.tsx'), 'ViewDialogs');

/** What a dialog is open for; `view` where it is about one that is kept already. */
export type Doing = { what: 'save' } | { what: 'rename' | 'remove'; view: SavedView };

const isViewed = (list: string): list is ViewedList => Object.hasOwn(VIEWED_LISTS, list);

function ButtonWords({ active, changed }: Views) {
  if (!active) return 'Vistas';
  return (
    <>
      <span className={classes.name} title={active.name}>
        {active.name}
      </span>
      {changed && <span className={classes.changed}>, cambiada</span>}
    </>
  );
}

const nameOf = (title: string, { active, changed }: Views) =>
  active ? `Vista: ${active.name}${changed ? ', cambiada' : ''}` : `Vistas: ${title}`;

function Viewed({ list, title, state }: ListViewsProps & { list: ViewedList }) {
  const [open, setOpen] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const views = useViews(list, state, useOnce(open));
  const button = useRef<HTMLButtonElement>(null);
  // By hand, and before a dialog that an item opens looks for what to give the keyboard back to.
  const change = (next: boolean) => {
    if (!next) button.current?.focus({ preventScroll: true });
    setOpen(next);
  };
  return (
    <>
      {views.gone && (
        <Suspense>
          <GoneNotice onClose={views.dismiss} />
        </Suspense>
      )}
      <Menu opened={open} onChange={change} position="bottom-start" returnFocus={false} withinPortal={false}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            className={classes.button}
            aria-label={nameOf(title, views)}
            leftSection={<IconBookmark size={16} aria-hidden />}
          >
            <ButtonWords {...views} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <Suspense fallback={<div className={classes.hint}>Cargando…</div>}>
            <ViewsList views={views} onDo={setDoing} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {doing && (
        <Suspense>
          <ViewDialogs views={views} doing={doing} onEnd={() => setDoing(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Views of a list beside its search: chosen, kept, changed, shared. */
export function ViewsMenu({ list, ...props }: ListViewsProps) {
  return isViewed(list) ? <Viewed {...props} list={list} /> : null;
}
