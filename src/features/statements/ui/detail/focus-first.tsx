import type { RefObject } from 'react';

/** Moves to the first field that is marked, once it is drawn and whatever lay over it has closed. */
export const focusFirstError = (within: RefObject<HTMLElement | null>): void => {
  setTimeout(() => within.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
};
