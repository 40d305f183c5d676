/** Ends of lines too: what they part stays parted. One of what counts as blank has no width. */
const BLANK = /[^\S\ufeff]|\u0085/g;
/** Nobody sees them, yet they turn text round, hide in it or tell two names apart that look the same. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/gu;
/** Longer ones are no names, and made to keep a server busy: some steps take the square of it. */
const MOST_READ = 1000;

/** A name as it is read: one line, composed letters, nothing that nobody sees. */
export const cleanName = (raw: string): string =>
  raw.slice(0, MOST_READ).replace(BLANK, ' ').replace(UNSEEN, '').normalize('NFC').replace(/ +/g, ' ').trim();

/** Without what a system refuses in the name of a file; never empty. */
export const withoutSigns = (text: string): string =>
  cleanName(text)
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '') || 'archivo';

/** The name of a file without the way to it on whatever system it comes from. */
export const cleanFileName = (raw: string): string =>
  withoutSigns(
    cleanName(raw.slice(-MOST_READ))
      .split(/[/\\]|^[a-z]:/i)
      .findLast(part => part.trim()) ?? '',
  );
