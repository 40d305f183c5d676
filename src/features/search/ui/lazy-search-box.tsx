import { lazyPart } from '../../../web/routing/lazy-page.ts';

/** Fetched when first opened: most visits look for nothing. */
export const SearchBox = lazyPart(() => import('./search-box.tsx'), 'SearchBox');
