import { IconChevronDown } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { PAGE_GROUPS, type PageGroup } from '../../routing/pages.ts';
import { readClosedGroups, storeClosedGroups, useSessionUser } from '../../storage.ts';
import { PageLink } from '../../ui/link.tsx';
import classes from '../layout.module.css';
import { type NavigationGroup, type NavigationItem, navigationFor } from './navigation.ts';

interface Props {
  onGo?: (() => void) | undefined;
}

/** Groups somebody has closed in this browser. */
function useClosedGroups() {
  const [closed, setClosed] = useState(readClosedGroups);
  const toggle = (name: PageGroup) => {
    const next = closed.includes(name) ? closed.filter(each => each !== name) : [...closed, name];
    storeClosedGroups(next);
    setClosed(next);
  };
  return { closed, toggle };
}

/** Whether the page shown is this one, or lies beneath it. */
const leadsTo = (path: string, { href }: NavigationItem) =>
  href === '/' ? path === href : path === href || path.startsWith(`${href}/`);

interface ItemsProps extends Props {
  items: readonly NavigationItem[];
}

const Items = ({ items, onGo }: ItemsProps) => (
  <ul className={classes.group}>
    {items.map(({ title, href, icon: Icon }) => (
      <li key={href}>
        <PageLink href={href} className={classes.item} onClick={onGo} exact={href === '/'}>
          <Icon size={18} stroke={1.75} aria-hidden />
          {title}
        </PageLink>
      </li>
    ))}
  </ul>
);

interface GroupProps extends Props {
  name: PageGroup;
  items: readonly NavigationItem[];
  isClosed: boolean;
  onToggle: () => void;
}

/** A group under its heading. The one of the page shown stays open: it says where one is. */
function Group({ name, items, isClosed, onToggle, onGo }: GroupProps) {
  const id = useId();
  const isHere = useRouterState({
    select: ({ location }) => items.some(item => leadsTo(location.pathname, item)),
  });
  const isOpen = isHere || !isClosed;
  const title = PAGE_GROUPS[name];
  return (
    <>
      <h2 className={classes.groupTitle}>
        {isHere ? (
          title
        ) : (
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            {title}
            <IconChevronDown size={14} aria-hidden />
          </button>
        )}
      </h2>
      <div id={id}>{isOpen && <Items items={items} onGo={onGo} />}</div>
    </>
  );
}

/** A long list is moved so that it shows where one is. */
function useCurrentInSight(groups: readonly NavigationGroup[]) {
  const list = useRef<HTMLElement>(null);
  const here = useRouterState({
    select: ({ location }) =>
      groups.flatMap(({ items }) => items).find(item => leadsTo(location.pathname, item))?.href,
  });
  useEffect(() => {
    // A test's document has no layout, nor this.
    list.current?.querySelector(`a[href="${here}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [here]);
  return list;
}

export function SideNavigation({ onGo }: Props) {
  const groups = navigationFor(useSessionUser());
  const list = useCurrentInSight(groups);
  const { closed, toggle } = useClosedGroups();
  return (
    <nav ref={list} aria-label={t('layout.navigation')}>
      {groups.map(({ name, items }) =>
        name ? (
          <Group
            key={name}
            name={name}
            items={items}
            isClosed={closed.includes(name)}
            onToggle={() => toggle(name)}
            onGo={onGo}
          />
        ) : (
          <Items key="all" items={items} onGo={onGo} />
        ),
      )}
    </nav>
  );
}
