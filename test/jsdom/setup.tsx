import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { resetServer } from './server.tsx';

// What jsdom lacks and the libraries ask for. Nothing of ours is replaced.

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** One holder at a time for each name, as in a single browser. */
const held = new Map<string, Promise<unknown>>();
const locks = {
  request: (name: string, work: () => Promise<unknown>) => {
    const turn = (held.get(name) ?? Promise.resolve()).then(work, work);
    held.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  },
};

Object.assign(globalThis, {
  // Testing Library waits inside `act` and, under a fake clock, moves the clock it finds by this name.
  IS_REACT_ACT_ENVIRONMENT: true,
  jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) },
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
});
Object.assign(Element.prototype, { scrollIntoView: () => {}, getAnimations: () => [] });
Object.assign(Range.prototype, { getBoundingClientRect: () => new DOMRect(), getClientRects: () => [] });
Object.assign(document, { timeline: { currentTime: 0 }, fonts: new EventTarget() });
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
Object.assign(globalThis, { scrollTo: () => {} });
Object.assign(globalThis, { CSS: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } });

configure({
  // A busy machine may need seconds for what is fetched when first shown.
  asyncUtilTimeout: 15_000,
  // Without the whole document, in which nobody finds the line that matters.
  getElementError: message => new Error(message?.split('\n\n', 1)[0]),
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  held.clear();
  resetServer();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});
