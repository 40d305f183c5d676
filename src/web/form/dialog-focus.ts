import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Gives the keyboard back to what a dialog was opened from, when it goes away while open. Mantine does so only for one
 * that it saw opening, which one that is mounted opened never did.
 */
export function useReturnFocus(isOpen = true): void {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    // It runs again when a part of the dialog has come: by then the focus is within.
    if (isOpen && !wasOpen.current) opener.current = document.activeElement;
    wasOpen.current = isOpen;
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const { current } = opener;
      // Whoever has taken it meanwhile keeps it; what fades with the dialog loses it in a moment.
      const { activeElement } = document;
      const fading = activeElement?.closest('[role="dialog"]');
      const isLost =
        activeElement === null ||
        activeElement === document.body ||
        (fading && current instanceof Node && !fading.contains(current));
      if (isLost && current instanceof HTMLElement && current.isConnected)
        current.focus({ preventScroll: true });
    };
  }, [isOpen]);
}

const FIELD =
  ':is(input:not([type="hidden"], [type="file"]), textarea, [contenteditable="true"]):not(:disabled, [tabindex="-1"])';

/**
 * Lets the keyboard begin at the first field of a dialog's form, not at the cross above it; where that is a day, its
 * calendar would lie over the form, and the cross keeps it.
 */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = form;
    if (!current || current.querySelector('[data-autofocus]')) return;
    const first = current.querySelector(FIELD);
    if (!first?.hasAttribute('data-opens-on-focus')) first?.setAttribute('data-autofocus', '');
  }, [form]);
}
