/** Ends of lines too: what they part stays parted. One of what counts as blank has no width. */
const BLANK = /[^\S\ufeff]|\u0085/g;
/** Nobody sees them, yet they turn text round, hide in it or tell two names apart that look the same. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/gu;

/** Longer ones are no names, and made to keep a server busy: some steps take the square of it. */
const MOST_READ = 1000;

/** A name as it is read: one line, composed letters, nothing that nobody sees. */
export const cleanName = (raw: string): string =>
  raw.slice(0, MOST_READ).replace(BLANK, ' ').replace(UNSEEN, '').normalize('NFC').replace(/ +/g, ' ').trim();

/** What file systems keep of a name, in UTF-8. */
const MOST_BYTES = 255;
const NAMELESS = 'archivo';
/** Windows takes them for devices, whatever follows the point. */
const DEVICE = /^(con(in\$|out\$)?|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/i;
const EXTENSION = /\.[^. ]{1,20}$/u;

const utf8 = new TextEncoder();
const bytesOf = (text: string): number => utf8.encode(text).length;

const withoutEnd = (name: string): string => name.replace(/[. ]+$/, '');

/** The name, shortened before its extension where the two are too long. */
function fitted(name: string, extension: string): string {
  if (bytesOf(name + extension) <= MOST_BYTES) return name + extension;
  const characters = [...name].slice(0, MOST_BYTES);
  while (bytesOf(characters.join('') + extension) > MOST_BYTES) characters.pop();
  return withoutEnd(characters.join('')) + extension;
}

/** Text as the name of a file that every system can keep, never empty. */
export function asFileName(text: string): string {
  const name = withoutEnd(cleanName(text).replace(/[<>:"/\\|?*]/g, '_')).replace(/^[. ]+/, '');
  const safe = DEVICE.test(name) ? `_${name}` : name || NAMELESS;
  const extension = EXTENSION.exec(safe)?.[0] ?? '';
  return fitted(safe.slice(0, safe.length - extension.length), extension);
}

/** The name of a file without the way to it on whatever system it comes from. */
export function cleanFileName(raw: string): string {
  const parts = cleanName(raw.slice(-MOST_READ)).split(/[/\\]|^[a-z]:/i);
  return asFileName(parts.findLast(part => part.trim()) ?? '');
}

/** The name with one more extension. */
export const withExtension = (name: string, extension: string): string => fitted(name, `.${extension}`);
