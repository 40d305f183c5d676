const ASCII = /^[ -~]*$/;

/** Without accents and capitals, as the database's `plain` has it: `concepcion` finds Concepción. */
export const plain = (text: string): string =>
  // Most text has nothing to take off, and thousands of cells are looked at in a row.
  ASCII.test(text) ? text.toLowerCase() : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word of what was typed stands somewhere in the text; nothing typed fits everything. */
export function hasWords(text: string, typed: string): boolean {
  const within = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every(word => within.includes(word));
}
