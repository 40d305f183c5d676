import type { Column } from './columns.ts';

type Value = ReturnType<Column<unknown>['value']>;

// A spreadsheet would run a text that begins like a formula; numbers are written as numbers and need no guard.
const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** One field: decimal comma as spreadsheets set to Chile read it, quotes where the text needs them. */
export function csvField(value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  const text = guarded(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a table shows, as CSV: semicolons, stable column names, a mark so that spreadsheets read the accents. */
export function toCsv<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const lines = [columns.map(column => csvField(column.key))];
  for (const row of rows) lines.push(columns.map(column => csvField(column.value(row))));
  return `\uFEFF${lines.map(line => line.join(';')).join('\r\n')}\r\n`;
}

export function saveFile(name: string, content: Blob | string, type = 'text/csv;charset=utf-8') {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download starts after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
