import { lazyPart } from '../../../web/routing/lazy-page.ts';

/** Fetched when its button is pressed, or the address names a view. */
export const ViewsMenu = lazyPart(() => import('./views-menu.tsx'), 'ViewsMenu');
