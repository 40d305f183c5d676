/** A word longer than this is cut itself, not left out. */
const LONGEST_WORD = 40;

/** The beginning of a text in one line, at most so many letters, cut between words, with an ellipsis. */
export function excerpt(text: string, letters: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const signs = [...line];
  if (signs.length <= letters) return line;
  const cut = signs.slice(0, letters - 1).join('');
  const space = signs[letters - 1] === ' ' ? cut.length : cut.lastIndexOf(' ');
  const end = space > Math.max(0, cut.length - LONGEST_WORD) ? space : cut.length;
  return `${cut.slice(0, end).replace(/[\s,;:.]+$/, '')}…`;
}
