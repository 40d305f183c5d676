import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { log } from './log.ts';

/** The code of a page could not be fetched, also not after the one reload. */
export class PageLoadError extends Error {}

const flagOf = (name: string) => `page-reload:${name}`;

/**
 * A page (or layout) whose code is fetched when first needed. When that fails the document reloads once, as after an
 * update the old file names are gone; when it fails again, that is only logged.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<{ [K in Name]: ComponentType }>,
  name: Name,
  reload = () => window.location.reload(),
): AsyncRouteComponent<object> {
  const guarded = async () => {
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
  return lazyRouteComponent(guarded, name) as AsyncRouteComponent<object>;
}
