import { z } from 'zod';

/** Widths in rem. */
export const NARROWEST = 4;
export const WIDEST = 60;

export const clampWidth = (rem: number) => Math.min(WIDEST, Math.max(NARROWEST, Math.round(rem * 100) / 100));

/** Columns of one list as somebody has chosen them; absent where they are the usual ones. */
const listColumns = z.object({
  /** As in the address: keys, comma separated. */
  cols: z.string().max(500).optional().catch(undefined),
  /** By key of the column. */
  widths: z.record(z.string(), z.number().min(NARROWEST).max(WIDEST)).catch({}).default({}),
});
export type ListColumns = z.infer<typeof listColumns>;

/** By path of the list's endpoint. */
const memory = z.record(z.string(), listColumns.catch({ widths: {} }));
type Memory = z.infer<typeof memory>;

/** What is stored, as far as it can be understood. */
export function parseMemory(stored: string | null): Memory {
  try {
    return memory.parse(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}

/** The memory with these columns of a list; null forgets them. */
export function withColumns(stored: string | null, list: string, columns: ListColumns | null): string {
  const { [list]: _before, ...others } = parseMemory(stored);
  return JSON.stringify(columns ? { ...others, [list]: columns } : others);
}

/** What could not be stored, so that it holds at least until the document is left. */
const unstored = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}
