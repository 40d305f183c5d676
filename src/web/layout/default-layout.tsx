import { Burger } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ComponentType, type CSSProperties, Suspense } from 'react';
import { stripOf } from '../../domain/settings/colours.ts';
import { t } from '../i18n/i18n.ts';
import { queryClient } from '../query.ts';
import { lazyPart } from '../routing/lazy-page.ts';
import { paths } from '../routing/paths.ts';
import { useConfig } from '../routing/use-config.ts';
import { useOnce } from '../routing/use-once.ts';
import { ListViews, type ListViewsProps } from '../table/toolbar/list-views.ts';
import { LastResortHost } from '../ui/last-resort/last-resort-host.tsx';
import { PageLink } from '../ui/link.tsx';
import classes from './layout.module.css';
import { Breadcrumb } from './navigation/breadcrumb.tsx';
import { SideNavigation } from './navigation/side-navigation.tsx';
import { MAIN_ID } from './root.tsx';
import { UserMenu } from './user-menu.tsx';

const PhoneNavigation = lazyPart(() => import('./navigation/phone-navigation.tsx'), 'PhoneNavigation');

export interface SearchBoxProps {
  open: boolean;
  onClose: () => void;
}

interface LayoutSlots {
  /** Between search and user menu in the top bar. */
  Bell: ComponentType;
  /** What the button of the search opens; may be fetched when it first does. */
  SearchBox: ComponentType<SearchBoxProps>;
  /** Beside the search of each list whose views are kept. */
  ViewsMenu: ComponentType<ListViewsProps>;
}

function SearchButton({ SearchBox }: Pick<LayoutSlots, 'SearchBox'>) {
  const [open, { open: show, close }] = useDisclosure();
  const wasOpen = useOnce(open);
  useHotkeys([['mod+K', show]], []);
  return (
    <>
      <button
        type="button"
        className={`${classes.chromeButton} ${classes.search}`}
        onClick={show}
        aria-label={t('layout.search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.notOnPhone}>{t('layout.search')}</span>
        <kbd className={classes.keys}>Ctrl K</kbd>
      </button>
      {wasOpen && (
        <Suspense>
          <SearchBox open={open} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function Header({
  menuOpen,
  onMenu,
  Bell,
  SearchBox,
}: Omit<LayoutSlots, 'ViewsMenu'> & { menuOpen: boolean; onMenu: () => void }) {
  const { product, institution, colour, logo } = useConfig();
  return (
    <header className={classes.header} style={{ '--strip': stripOf(colour) } as CSSProperties}>
      <Burger
        hiddenFrom="md"
        opened={menuOpen}
        onClick={onMenu}
        size="sm"
        color="#f8f4f1"
        aria-label={t(menuOpen ? 'layout.closeMenu' : 'layout.openMenu')}
        aria-expanded={menuOpen}
      />
      <PageLink href={paths.home()} className={classes.brand}>
        {logo && <img src={logo} alt={institution} className={classes.logo} />}
        <span className={classes.product}>{product}</span>
        <span className={classes.institution}>{institution}</span>
      </PageLink>
      <div className={classes.tools}>
        <SearchButton SearchBox={SearchBox} />
        <div className={classes.bell}>
          <Bell />
        </div>
        <UserMenu />
      </div>
    </header>
  );
}

/** Top bar, navigation by role, breadcrumb, content. The query client lives here to spare the login page its code. */
export function DefaultLayout({ Bell, SearchBox, ViewsMenu }: LayoutSlots) {
  const [menuOpen, menu] = useDisclosure();
  const wasOpen = useOnce(menuOpen);
  return (
    <QueryClientProvider client={queryClient}>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        {t('layout.skip')}
      </a>
      <Header menuOpen={menuOpen} onMenu={menu.toggle} Bell={Bell} SearchBox={SearchBox} />
      {wasOpen && (
        <Suspense>
          <PhoneNavigation open={menuOpen} onClose={menu.close} />
        </Suspense>
      )}
      <div className={classes.body}>
        <div className={classes.sidebar}>
          <SideNavigation />
        </div>
        <main id={MAIN_ID} className={classes.main} tabIndex={-1}>
          <Breadcrumb />
          <ListViews value={ViewsMenu}>
            <Outlet />
          </ListViews>
        </main>
      </div>
      <LastResortHost />
    </QueryClientProvider>
  );
}
