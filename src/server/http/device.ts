import Bowser from 'bowser';

/** Longest words kept; the check of `sessions.device`. */
const LONGEST = 100;

/**
 * Browser and system of a `User-Agent` in the words people know them by: `Chrome en Windows`. Empty when neither is
 * told. The header itself is not kept: it says more of a person than the profile needs.
 */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const parsed = Bowser.getParser(userAgent.slice(0, 500));
  const names = [parsed.getBrowserName(), parsed.getOSName()].filter(Boolean);
  return names.join(' en ').slice(0, LONGEST);
}
