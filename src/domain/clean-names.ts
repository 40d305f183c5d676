/** End a line or stand apart: what they part stays parted. */
const BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]/gu;
/** Nobody sees them, yet they turn text round, hide in it or tell two names apart that look the same. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A name as it is read: one line, composed letters, nothing that nobody sees. */
export const cleanName = (raw: string): string =>
  raw.replace(BREAKS, ' ').replace(UNSEEN, '').normalize('NFC').replace(/\s+/g, ' ').trim();

/** What file systems keep of a name, in UTF-8. */
const MOST_BYTES = 255;
const NAMELESS = 'archivo';
/** Windows takes them for devices, whatever follows the point. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i;
const EXTENSION = /\.[^. ]{1,20}$/u;

const utf8 = new TextEncoder();
const bytesOf = (text: string): number => utf8.encode(text).length;

/** As much of the text as fits, no character cut in half. */
function firstBytes(text: string, most: number): string {
  let [kept, left] = ['', most];
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    kept += character;
  }
  return kept;
}

const withoutEnd = (name: string): string => name.replace(/[. ]+$/, '');

/** The name, shortened before its extension where the two are too long. */
function fitted(name: string, extension: string): string {
  if (bytesOf(name) + bytesOf(extension) <= MOST_BYTES) return name + extension;
  return withoutEnd(firstBytes(name, MOST_BYTES - bytesOf(extension))) + extension;
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
  const parts = cleanName(raw).split(/[/\\]/);
  return asFileName((parts.findLast(part => part.trim() !== '') ?? '').replace(/^ *[a-z]:/i, ''));
}

/** The name with one more extension. */
export const withExtension = (name: string, extension: string): string => fitted(name, `.${extension}`);
