import { parse } from 'csv-parse/browser/esm/sync';

/** What divides cells: tabs of a spreadsheet, else what the first lines have most of. */
function dividerOf(text: string): string {
  const top = text.split('\n').slice(0, 20).join('\n');
  if (top.includes('\t')) return '\t';
  const count = (sign: string) => top.split(sign).length;
  return count(';') >= count(',') ? ';' : ',';
}

/** Cells of a pasted list or a CSV; a quote that never ends is a letter like others. */
export function readTable(text: string): string[][] {
  const options = { delimiter: dividerOf(text), relax_column_count: true, relax_quotes: true };
  try {
    return parse(text, { ...options, skip_empty_lines: false }) as string[][];
  } catch {
    return text.split(/\r?\n/).map(line => line.split(options.delimiter));
  }
}

/** UTF-8, else as spreadsheets of Windows write it. */
export async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
