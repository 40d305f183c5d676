import { type RefObject, useEffect } from 'react';

const FOCUSABLE =
  'input:not([type="hidden"]):not([hidden]), textarea, button:not([aria-expanded]), [tabindex], [role="combobox"]';

/** The place of a path, or of the nearest thing around it that is on screen. */
function placeOf(body: HTMLElement, path: string): HTMLElement | null {
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = body.querySelector<HTMLElement>(`[data-field="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return null;
}

/** Scrolls to a field and puts the focus into it. */
export function jumpTo(body: RefObject<HTMLElement | null>, target: string): void {
  const place = body.current && placeOf(body.current, target);
  if (!place) return;
  place.scrollIntoView({ block: 'center' });
  const control = place.querySelector<HTMLElement>(FOCUSABLE);
  (control ?? place).focus({ preventScroll: true });
}

/** The same once it is on screen. */
export function useJump(body: RefObject<HTMLElement | null>, target: string | null) {
  useEffect(() => {
    if (!target) return;
    // An entry of a list may have to unfold first.
    const frame = requestAnimationFrame(() => jumpTo(body, target));
    return () => cancelAnimationFrame(frame);
  }, [body, target]);
}
