export interface Found {
  title: string;
  /** Second line, e.g. code and status. */
  detail?: string;
  href: string;
}
type Finder = (text: string, signal: AbortSignal) => Promise<Found[]>;

let finder: Finder | undefined;

/** Lets the global search find more than pages. Called once at start, as the kit knows no feature. */
export function setFinder(find: Finder) {
  finder = find;
}

export const find: Finder = async (text, signal) =>
  finder && text.trim().length >= 2 ? finder(text, signal) : [];
