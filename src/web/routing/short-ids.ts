/**
 * Ids in an address, where hundreds have to fit: 22 characters each instead of 36. Addresses much longer than this
 * are cut or refused by servers on the way.
 */
export const MOST_IN_ADDRESS = 200;

const SEPARATOR = '.';

/** A UUID in base64url. */
export function shortId(id: string): string {
  const bytes = (id.replaceAll('-', '').match(/../g) ?? []).map(pair => Number.parseInt(pair, 16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The reverse; null for what is no id. */
export function longId(short: string): string | null {
  if (!/^[\w-]{22}$/.test(short)) return null;
  const bytes = [...atob(short.replaceAll('-', '+').replaceAll('_', '/'))];
  const hex = bytes.map(byte => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** `undefined`, to be left out of the address, when there are none or too many. */
export const shortIds = (ids: readonly string[]): string | undefined =>
  ids.length > 0 && ids.length <= MOST_IN_ADDRESS ? ids.map(shortId).join(SEPARATOR) : undefined;

export const longIds = (text: string): string[] =>
  text.split(SEPARATOR).flatMap(short => longId(short) ?? []);
