import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { log } from './log.ts';

/** The code of a page could not be fetched, also not after the one reload. */
export class PageLoadError extends Error {}

const flagOf = (name: string) => `page-reload:${name}`;

const backOnline = () =>
  new Promise<void>(resolve => window.addEventListener('online', () => resolve(), { once: true }));

/**
 * Asks a second time, without a connection once it is back: a reload would take the page away that is still there.
 * At once where it is back already: a failure is told after it happened.
 */
async function twice<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch {
    if (!navigator.onLine) await backOnline();
    return load();
  }
}

/**
 * Code fetched when first needed. When that fails the document reloads once, as after an update the old file names
 * are gone; when it fails again, that is only logged.
 */
function guarded<M>(load: () => Promise<M>, name: string, reload: () => void): () => Promise<M> {
  return async () => {
    try {
      const module = await twice(load);
      sessionStorage.removeItem(flagOf(name));
      return module;
    } catch (error) {
      if (!sessionStorage.getItem(flagOf(name))) {
        sessionStorage.setItem(flagOf(name), '1');
        reload();
        return new Promise<never>(() => {});
      }
      log.error(`Page ${name} could not be loaded`, error);
      throw new PageLoadError(name);
    }
  };
}

const reloadDocument = () => window.location.reload();

/** A page, or a layout. */
export function lazyPage<Name extends string>(
  load: () => Promise<{ [K in Name]: ComponentType }>,
  name: Name,
  reload = reloadDocument,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(guarded(load, name, reload), name) as AsyncRouteComponent<object>;
}

/** Any other code; `name` is that of the log. */
export const fetched = <M>(load: () => Promise<M>, name: string) => guarded(load, name, reloadDocument);

/** A part of a page that is not always needed; goes inside a `Suspense`. */
export function lazyPart<Props, Name extends string>(
  load: () => Promise<{ [K in Name]: ComponentType<Props> }>,
  name: Name,
) {
  const part = fetched(load, name);
  return lazy(async () => ({ default: (await part())[name] }));
}
