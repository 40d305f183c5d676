import { z } from 'zod';
import { RECENT } from '../../../web/storage.ts';
import type { Entry } from './entries.tsx';

const MOST_KEPT = 6;

const recent = z.object({ key: z.string(), title: z.string(), detail: z.string(), href: z.string() });
/** Something that was opened from the search. */
export type Recent = z.infer<typeof recent>;

const stored = z.object({ owner: z.string(), entries: z.array(recent).max(MOST_KEPT) });

/** What this person has opened last, the last one first; another's stays unseen. */
export function readRecent(owner: string): Recent[] {
  try {
    const found = stored.safeParse(JSON.parse(localStorage.getItem(RECENT) ?? 'null'));
    return found.success && found.data.owner === owner ? found.data.entries : [];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing, or has no room left, only forgets it. */
export function keepRecent(owner: string, { key, title, detail, href, leadsToAll }: Entry): void {
  if (href === undefined || leadsToAll) return;
  const others = readRecent(owner).filter(each => each.key !== key);
  const entries = [{ key, title, detail, href }, ...others].slice(0, MOST_KEPT);
  try {
    localStorage.setItem(RECENT, JSON.stringify({ owner, entries }));
  } catch {
    // What was opened opens all the same.
  }
}
