import type { BrowserConfig } from '../domain/kit/config.ts';

let current: BrowserConfig | undefined;
const listeners = new Set<() => void>();

/** Fetched once before anything is drawn; its origin is the page's own, hence trusted without a second parse. */
export async function loadConfig(): Promise<BrowserConfig> {
  const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`/config.json: ${response.status}`);
  current = (await response.json()) as BrowserConfig;
  return current;
}

export function config(): BrowserConfig {
  if (!current) throw new Error('The configuration has not been loaded');
  return current;
}

/** What somebody has saved of it in this page shows at once; other pages read it when they load. */
export function changeConfig(change: Partial<BrowserConfig>): void {
  current = { ...config(), ...change };
  for (const listener of listeners) listener();
}

export function onConfigChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Address of a link that the server gave, as the browser asks for it. */
export const fileUrl = (link: string) => new URL(config().apiBase + link, window.location.href).href;
