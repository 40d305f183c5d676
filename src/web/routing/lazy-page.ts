import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement, lazy } from 'react';
import { log } from '../log.ts';
import { reloadDocument } from './reload.ts';

/** The code of a page could not be fetched, also not after the one reload. */
export class PageLoadError extends Error {}

const flagOf = (name: string) => `page-reload:${name}`;

/**
 * Code fetched when first needed. When that fails the document reloads once, as after an update the old file names
 * are gone; when it fails again, that is only logged.
 */
function guardLoad<M>(load: () => Promise<M>, name: string, reload: () => void): () => Promise<M> {
  return async () => {
    try {
      const module = await load();
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

/** A page, or a layout. */
export function lazyPage<Name extends string>(
  load: () => Promise<{ [K in Name]: ComponentType }>,
  name: Name,
  reload = reloadDocument,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(guardLoad(load, name, reload), name) as AsyncRouteComponent<object>;
}

/** A page with what other parts of the house show in it; whoever knows both calls this. */
export const fillSlots =
  <Slots extends object>(page: ComponentType<Slots>, slots: Slots): ComponentType =>
  () =>
    createElement(page, slots);

const backOnline = () =>
  new Promise<void>(resolve => window.addEventListener('online', () => resolve(), { once: true }));

/**
 * Any other code; `name` is that of the log. What fails without a connection is asked for again when it is back,
 * instead of reloading: the page around it is still there, a reload would take that away, too.
 */
export const fetchWith = <M>(load: () => Promise<M>, name: string, reload = reloadDocument) =>
  guardLoad(
    async () => {
      const wasOnline = navigator.onLine;
      try {
        return await load();
      } catch (error) {
        // It may have come back before the failure is told.
        if (wasOnline && navigator.onLine) throw error;
        if (!navigator.onLine) await backOnline();
        return load();
      }
    },
    name,
    reload,
  );

/** A part of a page that is not always needed; goes inside a `Suspense`. */
export function lazyPart<Props, Name extends string>(
  load: () => Promise<{ [K in Name]: ComponentType<Props> }>,
  name: Name,
) {
  const part = fetchWith(load, name);
  return lazy(async () => ({ default: (await part())[name] }));
}
