import { Button, Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useOnce } from '../../../web/routing/use-once.ts';
import type { ListViewsProps } from '../../../web/table/toolbar/list-views.ts';
import { VIEWED_LISTS, type ViewedList } from '../contract.ts';
import { GoneNotice } from './gone-notice.tsx';
import { type Doing, useViews, type Views } from './use-views.tsx';
import classes from './views.module.css';
import { ViewsList } from './views-list.tsx';

// Most visits to a list only choose.
const ViewDialogs = lazyPart(() => import('./view-dialogs.tsx'), 'ViewDialogs');

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

const nameOf = ({ active, changed }: Views) =>
  active ? `Vista: ${active.name}${changed ? ', cambiada' : ''}` : undefined;

function Viewed({ list, state, isOpen }: ListViewsProps & { list: ViewedList }) {
  const [open, setOpen] = useState(isOpen);
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
      {views.gone && <GoneNotice onClose={views.dismiss} />}
      <Menu opened={open} onChange={change} position="bottom-start" returnFocus={false} withinPortal={false}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            className={classes.button}
            aria-label={nameOf(views)}
            leftSection={<IconBookmark size={16} aria-hidden />}
          >
            <ButtonWords {...views} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <ViewsList views={views} onDo={setDoing} />
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

const isViewed = (list: string): list is ViewedList => Object.hasOwn(VIEWED_LISTS, list);

/** Views of a list beside its search: chosen, kept, changed, shared. */
export function ViewsMenu({ list, ...props }: ListViewsProps) {
  return isViewed(list) ? <Viewed {...props} list={list} /> : null;
}
