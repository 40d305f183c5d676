import { useEffect, useRef, useState } from 'react';
import { plain } from '../../../domain/text/plain.ts';
import { request } from '../../../web/api.ts';
import { reportMiss } from '../misses/contract.ts';

/** How long nothing has to be found: whoever is still typing has not missed anything. In ms. */
const STANDING = 1500;

/**
 * Tells the office words that found nothing, null while they do: once they have stood a while, or the box is closed on
 * them; each only once. Whether it was told of those of now.
 */
export function useMiss(missed: string | null): boolean {
  const told = useRef(new Set<string>());
  const last = useRef(missed);
  const [heard, setHeard] = useState<string | null>(null);
  const tell = async (words: string | null) => {
    const same = words && plain(words).split(/\s+/).join(' ');
    if (!words || !same || told.current.has(same) || !navigator.onLine) return;
    told.current.add(same);
    try {
      await request(reportMiss, { body: { q: words } });
      setHeard(words);
    } catch {
      // Nobody waits for it, and whoever looks for something has other worries.
    }
  };
  const tellLast = useRef(tell);
  useEffect(() => {
    last.current = missed;
    tellLast.current = tell;
  });
  useEffect(() => {
    const timer = window.setTimeout(() => void tellLast.current(missed), STANDING);
    return () => window.clearTimeout(timer);
  }, [missed]);
  useEffect(() => () => void tellLast.current(last.current), []);
  return missed !== null && heard === missed;
}
