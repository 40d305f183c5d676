import { useMatches } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import type { RouteMeta } from './route-meta.ts';
import { useConfig } from './use-config.ts';

let own: string | null = null;
const listeners = new Set<() => void>();

function setOwn(title: string | null) {
  own = title;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names a page after what it shows, e.g. a project's code, in the window title and the breadcrumb. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (!title) return;
    setOwn(title);
    return () => setOwn(null);
  }, [title]);
}

/** What the innermost page says about itself, with the title it may have given itself. */
export function usePage(): RouteMeta {
  const metas = useMatches({ select: matches => matches.map(match => match.staticData) });
  const title = useSyncExternalStore(subscribe, () => own);
  const meta = metas.findLast(each => each?.title) ?? { title: '' };
  return title ? { ...meta, title } : meta;
}

/** Keeps the window title after the template `{page} - {product} - {institution}`. */
export function useDocumentTitle() {
  const { title } = usePage();
  const { product, institution } = useConfig();
  useEffect(() => {
    if (title) document.title = `${title} - ${product} - ${institution}`;
  }, [title, product, institution]);
}
