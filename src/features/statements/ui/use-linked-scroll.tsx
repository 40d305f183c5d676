import { type RefObject, useEffect } from 'react';

/** Milliseconds in which what stands above, fetched on its own, is expected to arrive. */
const SETTLES = 3000;
/** The person moves the page: from now on it stays where they put it. */
const TAKEN_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Brings what the address named to the top, and back there while the page above it still grows. */
export function useLinkedScroll(target: RefObject<HTMLElement | null>, isLinked: boolean) {
  useEffect(() => {
    if (!isLinked) return;
    const show = () => target.current?.scrollIntoView({ block: 'start' });
    show();
    const observer = new ResizeObserver(show);
    observer.observe(document.body);
    const listening = new AbortController();
    const stop = () => {
      observer.disconnect();
      listening.abort();
      clearTimeout(timer);
    };
    const timer = setTimeout(stop, SETTLES);
    for (const event of TAKEN_OVER)
      window.addEventListener(event, stop, { passive: true, signal: listening.signal });
    return stop;
  }, [target, isLinked]);
}
