import { Bell } from './features/notifications/ui/bell.tsx';
import { ViewsMenu } from './features/saved-views/ui/lazy-views-menu.tsx';
import { SearchBox } from './features/search/ui/lazy-search-box.tsx';
import { DefaultLayout as Layout } from './web/layout/default-layout.tsx';
import { fillSlots } from './web/routing/lazy-page.ts';

/** What is around every screen behind the sign-in, with what rooms show in it. */
export const DefaultLayout = fillSlots(Layout, { Bell, SearchBox, ViewsMenu });
