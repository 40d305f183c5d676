import { lazyPart } from '../../../web/routing/lazy-page.ts';

/** Comes with the code of lists, which screens without one do not carry. */
export const ViewsMenu = lazyPart(() => import('./views-menu.tsx'), 'ViewsMenu');
