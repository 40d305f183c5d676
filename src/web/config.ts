import type { BrowserConfig } from '../domain/kit/config.ts';

let current: BrowserConfig | undefined;

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

/** Address of a link that the server gave, as the browser asks for it. */
export const fileUrl = (link: string) => new URL(config().apiBase + link, window.location.href).href;
