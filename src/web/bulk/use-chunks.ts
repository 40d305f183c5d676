import { useRef, useState } from 'react';
import { messageOf } from '../problem-error.ts';

export interface Chunks<I, R> {
  phase: 'idle' | 'running' | 'paused' | 'ended';
  total: number;
  results: readonly R[];
  /** Not sent yet. */
  rest: readonly I[];
  /** Why it paused; null when the reader stopped it. */
  error: string | null;
}

/**
 * Sends a long list in parts of `size`, one after the other, and counts. A part that fails pauses the rest; going on
 * sends it again. `start` on top of a running one forgets that one; it answers all results once it has ended, and
 * nothing where it paused.
 */
export function useChunks<I, R>(size: number) {
  const [chunks, setChunks] = useState<Chunks<I, R>>(nothing);
  const turn = useRef(0);
  const send = useRef<(part: readonly I[]) => Promise<readonly R[]>>(async () => []);

  const go = async (items: readonly I[], before: readonly R[]): Promise<readonly R[] | null> => {
    turn.current += 1;
    const mine = turn.current;
    const total = items.length + before.length;
    let [rest, results] = [items, before];
    const show = (phase: Chunks<I, R>['phase'], error: string | null = null) =>
      setChunks({ phase, total, results, rest, error });
    show('running');
    while (rest.length > 0) {
      try {
        const answers = await send.current(rest.slice(0, size));
        rest = rest.slice(size);
        results = [...results, ...answers];
      } catch (error) {
        if (turn.current === mine) show('paused', messageOf(error));
        return null;
      }
      if (turn.current !== mine) {
        if (turn.current === -mine) show('paused');
        return null;
      }
      show('running');
    }
    show('ended');
    return results;
  };
  return {
    chunks,
    start: (items: readonly I[], how: (part: readonly I[]) => Promise<readonly R[]>) => {
      send.current = how;
      turn.current = Math.abs(turn.current);
      return go(items, []);
    },
    resume: () => {
      turn.current = Math.abs(turn.current);
      void go(chunks.rest, chunks.results);
    },
    /** As before the first start; what is under way is forgotten. */
    reset: () => {
      turn.current = Math.abs(turn.current) + 1;
      setChunks(nothing());
    },
    /** Waits for the part under way. */
    stop: () => {
      turn.current = -Math.abs(turn.current);
    },
  };
}

function nothing<I, R>(): Chunks<I, R> {
  return { phase: 'idle', total: 0, results: [], rest: [], error: null };
}
