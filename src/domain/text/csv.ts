/** Makes spreadsheets read the accents. */
export const CSV_MARK = '\uFEFF';

// A spreadsheet would run a text that begins like a formula; numbers are written as numbers and need no guard.
const guardFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** One field: decimal comma as spreadsheets set to Chile read it, quotes where the text needs them. */
function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = guardFormula(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line with its end, between semicolons. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvField).join(';')}\r\n`;
