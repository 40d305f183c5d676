import { type ReactNode, useEffect, useState } from 'react';
import { RULES } from '../../../domain/text/rule-messages.ts';
import { afterPress } from '../focus/after-press.ts';

/** Whoever stops for as long has finished a word. */
export const PAUSE_MS = 800;

/**
 * Says of a text being written that it is too short: after a pause or on leaving it, and no longer as soon as it is long
 * enough. One message for as long as it is short, so that it is read aloud once. What was short before nobody touched it
 * is told by who judges the whole form.
 */
export function useShortness(text: string, least: number): { error: ReactNode; onLeave: () => void } {
  const [first] = useState(text);
  const [isTold, setTold] = useState(false);
  const length = text.trim().length;
  const isShort = length > 0 && length < least;
  const isWritten = text !== first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter begins the pause anew
  useEffect(() => {
    if (!isShort) return setTold(false);
    if (!isWritten) return;
    const pause = setTimeout(() => setTold(true), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text, isShort, isWritten]);
  return {
    error: isShort && isTold ? <span role="alert">{RULES.minLength(least)}</span> : null,
    // An error takes a line: it must not move the button by whose press the field was left.
    onLeave: () => afterPress(() => setTold(isShort && isWritten)),
  };
}
