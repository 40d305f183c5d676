import { withoutSigns } from './clean-names.ts';
import { plain } from './plain.ts';

/** What file systems keep of a name, in UTF-8. */
const MOST_BYTES = 255;
/** Windows takes them for devices, whatever follows the point. */
const DEVICE = /^(con(in\$|out\$)?|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/i;
const EXTENSION = /\.[^. ]{1,20}$/u;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The name, shortened before its extension where the two are too long. */
function fitName(name: string, extension: string): string {
  if (bytesOf(name + extension) <= MOST_BYTES) return name + extension;
  const characters = [...name].slice(0, MOST_BYTES);
  while (bytesOf(characters.join('') + extension) > MOST_BYTES) characters.pop();
  return characters.join('').replace(/[. ]+$/, '') + extension;
}

/** Text as the name of a file that every system can keep. */
export function asFileName(text: string): string {
  const name = withoutSigns(text);
  const safe = DEVICE.test(name) ? `_${name}` : name;
  const extension = EXTENSION.exec(safe)?.[0] ?? '';
  return fitName(safe.slice(0, safe.length - extension.length), extension);
}

/** The same with one more extension. */
export const withExtension = (name: string, extension: string): string =>
  fitName(asFileName(name), `.${extension}`);

/** As part of a name: letters, digits and hyphens. */
export const slugOf = (text: string): string =>
  plain(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
